#include "search/greedy/weights_for.hpp"

#include <array>

namespace kungen::search {
namespace {

constexpr Weights freecell{
#include "search/greedy/weights/freecell.inc"
};
constexpr Weights freecell_calm{
#include "search/greedy/weights/freecell_calm.inc"
};
constexpr Weights relaxed_freecell{
#include "search/greedy/weights/relaxed_freecell.inc"
};
constexpr Weights forecell{
#include "search/greedy/weights/forecell.inc"
};
constexpr Weights king_albert{
#include "search/greedy/weights/king_albert.inc"
};
constexpr Weights bakers_game{
#include "search/greedy/weights/bakers_game.inc"
};
constexpr Weights eight_off{
#include "search/greedy/weights/eight_off.inc"
};
constexpr Weights seahaven_towers{
#include "search/greedy/weights/seahaven_towers.inc"
};
constexpr Weights penguin{
#include "search/greedy/weights/penguin.inc"
};

constexpr std::array<Stage, 5> freecell_stages{{{&freecell, 150},
                                                {&freecell_calm, 250},
                                                {&freecell, 800},
                                                {&freecell_calm, 2000},
                                                {&freecell, 6000}}};
constexpr std::array<Stage, 2> relaxed_freecell_stages{
    {{&relaxed_freecell, 400}, {&freecell, 1000}}};
constexpr std::array<Stage, 2> forecell_stages{{{&forecell, 300}, {&freecell, 500}}};
constexpr std::array<Stage, 2> king_albert_stages{{{&king_albert, 300}, {&freecell, 500}}};
constexpr std::array<Stage, 1> bakers_game_stages{{{&bakers_game, 300}}};
constexpr std::array<Stage, 2> eight_off_stages{{{&eight_off, 400}, {&seahaven_towers, 1000}}};
constexpr std::array<Stage, 1> seahaven_towers_stages{{{&seahaven_towers, 300}}};
constexpr std::array<Stage, 1> penguin_stages{{{&penguin, 400}}};

std::span<const Stage> in_one_suit(const Rules& rules) {
  constexpr int many_cells = 6;
  if (rules.wraps) return penguin_stages;
  if (rules.empty_column == EmptyColumn::any) return bakers_game_stages;
  if (rules.cells < many_cells) return seahaven_towers_stages;
  return eight_off_stages;
}

}  // namespace

std::span<const Stage> stages_for(const Rules& rules) {
  if (rules.build == Build::same_suit) return in_one_suit(rules);
  if (rules.empty_column == EmptyColumn::last_rank) return forecell_stages;
  if (rules.runs == Runs::single_card) return king_albert_stages;
  if (rules.runs == Runs::any_length) return relaxed_freecell_stages;
  return freecell_stages;
}

}  // namespace kungen::search
