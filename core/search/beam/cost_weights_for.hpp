#pragma once

#include "rules.hpp"
#include "search/beam/cost_weights.hpp"

namespace kungen::search {

// The weights of a game, found from what its rules are like. They were fitted by tools/tune_short.
[[nodiscard]] const CostWeights& cost_weights_for(const Rules& rules);

}  // namespace kungen::search
