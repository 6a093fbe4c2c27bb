#pragma once

#include <array>
#include <cstddef>

#include "search/store.hpp"
#include "search/value.hpp"

namespace kungen::search {

// The nodes to expand: lowest value first, and of equals the latest. The chains run through the
// nodes themselves.
class Queue {
 public:
  Queue() { first_.fill(no_index); }

  void push(Store& store, Index index, int value) {
    const auto bucket = static_cast<std::size_t>(value);
    store[index].next = first_[bucket];
    first_[bucket] = index;
    if (bucket < lowest_) lowest_ = bucket;
  }

  // The next node, or `no_index` when none is left.
  Index pop(const Store& store) {
    while (lowest_ < first_.size() && first_[lowest_] == no_index) ++lowest_;
    if (lowest_ == first_.size()) return no_index;
    const Index index = first_[lowest_];
    first_[lowest_] = store[index].next;
    return index;
  }

 private:
  std::array<Index, max_value + 1> first_;
  std::size_t lowest_ = max_value + 1;
};

}  // namespace kungen::search
