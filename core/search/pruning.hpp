#pragma once

#include <optional>

#include "moves.hpp"

namespace kungen::search {

// The next foundation move that a search may make without looking at any other, if there is one.
// Where the stock is open the card may lie anywhere in stock and waste, and must be brought up.
// docs/pruning/safe-foundation-moves.md says why no win is lost.
[[nodiscard]] std::optional<Move> forced_move(const Rules& rules, const Layout& layout);

// Which piles a layout's moves need not go to: of equal empty piles only the first is used.
class EqualMoves {
 public:
  EqualMoves(const Rules& rules, const Layout& layout);

  // Whether another move leads to an equal layout, or this one changes nothing.
  // docs/pruning/equal-empty-piles.md and whole-column.md say why no win is lost.
  [[nodiscard]] bool skips(const Layout& layout, Move move) const;

 private:
  int first_empty_cell_;
  int first_empty_column_;
};

}  // namespace kungen::search
