#include "search/greedy/worths.hpp"

#include <algorithm>

#include "search/greedy/outlook.hpp"

namespace kungen::search {
namespace {

// So large that no sum of a few of them is more than a word.
constexpr int largest = 8000;
constexpr int most = feature::most - 1;

// A weight for low cards is for eight of them.
constexpr int shared(int weight, int number) {
  return weight * number / 8;
}

constexpr Weight weight_of(int value) {
  return static_cast<Weight>(std::clamp(value, -largest, largest));
}

template <typename ValueOf>
lanes::Table table_of(const ValueOf& value_of) {
  lanes::Table table;
  for (int number = 0; number <= most; ++number) {
    table.set(static_cast<std::size_t>(number), weight_of(value_of(number)));
  }
  return table;
}

}  // namespace

void Worths::begin(const Board& board, const Weights& with) {
  if (weights != with) {
    weights = with;
    fill_tables();
  }
  fill_columns(board);
}

void Worths::fill_tables() {
  const auto row = [this](std::size_t start) {
    return table_of([&](int number) { return at(start, number); });
  };
  const auto by_place = [this](std::size_t start) {
    return table_of([&](int number) { return at(start, std::min(number + 1, most)); });
  };
  const auto one_less = [this](std::size_t start) {
    return table_of([&](int over) { return at(start, Outlook::left_over(over, 1)); });
  };
  violators = row(feature::violators);
  over_next = row(feature::over_next);
  over_second = row(feature::over_second);
  left_over_next = {row(feature::left_over_next),
                    one_less(feature::left_over_next + feature::most)};
  left_over_second = {row(feature::left_over_second),
                      one_less(feature::left_over_second + feature::most)};
  left_cards = {row(feature::left_cards), row(feature::left_cards + feature::most)};
  onto_over_next = {row(feature::onto_over_next), row(feature::onto_over_next + feature::most)};
  run = row(feature::run);
  broken_run = row(feature::broken_run);
  place_onto_card = by_place(outlook::place_onto_card);
  place_in_cell = by_place(outlook::place_in_cell);
  place_in_empty = by_place(outlook::place_in_empty);
  for (std::size_t group = 0; group < 2; ++group) {
    freed[group] = table_of([&](int facts) {
      int sum = 0;
      for (int fact = 0; fact < 3; ++fact) {
        if ((facts >> fact & 1) != 0) sum += at(feature::freed + 3 * group, fact);
      }
      return sum;
    });
  }
}

void Worths::fill_columns(const Board& board) {
  for (int column = 0; column < board.columns(); ++column) {
    for (int cards = 0; cards <= board.start().length_of(column); ++cards) {
      const Prefix& prefix = board.prefix(column, cards);
      const int low = prefix.low_cards;
      const int number = std::min(cards, most);
      First& here = first[static_cast<std::size_t>(column)][static_cast<std::size_t>(cards)];
      const Worths& values = *this;
      here.having =
          weight_of(at(feature::untouched, number) + shared(values[feature::low_card], low));
      here.taking = {weight_of(shared(values[feature::left_low_card], low)),
                     weight_of(shared(values[feature::left_low_card + 1], low))};
      here.laying = weight_of(at(feature::onto_untouched, number) +
                              shared(values[feature::onto_low_card], low));
      here.disorder = prefix.disorder;
      here.most_over = prefix.most_over;
      here.groups = prefix.groups;
      here.counts_last = prefix.counts_last;
    }
  }
}

}  // namespace kungen::search
