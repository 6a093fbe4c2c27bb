#pragma once

#include "moves.hpp"
#include "search/hashed_key.hpp"

namespace kungen::search {

// Twins are the two cards of one rank and colour: the same cards may lie on both. Where runs of any
// length move and there are no cells, what lies on them may be exchanged at any time, and the
// search keeps one layout for all that differ only in that. docs/pruning/twins.md says why no win
// is lost.
[[nodiscard]] constexpr bool exchanges_twins(const Rules& rules) {
  return rules.build == Build::alternating && rules.runs == Runs::any_length && !rules.wraps &&
         rules.cells == 0;
}

constexpr Card twin_of(Card card) {
  return card ^ 3U;
}

// The card that a move leaves to carry what lies on it to its twin; `no_card` for other moves.
[[nodiscard]] Card left_for_twin(const Rules& rules, const Layout& layout, Move move);

// Puts into a layout's key where the cards on twins lie in the layout that stands for all.
void settle_twins(const Rules& rules, const Layout& layout, HashedKey& key);

}  // namespace kungen::search
