#pragma once

#include <array>

#include "search/board/board.hpp"
#include "search/greedy/lanes.hpp"
#include "search/greedy/weights.hpp"

namespace kungen::search {

// The weights of a search as it looks them up, with what its board adds to them.
struct Worths {
  // Of taking a whole run from a column, or one card.
  enum Group : std::size_t { whole_run, one_card };

  // Of a column's first cards as long as they never moved: what they are worth, what taking a run
  // or a card from them and laying cards on them is, and what the board says of them.
  struct alignas(16) First {
    Weight having = 0;
    std::array<Weight, 2> taking{};
    Weight laying = 0;
    Byte disorder = 0;
    Byte most_over = 0;
    Byte groups = 0;
    bool counts_last = false;
    std::array<Byte, 4> unused{};
  };

  void begin(const Board& board, const Weights& with);

  [[nodiscard]] int operator[](std::size_t index) const { return weights.values[index]; }
  [[nodiscard]] int at(std::size_t row, int number) const {
    return weights.values[row + static_cast<std::size_t>(number)];
  }

  Weights weights;
  lanes::Table violators;
  lanes::Table over_next;
  lanes::Table over_second;
  // What is left over the cards that go up next: [group]; one card by what is over them before.
  std::array<lanes::Table, 2> left_over_next;
  std::array<lanes::Table, 2> left_over_second;
  std::array<lanes::Table, 2> left_cards;
  // Whether the card set free fits, is fitted, goes up: [group]
  std::array<lanes::Table, 2> freed;
  std::array<lanes::Table, 2> onto_over_next;
  lanes::Table run;
  lanes::Table broken_run;
  // By the number of the place before.
  lanes::Table place_onto_card;
  lanes::Table place_in_cell;
  lanes::Table place_in_empty;
  std::array<std::array<First, max_untouched + 1>, max_columns> first{};

 private:
  void fill_tables();
  void fill_columns(const Board& board);
};

}  // namespace kungen::search
