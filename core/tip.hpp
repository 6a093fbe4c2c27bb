#pragma once

#include "moves.hpp"

namespace kungen {

// How sensible a legal move looks; the table is in the architecture document.
[[nodiscard]] int tip_score(const Rules& rules, const Layout& layout, Move move);

}  // namespace kungen
