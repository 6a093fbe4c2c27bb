#pragma once

#include <array>

#include "search/beam/cost_weights.hpp"
#include "search/board/board.hpp"

namespace kungen::search {

// What a position still costs, as far as that can be told without trying moves: the lower the
// better. A move changes a few terms, so that the cost of a position is told from that of the one
// before.
class Costs {
 public:
  // What a column costs by its untouched cards and those laid on them, how many of its runs
  // certainly must move, and its cards over lower ones.
  struct Column {
    std::int16_t cost = 0;
    Byte certain = 0;
    Byte violators = 0;
  };

  void begin(const Board& board, const CostWeights& weights);

  [[nodiscard]] const CostWeights& weights() const { return *weights_; }
  [[nodiscard]] const Column& column(int number, int untouched, int laid) const {
    return columns_[static_cast<std::size_t>(number)][static_cast<std::size_t>(untouched)]
                   [static_cast<std::size_t>(laid < most_laid ? laid : most_laid)];
  }
  [[nodiscard]] int room(int empty_columns, int empty_cells) const {
    return rooms_[static_cast<std::size_t>(empty_columns)][static_cast<std::size_t>(empty_cells)];
  }
  // Of a card in a slot.
  [[nodiscard]] int slot(const Position& position, Card card) const {
    const int before = place_of(card) - position.height(suit_of(card)) - 1;
    return weights_->slot[static_cast<std::size_t>(before)];
  }

 private:
  // A run has no more cards.
  static constexpr int most_laid = 13;
  using Laid = std::array<Column, most_laid + 1>;

  void begin_column(const Board& board, int number);
  void fill(const Board& board, int number, int untouched, Card free, class ColumnCount count);

  const CostWeights* weights_ = nullptr;
  std::array<std::array<Laid, max_untouched + 1>, max_columns> columns_{};
  std::array<std::array<int, max_cells + 1>, max_columns + 1> rooms_{};
};

// The cost of a position, and what that of the next ones follows from.
struct Estimate {
  Estimate(const Board& board, const Costs& costs, const Position& position);

  int cost = 0;
  int certain = 0;
  int violators = 0;
  // What each card more on a column costs for lying over those that go up soon.
  std::array<int, max_columns> over{};
};

}  // namespace kungen::search
