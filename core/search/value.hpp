#pragma once

#include "layout.hpp"

namespace kungen::search {

inline constexpr int max_value = 1023;

// How far a layout looks from being won: 0 (near) to `max_value`. Orders the search and decides
// nothing.
[[nodiscard]] int value_of(const Rules& rules, const Layout& layout);

}  // namespace kungen::search
