#include "search/value.hpp"

#include <algorithm>

#include "moves.hpp"

namespace kungen::search {
namespace {

// Fitted by hill climbing on the numbered deals 100001 to 101000, by the layouts a search keeps.
namespace weight {
constexpr int group = 7;
constexpr int out_of_order = 4;
constexpr int over_next = 6;
constexpr int over_second = 2;
constexpr int used_cell = 13;
constexpr int used_cells_squared = 18;
constexpr int card_left = 4;
}  // namespace weight

// Small square terms are kept in whole numbers.
constexpr int square_divisor = 4;

struct Disorder {
  // Cards that lie over a lower one in their column.
  int out_of_order = 0;
  // Runs that hold such a card: each must move at least once.
  int groups = 0;
  // Cards over those that the foundations take next, and over the ones after them.
  int over_next = 0;
  int over_second = 0;
};

void add_order(const Rules& rules, const Column& column, Disorder& sum) {
  int lowest = max_ranks + 1;
  bool counted = false;
  for (int place = 0; place < column.size(); ++place) {
    const Card card = column[place];
    if (place > 0 && !rules.stacks(card, column[place - 1])) counted = false;
    if (rank_of(card) > lowest) {
      ++sum.out_of_order;
      sum.groups += counted ? 0 : 1;
      counted = true;
    }
    lowest = std::min(lowest, rank_of(card));
  }
}

// How many cards lie over the deepest card that is `ahead` places from going up; 0 without one.
int cards_over(const Layout& layout, const Column& column, int ahead) {
  for (int place = 0; place < column.size(); ++place) {
    const Card card = column[place];
    if (layout.foundation(suit_of(card)) + ahead == rank_of(card)) {
      return column.size() - 1 - place;
    }
  }
  return 0;
}

}  // namespace

int value_of(const Rules& rules, const Layout& layout) {
  Disorder sum;
  for (int index = 0; index < rules.columns; ++index) {
    const Column& column = layout.column(index);
    add_order(rules, column, sum);
    sum.over_next += cards_over(layout, column, 1);
    sum.over_second += cards_over(layout, column, 2);
  }
  const int used = rules.cells - empty_cells(rules, layout);
  const int left = rules.cards() - layout.cards_on_foundations();
  const int value = weight::group * sum.groups + weight::out_of_order * sum.out_of_order +
                    weight::over_next * sum.over_next + weight::over_second * sum.over_second +
                    weight::used_cell * used +
                    weight::used_cells_squared * used * used / square_divisor +
                    weight::card_left * left;
  return std::min(value, max_value);
}

}  // namespace kungen::search
