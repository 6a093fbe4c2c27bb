#include "search/greedy/weights_for.hpp"

#include <array>

namespace kungen::search {
namespace {

constexpr auto freecell = std::to_array<Stage>({
#include "search/greedy/weights/freecell.inc"
});
constexpr auto relaxed_freecell = std::to_array<Stage>({
#include "search/greedy/weights/relaxed_freecell.inc"
});
constexpr auto forecell = std::to_array<Stage>({
#include "search/greedy/weights/forecell.inc"
});
constexpr auto king_albert = std::to_array<Stage>({
#include "search/greedy/weights/king_albert.inc"
});
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

const Weights* try_for(const Rules& rules, std::size_t number) {
  const auto own = stages_for(rules);
  if (number < own.size()) return &own[number].weights;
  const std::span<const Stage> others = freecell;
  const bool has_more = rules.build == Build::alternating && own.data() != others.data();
  const std::size_t place = number - own.size();
  return has_more && place < others.size() ? &others[place].weights : nullptr;
}

// What wins most deals in a few positions may lead a long search astray: those of FreeCell win the
// hard deals of its kind sooner than sets of their own.
const Weights& order_for(const Rules& rules) {
  const bool is_like_freecell = rules.build == Build::alternating && rules.cells > 0;
  return (is_like_freecell ? std::span<const Stage>(freecell) : stages_for(rules)).front().weights;
}

}  // namespace kungen::search
