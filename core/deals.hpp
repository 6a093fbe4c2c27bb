#pragma once

#include <cstdint>
#include <optional>

#include "layout.hpp"

namespace kungen {

inline constexpr std::uint64_t first_deal = 1;
inline constexpr std::uint64_t last_deal = (std::uint64_t{1} << 33) - 1;

// The numbered deal; nothing when the number is out of range.
[[nodiscard]] std::optional<Layout> deal(const Rules& rules, std::uint64_t number);

}  // namespace kungen
