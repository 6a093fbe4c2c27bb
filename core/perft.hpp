#pragma once

#include <cstdint>
#include <optional>

#include "layout.hpp"

namespace kungen {

// Deeper counts would never end, and the recursion must fit a small stack.
inline constexpr int max_perft_depth = 40;

// The number of sequences of exactly `depth` legal moves, without autoplay.
[[nodiscard]] std::uint64_t perft(const Rules& rules, Layout& layout, int depth);

// The number of different layouts, columns unordered and cells a set, that exactly `depth` moves
// reach. Nothing comes back when memory runs out.
[[nodiscard]] std::optional<std::uint64_t> distinct(const Rules& rules, const Layout& layout,
                                                    int depth);

}  // namespace kungen
