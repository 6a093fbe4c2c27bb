#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "rules.hpp"
#include "search/greedy/weights.hpp"

namespace kungen::search {

// A search with a set of weights, of so many positions at most.
struct Stage {
  std::uint32_t quota;
  Weights weights;
};

// The stages in which a game is searched, the ones that win most deals for their work first.
[[nodiscard]] std::span<const Stage> stages_for(const Rules& rules);

// The sets with which a deal is tried again that a complete search has not soon decided, one after
// the other: those of the game's stages, then others of its kind; null when there are no more.
[[nodiscard]] const Weights* try_for(const Rules& rules, std::size_t number);

// The weights that order a complete search.
[[nodiscard]] const Weights& order_for(const Rules& rules);

}  // namespace kungen::search
