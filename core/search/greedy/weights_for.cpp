#include "search/greedy/weights_for.hpp"

#include <array>

namespace kungen::search {
namespace {

constexpr auto freecell = std::to_array<Stage>({
#include "search/greedy/weights/freecell.inc"
});
constexpr Weights freecell_order =
#include "search/greedy/weights/freecell_order.inc"
    ;
constexpr auto relaxed_freecell = std::to_array<Stage>({
#include "search/greedy/weights/relaxed_freecell.inc"
});
constexpr auto forecell = std::to_array<Stage>({
#include "search/greedy/weights/forecell.inc"
});
constexpr auto king_albert = std::to_array<Stage>({
#include "search/greedy/weights/king_albert.inc"
});
constexpr Weights forecell_order =
#include "search/greedy/weights/forecell_order.inc"
    ;
constexpr Weights king_albert_order =
#include "search/greedy/weights/king_albert_order.inc"
    ;
constexpr auto bakers_game = std::to_array<Stage>({
#include "search/greedy/weights/bakers_game.inc"
});
constexpr auto eight_off = std::to_array<Stage>({
#include "search/greedy/weights/eight_off.inc"
});
constexpr auto seahaven_towers = std::to_array<Stage>({
#include "search/greedy/weights/seahaven_towers.inc"
});

std::span<const Stage> in_one_suit(const Rules& rules) {
  constexpr int many_cells = 6;
  if (rules.empty_column == EmptyColumn::any) return bakers_game;
  if (rules.cells < many_cells) return seahaven_towers;
  return eight_off;
}

}  // namespace

std::span<const Stage> stages_for(const Rules& rules) {
  if (rules.build == Build::same_suit) return in_one_suit(rules);
  if (rules.empty_column == EmptyColumn::last_rank) return forecell;
  if (rules.cells == 0) return king_albert;
  if (rules.runs == Runs::any_length) return relaxed_freecell;
  return freecell;
}

// What wins most deals in a few positions may lead a long search astray: where wins may be far, a
// set was fitted to the hardest deals.
const Weights& order_for(const Rules& rules) {
  if (rules.build == Build::same_suit) return in_one_suit(rules).front().weights;
  if (rules.empty_column == EmptyColumn::last_rank) return forecell_order;
  return rules.cells == 0 ? king_albert_order : freecell_order;
}

}  // namespace kungen::search
