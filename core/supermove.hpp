#pragma once

#include <vector>

#include "moves.hpp"

namespace kungen {

// The single-card moves for which a legal move stands, in the order to play them; the move itself
// where it moves one card, a run of any length as a whole, or cards of the stock.
[[nodiscard]] std::vector<Move> expand(const Rules& rules, const Layout& layout, Move move);

}  // namespace kungen
