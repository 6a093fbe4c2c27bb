#include "key.hpp"

#include <span>

namespace kungen {
namespace {

void chain(Key& key, std::span<const Card> cards, Byte below) {
  for (const Card card : cards) {
    key[card] = below;
    below = card;
  }
}

void chain_column(Key& key, const Column& column) {
  chain(key, column.cards(), on_base);
  const auto hidden = static_cast<std::size_t>(column.hidden());
  for (const Card card : column.cards().first(hidden)) {
    key[card] = static_cast<Byte>(key[card] | face_down);
  }
}

// The card that comes next lies on top.
void chain_stock(Key& key, std::span<const Card> cards) {
  Byte below = bottom_of_stock;
  for (std::size_t left = cards.size(); left-- > 0;) {
    key[cards[left]] = below;
    below = cards[left];
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
  chain_stock(key, layout.stock.cards());
  chain(key, layout.stock.waste(), bottom_of_waste);
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

// Follows the chains of a key and lays them out.
class Chains {
 public:
  Chains(const Rules& rules, const Key& key, Layout& layout)
      : rules_(rules), key_(key), layout_(layout) {
    above_.fill(no_card);
    for (int card = 0; card < rules.cards(); ++card) {
      const Byte below = below_of(byte_of(card));
      if (below < on_base) above_[below] = byte_of(card);
    }
  }

  void lay_out() {
    Card stock_bottom = no_card;
    Card waste_bottom = no_card;
    for (int index = 0; index < rules_.cards(); ++index) {
      const Card card = byte_of(index);
      const Byte below = below_of(card);
      if (below < on_base) continue;
      if (below == bottom_of_stock) {
        stock_bottom = card;
      } else if (below == bottom_of_waste) {
        waste_bottom = card;
      } else {
        lay(card, below);
      }
    }
    if (rules_.has_stock()) fill_stock(stock_bottom, waste_bottom);
  }

 private:
  [[nodiscard]] Byte below_of(Card card) const {
    return static_cast<Byte>(key_[card] & ~face_down);
  }

  void lay(Card card, Byte below) {
    if (below == on_base) {
      fill_column(layout_.column(columns_++), card);
    } else if (below == in_cell) {
      layout_.cells[cells_++] = card;
    } else if (below == on_foundation) {
      ++layout_.foundations[static_cast<std::size_t>(suit_of(card))];
    } else {
      layout_.reserve[static_cast<std::size_t>(below - first_in_reserve)] = card;
    }
  }

  void fill_column(Column& column, Card deepest) {
    int hidden = 0;
    for (Card card = deepest; card != no_card; card = above_[card]) {
      column.push(card);
      hidden += key_[card] >= face_down ? 1 : 0;
    }
    column.hide(hidden);
  }

  void fill_stock(Card stock_bottom, Card waste_bottom) {
    Stock& stock = layout_.stock;
    int drawn = 0;
    for (Card card = waste_bottom; card != no_card; card = above_[card]) {
      stock.append(card);
      ++drawn;
    }
    stock.draw(drawn);
    Column rest;
    for (Card card = stock_bottom; card != no_card; card = above_[card]) rest.push(card);
    while (!rest.empty()) stock.append(rest.pop());
    stock.set_turned_over(key_.turned_over);
  }

  const Rules& rules_;
  const Key& key_;
  Layout& layout_;
  std::array<Card, max_cards> above_;
  int columns_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace

Layout layout_of(const Rules& rules, const Key& key) {
  Layout layout(rules);
  Chains(rules, key, layout).lay_out();
  return layout;
}

}  // namespace kungen
