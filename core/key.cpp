#include "key.hpp"

namespace kungen {
namespace {

void chain_column(Key& key, const Column& column) {
  Byte below = on_base;
  int hidden = column.hidden();
  for (const Card card : column.cards()) {
    key[card] = static_cast<Byte>(hidden-- > 0 ? below | face_down : below);
    below = card;
  }
}

}  // namespace

Key key_of(const Rules& rules, const Layout& layout) {
  Key key;
  key.below.fill(not_in_deck);
  for (int card = 0; card < rules.cards(); ++card) key[byte_of(card)] = on_foundation;
  for (int column = 0; column < rules.columns; ++column) chain_column(key, layout.column(column));
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (layout.cell(cell) != no_card) key[layout.cell(cell)] = in_cell;
  }
  for (int place = 0; place < rules.reserve; ++place) {
    const Card card = layout.reserved(place);
    if (card != no_card) key[card] = byte_of(first_in_reserve + place);
  }
  chain_stock(layout.stock, [&](Card card, Byte below) { key[card] = below; });
  key.turned_over = byte_of(layout.stock.turned_over());
  return key;
}

std::uint64_t hash_of(const Key& key) {
  std::uint64_t hash = hash_term(max_cards, key.turned_over);
  for (std::size_t card = 0; card < key.below.size(); ++card) {
    hash += hash_term(static_cast<Card>(card), key.below[card]);
  }
  return hash;
}

namespace {

// Reads where every card lies, and then follows the chains of those that lie on others.
class Chains {
 public:
  Chains(const Rules& rules, const Key& key, Layout& layout) : key_(key), layout_(layout) {
    above_.fill(no_card);
    for (int index = 0; index < rules.cards(); ++index) {
      const Card card = byte_of(index);
      const auto below = static_cast<Byte>(key[card] & ~face_down);
      if (below < on_base) {
        above_[below] = card;
      } else {
        lay_lowest(card, below);
      }
    }
  }

  void lay_out() {
    for (int column = 0; column < columns_; ++column) fill(layout_.column(column));
    if (waste_bottom_ != no_card || stock_bottom_ != no_card) fill_stock(layout_.stock);
    layout_.stock.set_turned_over(key_.turned_over);
  }

 private:
  // A card that lies on no other.
  void lay_lowest(Card card, Byte below) {
    if (below == on_base) {
      layout_.column(columns_++).push(card);
    } else if (below == on_foundation) {
      ++layout_.foundations[static_cast<std::size_t>(suit_of(card))];
    } else if (below == in_cell) {
      layout_.cells[cells_++] = card;
    } else if (below == bottom_of_stock) {
      stock_bottom_ = card;
    } else if (below == bottom_of_waste) {
      waste_bottom_ = card;
    } else {
      layout_.reserve[static_cast<std::size_t>(below - first_in_reserve)] = card;
    }
  }

  // The deepest card of the column is there already.
  void fill(Column& column) const {
    int hidden = key_[column.free_card()] >= face_down ? 1 : 0;
    for (Card card = above_[column.free_card()]; card != no_card; card = above_[card]) {
      column.push(card);
      hidden += key_[card] >= face_down ? 1 : 0;
    }
    column.hide(hidden);
  }

  void fill_stock(Stock& stock) const {
    int drawn = 0;
    for (Card card = waste_bottom_; card != no_card; card = above_[card]) {
      stock.append(card);
      ++drawn;
    }
    stock.draw(drawn);
    Column rest;
    for (Card card = stock_bottom_; card != no_card; card = above_[card]) rest.push(card);
    while (!rest.empty()) stock.append(rest.pop());
  }

  const Key& key_;
  Layout& layout_;
  std::array<Card, max_cards> above_;
  int columns_ = 0;
  std::size_t cells_ = 0;
  Card stock_bottom_ = no_card;
  Card waste_bottom_ = no_card;
};

}  // namespace

Layout layout_of(const Rules& rules, const Key& key) {
  Layout layout(rules);
  Chains(rules, key, layout).lay_out();
  return layout;
}

}  // namespace kungen
