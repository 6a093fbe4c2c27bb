#include "search/value.hpp"

#include <algorithm>

#include "moves.hpp"

namespace kungen::search {
namespace {

struct Weights {
  int group;
  int out_of_order;
  int over_next;
  int over_second;
  int used_cell;
  int used_cells_squared;
  int card_left;
  int hidden;
  int in_stock;
  // With limited passes: a turning over, and a card drawn, which is out of reach for a while.
  int turned_over;
  int drawn;
};

// Fitted by hill climbing on FreeCell's deals 100001 to 101000, by the layouts a search keeps.
constexpr Weights without_stock{.group = 7,
                                .out_of_order = 4,
                                .over_next = 6,
                                .over_second = 2,
                                .used_cell = 13,
                                .used_cells_squared = 18,
                                .card_left = 4,
                                .hidden = 15,
                                .in_stock = 0,
                                .turned_over = 0,
                                .drawn = 0};

// Fitted on Klondike's deals 100001 to 100100, drawing one and three: most of the way is turning
// cards up.
constexpr Weights with_stock{.group = 4,
                             .out_of_order = 2,
                             .over_next = 2,
                             .over_second = 1,
                             .used_cell = 13,
                             .used_cells_squared = 18,
                             .card_left = 4,
                             .hidden = 15,
                             .in_stock = 3,
                             .turned_over = 40,
                             .drawn = 2};

// Small square terms are kept in whole numbers.
constexpr int square_divisor = 4;

struct Disorder {
  // Cards that lie over one of a lower place in their column.
  int out_of_order = 0;
  // Runs that hold such a card: each must move at least once.
  int groups = 0;
  // Cards over those that the foundations take next, and over the ones after them.
  int over_next = 0;
  int over_second = 0;
  // Cards face down.
  int hidden = 0;
};

void add_order(const Rules& rules, const Layout& layout, const Column& column, Disorder& sum) {
  int lowest = max_ranks + 1;
  bool counted = false;
  for (int place = 0; place < column.size(); ++place) {
    const Card card = column[place];
    if (place > 0 && !rules.stacks(card, column[place - 1])) counted = false;
    const int height = layout.place_of(card);
    if (height > lowest) {
      ++sum.out_of_order;
      sum.groups += counted ? 0 : 1;
      counted = true;
    }
    lowest = std::min(lowest, height);
  }
}

// How many cards lie over the deepest card that is `ahead` places from going up; 0 without one.
int cards_over(const Layout& layout, const Column& column, int ahead) {
  for (int place = 0; place < column.size(); ++place) {
    const Card card = column[place];
    if (layout.foundation(suit_of(card)) + ahead == layout.place_of(card)) {
      return column.size() - 1 - place;
    }
  }
  return 0;
}

int value_of_stock(const Rules& rules, const Weights& weights, const Stock& stock) {
  const auto left = static_cast<int>(stock.cards().size());
  const auto drawn = static_cast<int>(stock.waste().size());
  const int value = weights.in_stock * (left + drawn);
  if (rules.passes == 0) return value;
  return value + weights.turned_over * stock.turned_over() + weights.drawn * drawn;
}

}  // namespace

int value_of(const Rules& rules, const Layout& layout) {
  Disorder sum;
  for (int index = 0; index < rules.columns; ++index) {
    const Column& column = layout.column(index);
    add_order(rules, layout, column, sum);
    sum.hidden += column.hidden();
    sum.over_next += cards_over(layout, column, 1);
    sum.over_second += cards_over(layout, column, 2);
  }
  const Weights& weights = rules.has_stock() ? with_stock : without_stock;
  const int used = rules.cells - empty_cells(rules, layout);
  const int left = rules.cards() - layout.cards_on_foundations();
  const int value = weights.group * sum.groups + weights.out_of_order * sum.out_of_order +
                    weights.over_next * sum.over_next + weights.over_second * sum.over_second +
                    weights.used_cell * used +
                    weights.used_cells_squared * used * used / square_divisor +
                    weights.card_left * left + weights.hidden * sum.hidden +
                    value_of_stock(rules, weights, layout.stock);
  return std::min(value, max_value);
}

}  // namespace kungen::search
