#include "key.hpp"

namespace kungen {

Key key_of(const Rules& rules, const Layout& layout) {
  Key key;
  key.below.fill(not_in_deck);
  for (int card = 0; card < rules.cards(); ++card) key[byte_of(card)] = on_foundation;
  for (int column = 0; column < rules.columns; ++column) {
    Byte below = on_base;
    for (const Card card : layout.column(column).cards()) {
      key[card] = below;
      below = card;
    }
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (layout.cell(cell) != no_card) key[layout.cell(cell)] = in_cell;
  }
  return key;
}

std::uint64_t hash_of(const Key& key) {
  std::uint64_t hash = 0;
  for (std::size_t card = 0; card < key.below.size(); ++card) {
    hash += hash_term(static_cast<Card>(card), key.below[card]);
  }
  return hash;
}

Layout layout_of(const Rules& rules, const Key& key) {
  std::array<Byte, max_cards> above;
  above.fill(no_card);
  for (int card = 0; card < rules.cards(); ++card) {
    const Byte below = key[byte_of(card)];
    if (below < on_base) above[below] = byte_of(card);
  }
  Layout layout;
  int column = 0;
  std::size_t cell = 0;
  for (int index = 0; index < rules.cards(); ++index) {
    const Card card = byte_of(index);
    if (key[card] == on_base) {
      Column& filled = layout.column(column++);
      for (Card next = card; next != no_card; next = above[next]) filled.push(next);
    } else if (key[card] == in_cell) {
      layout.cells[cell++] = card;
    } else if (key[card] == on_foundation) {
      ++layout.foundations[static_cast<std::size_t>(suit_of(card))];
    }
  }
  return layout;
}

}  // namespace kungen
