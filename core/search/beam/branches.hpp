#pragma once

#include <array>
#include <cstddef>

#include "search/beam/costs.hpp"

namespace kungen::search {

// A move that may be made, the cost of the position that it leads to as long as no card goes up,
// and how many runs then certainly must move.
struct Branch {
  int cost;
  int certain;
  Shift shift;
};

// All moves of a position but those up.
class Branches {
 public:
  Branches(const Board& board, const Costs& costs, const Position& position,
           const Estimate& estimate);

  [[nodiscard]] const Branch* begin() const { return branches_.data(); }
  [[nodiscard]] const Branch* end() const { return branches_.data() + size_; }

 private:
  // What changes when cards leave a column or come to it.
  struct Change {
    int cost;
    int certain;
  };

  void add_from_column(int column);
  void add_into_empty(int column, int cards);
  void add_from_slot(Card card);
  void add(Change change, Shift shift) {
    branches_[size_++] = {estimate_.cost + change.cost, estimate_.certain + change.certain, shift};
  }
  [[nodiscard]] Change taking(int column, int count) const;
  [[nodiscard]] Change laying(int column, int count) const;
  // What room costs more when there is so much more of it.
  [[nodiscard]] int room(int columns, int cells) const {
    return costs_.room(position_.empty_columns + columns, position_.empty_cells + cells) - room_;
  }
  [[nodiscard]] Card deepest(int column, int count) const;

  const Relations& relations_;
  const Costs& costs_;
  const Position& position_;
  const Estimate& estimate_;
  const Capacity capacity_;
  const int room_;
  // By its free card; by `on_base` an empty one.
  std::array<Byte, 64> column_of_{};
  std::size_t size_ = 0;
  // Not set to zero: this is the hottest loop. More than any position has.
  std::array<Branch, 512> branches_;
};

}  // namespace kungen::search
