#include "search/beam/cost_weights_for.hpp"

namespace kungen::search {
namespace {

constexpr CostWeights freecell{
#include "search/beam/weights/freecell.inc"
};

}  // namespace

const CostWeights& cost_weights_for(const Rules&) {
  return freecell;
}

}  // namespace kungen::search
