#pragma once

#include <cstdint>
#include <span>

#include "rules.hpp"
#include "search/greedy/weights.hpp"

namespace kungen::search {

// A set of weights, and for how many positions a search follows them.
struct Stage {
  const Weights* weights;
  std::uint32_t quota;
};

// The stages of a game, found from what its rules are like. They were fitted by tools/tune.
[[nodiscard]] std::span<const Stage> stages_for(const Rules& rules);

}  // namespace kungen::search
