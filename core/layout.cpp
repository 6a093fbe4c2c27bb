#include "layout.hpp"

#include <algorithm>
#include <cstdint>

namespace kungen {

void Column::take(Column& source, int count) {
  const auto from = source.cards().last(static_cast<std::size_t>(count));
  std::copy(from.begin(), from.end(), cards_.begin() + size_);
  size_ = byte_of(size_ + count);
  source.size_ = byte_of(source.size_ - count);
}

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

std::size_t pack_layout(const Rules& rules, const Layout& layout,
                        std::span<Byte, max_layout_record> record) {
  std::size_t length = 0;
  const auto write = [&](int value) { record[length++] = byte_of(value); };
  for (int column = 0; column < rules.columns; ++column) {
    write(layout.column(column).size());
    for (const Card card : layout.column(column).cards()) write(card);
  }
  for (int cell = 0; cell < rules.cells; ++cell) write(layout.cell(cell));
  for (const int height : layout.foundations) write(height);
  return length;
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
    for (int place = 0; good_ && place < size; ++place) {
      const Card card = next();
      if (see(card)) column.push(card);
    }
  }

  void read_cell(Card& cell) {
    const Card card = next();
    if (good_ && card != no_card && see(card)) cell = card;
  }

  void read_foundation(int suit, Byte& height) {
    const int ranks = next();
    if (good_ && ranks > rules_.ranks) refuse("a foundation no higher than the ranks");
    for (int rank = 1; good_ && rank <= ranks; ++rank) see(make_card(rank, suit));
    height = byte_of(ranks);
  }

  void finish() {
    if (good_ && place_ != record_.size()) fail(place_, "the end of the record");
    if (good_ && seen_count_ != rules_.cards()) fail(place_, "every card of the deck");
  }

 private:
  Byte next() {
    if (good_ && place_ == record_.size()) fail(place_, "more bytes");
    return good_ ? record_[place_++] : Byte{0};
  }

  bool see(Card card) {
    if (!good_) return false;
    if (card >= rules_.cards()) return refuse("a card of the deck");
    const std::uint64_t bit = std::uint64_t{1} << card;
    if ((seen_ & bit) != 0) return refuse("every card only once");
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
  Layout layout;
  Reader reader(rules, record, fault);
  for (int column = 0; column < rules.columns; ++column) reader.read_column(layout.column(column));
  for (int cell = 0; cell < rules.cells; ++cell) {
    reader.read_cell(layout.cells[static_cast<std::size_t>(cell)]);
  }
  for (int suit = 0; suit < suit_count; ++suit) {
    reader.read_foundation(suit, layout.foundations[static_cast<std::size_t>(suit)]);
  }
  reader.finish();
  if (!reader.good()) return std::nullopt;
  return layout;
}

}  // namespace kungen
