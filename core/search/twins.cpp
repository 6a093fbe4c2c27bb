#include "search/twins.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kungen::search {

Card left_for_twin(const Rules& rules, const Layout& layout, Move move) {
  if (!is_column(move.source) || !is_column(move.target)) return no_card;
  if (layout.column(move.target).empty()) return no_card;
  const Column& column = layout.column(move.source);
  const int place = column.size() - move.count;
  if (place <= column.hidden()) return no_card;
  const Card below = column[place - 1];
  return rules.stacks(column[place], below) ? below : no_card;
}

namespace {

// What lies on each card: `no_card` for nothing, and for what is not a run up to the free card, or
// not in a column at all, something that is no card of the deck.
using Above = std::array<Card, max_cards>;

constexpr Card fixed = on_base;

Above cards_above(const Rules& rules, const Layout& layout) {
  Above above;
  above.fill(fixed);
  for (int index = 0; index < rules.columns; ++index) {
    const Column& column = layout.column(index);
    const int run = run_length(rules, column);
    Card over = no_card;
    for (int place = column.size() - 1; place >= column.size() - run; --place) {
      above[column[place]] = std::exchange(over, column[place]);
    }
  }
  return above;
}

// A single card lies on the twin that is further from its foundation, so that the other can go up.
Card host_of_one(const Layout& layout, Card card) {
  const Card twin = twin_of(card);
  return layout.foundation(suit_of(card)) <= layout.foundation(suit_of(twin)) ? card : twin;
}

}  // namespace

void settle_twins(const Rules& rules, const Layout& layout, HashedKey& key) {
  const Above above = cards_above(rules, layout);
  for (int index = 0; index < rules.cards(); ++index) {
    const Card card = byte_of(index);
    const Card twin = twin_of(card);
    if (card > twin || above[card] == fixed || above[twin] == fixed) continue;
    // Nothing counts as higher than any card.
    const auto [lower, higher] = std::minmax({above[card], above[twin]});
    if (lower == no_card) continue;
    if (higher == no_card) {
      key.lay(lower, host_of_one(layout, card));
    } else {
      key.lay(lower, card);
      key.lay(higher, twin);
    }
  }
}

}  // namespace kungen::search
