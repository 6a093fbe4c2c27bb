#include "layout.hpp"

#include <cstdint>

namespace kungen {

int Layout::cards_on_foundations() const {
  int cards = 0;
  for (const int height : foundations) cards += height;
  return cards;
}

bool is_won(const Rules& rules, const Layout& layout) {
  return layout.cards_on_foundations() == rules.cards();
}

int empty_cells(const Rules& rules, const Layout& layout) {
  int empty = 0;
  for (int cell = 0; cell < rules.cells; ++cell) empty += layout.cell(cell) == no_card ? 1 : 0;
  return empty;
}

int empty_columns(const Rules& rules, const Layout& layout) {
  int empty = 0;
  for (int column = 0; column < rules.columns; ++column) {
    empty += layout.column(column).empty() ? 1 : 0;
  }
  return empty;
}

Rules with_base_of(Rules rules, const Layout& layout) {
  rules.base = layout.base;
  return rules;
}

namespace {

class Writer {
 public:
  explicit Writer(std::span<Byte, max_layout_record> record) : record_(record) {}

  void write(int value) { record_[length_++] = byte_of(value); }
  void write_cards(std::span<const Card> cards) {
    for (const Card card : cards) write(card);
  }
  void write_pile(std::span<const Card> cards) {
    write(static_cast<int>(cards.size()));
    write_cards(cards);
  }
  [[nodiscard]] std::size_t length() const { return length_; }

 private:
  std::span<Byte, max_layout_record> record_;
  std::size_t length_ = 0;
};

}  // namespace

std::size_t pack_layout(const Rules& rules, const Layout& layout,
                        std::span<Byte, max_layout_record> record) {
  Writer writer(record);
  const bool has_hidden = rules.has_hidden();
  for (int index = 0; index < rules.columns; ++index) {
    const Column& column = layout.column(index);
    writer.write(column.size());
    if (has_hidden) writer.write(column.hidden());
    writer.write_cards(column.cards());
  }
  for (int cell = 0; cell < rules.cells; ++cell) writer.write(layout.cell(cell));
  for (int place = 0; place < rules.reserve; ++place) writer.write(layout.reserved(place));
  for (const int height : layout.foundations) writer.write(height);
  if (rules.has_beak()) writer.write(layout.base);
  if (rules.has_stock()) {
    writer.write_pile(layout.stock.cards());
    writer.write_pile(layout.stock.waste());
    writer.write(layout.stock.turned_over());
  }
  return writer.length();
}

namespace {

// Reads a layout record from the left and keeps account of the cards it has seen. The first
// fault stands; everything read after it is zero.
class Reader {
 public:
  Reader(const Rules& rules, std::span<const Byte> record, Fault& fault)
      : rules_(rules), record_(record), fault_(fault) {}

  [[nodiscard]] bool good() const { return good_; }

  void read_column(Column& column) {
    const int size = next();
    if (good_ && size > rules_.cards()) refuse("a column no longer than the deck");
    if (good_ && rules_.has_hidden()) {
      column.hide(next());
      if (column.hidden() >= size && column.hidden() > 0) refuse("a free card face up");
    }
    read_cards(size, [&](Card card) { column.push(card); });
  }

  void read_place(Card& place) {
    const Card card = next();
    if (good_ && card != no_card && see(card)) place = card;
  }

  void read_foundations(Layout& layout) {
    const std::size_t first = place_;
    for (Byte& height : layout.foundations) {
      height = next();
      if (good_ && height > rules_.ranks) refuse("a foundation no higher than the ranks");
    }
    if (rules_.has_beak()) read_base(layout);
    for (int suit = 0; suit < suit_count; ++suit) {
      see_foundation(layout, suit, first + static_cast<std::size_t>(suit));
    }
  }

  // The waste comes after the stock in the record, and before it in the line of cards.
  void read_stock(Stock& stock) {
    std::array<Card, max_cards> cards{};
    std::size_t count = 0;
    read_pile([&](Card card) { cards[count++] = card; });
    int drawn = 0;
    read_pile([&](Card card) {
      stock.append(card);
      ++drawn;
    });
    stock.draw(drawn);
    for (std::size_t index = 0; index < count; ++index) stock.append(cards[index]);
    stock.set_turned_over(next());
    const int most = rules_.passes == 0 ? 0 : rules_.passes - 1;
    if (good_ && stock.turned_over() > most) refuse("fewer turnings over than passes");
  }

  void finish() {
    if (good_ && place_ != record_.size()) fail(place_, "the end of the record");
    if (good_ && seen_count_ != rules_.cards()) fail(place_, "every card of the deck");
  }

 private:
  template <typename Put>
  void read_cards(int count, Put put) {
    for (int place = 0; good_ && place < count; ++place) {
      const Card card = next();
      if (see(card)) put(card);
    }
  }

  template <typename Put>
  void read_pile(Put put) {
    const int size = next();
    if (good_ && size > rules_.cards()) refuse("a pile no larger than the deck");
    read_cards(size, put);
  }

  void read_base(Layout& layout) {
    layout.base = next();
    if (good_ && (layout.base < 1 || layout.base > rules_.ranks)) {
      refuse("a base that is one of the ranks");
    }
  }

  void see_foundation(const Layout& layout, int suit, std::size_t place) {
    for (int height = 1; good_ && height <= layout.foundation(suit); ++height) {
      if (!add(layout.card_at(height, suit))) fail(place, "every card only once");
    }
  }

  Byte next() {
    if (good_ && place_ == record_.size()) fail(place_, "more bytes");
    return good_ ? record_[place_++] : Byte{0};
  }

  // Takes note of a card just read.
  bool see(Card card) {
    if (!good_) return false;
    if (card >= rules_.cards()) return refuse("a card of the deck");
    return add(card) || refuse("every card only once");
  }

  bool add(Card card) {
    const std::uint64_t bit = std::uint64_t{1} << card;
    if ((seen_ & bit) != 0) return false;
    seen_ |= bit;
    ++seen_count_;
    return true;
  }

  // The byte just read is wrong.
  bool refuse(std::string_view expected) { return fail(place_ - 1, expected); }

  bool fail(std::size_t place, std::string_view expected) {
    fault_ = {place, expected};
    good_ = false;
    return false;
  }

  const Rules& rules_;
  std::span<const Byte> record_;
  Fault& fault_;
  std::size_t place_ = 0;
  std::uint64_t seen_ = 0;
  int seen_count_ = 0;
  bool good_ = true;
};

}  // namespace

std::optional<Layout> unpack_layout(const Rules& rules, std::span<const Byte> record,
                                    Fault& fault) {
  Layout layout(rules);
  Reader reader(rules, record, fault);
  for (int column = 0; column < rules.columns; ++column) reader.read_column(layout.column(column));
  for (int cell = 0; cell < rules.cells; ++cell) {
    reader.read_place(layout.cells[static_cast<std::size_t>(cell)]);
  }
  for (int place = 0; place < rules.reserve; ++place) {
    reader.read_place(layout.reserve[static_cast<std::size_t>(place)]);
  }
  reader.read_foundations(layout);
  if (rules.has_stock()) reader.read_stock(layout.stock);
  reader.finish();
  if (!reader.good()) return std::nullopt;
  return layout;
}

}  // namespace kungen
