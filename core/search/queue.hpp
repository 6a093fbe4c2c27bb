#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/store.hpp"
#include "search/value.hpp"

namespace kungen::search {

// The nodes to expand: lowest value first, and of equals the latest. The chains run through the
// nodes themselves. Every fifth node comes from anywhere, so that a region that only looks good
// cannot hold up the search; the choice looks random and is the same on every machine.
class Queue {
 public:
  Queue() { clear(); }

  void clear() {
    first_.fill(no_index);
    lowest_ = first_.size();
    end_ = 0;
  }

  void push(Store& store, Index index, int value) {
    const auto bucket = static_cast<std::size_t>(value);
    store[index].next = first_[bucket];
    first_[bucket] = index;
    if (bucket < lowest_) lowest_ = bucket;
    if (bucket >= end_) end_ = bucket + 1;
  }

  // The next node, or `no_index` when none is left.
  Index pop(Store& store) {
    while (lowest_ < end_ && first_[lowest_] == no_index) ++lowest_;
    if (lowest_ >= end_) return no_index;
    return take(store, ++pops_ % anywhere_period == 0 ? any_bucket() : lowest_);
  }

 private:
  static constexpr std::uint32_t anywhere_period = 5;

  Index take(Store& store, std::size_t bucket) {
    const Index index = first_[bucket];
    first_[bucket] = store[index].next;
    store[index].next = expanded;
    return index;
  }

  // A bucket that is not empty; the lowest one must not be.
  std::size_t any_bucket() {
    random_ = random_ * 1664525U + 1013904223U;
    std::size_t bucket = lowest_ + (random_ >> 8U) % (end_ - lowest_);
    while (first_[bucket] == no_index) --bucket;
    return bucket;
  }

  std::array<Index, max_value + 1> first_;
  // No bucket before the one or from the other on holds a node.
  std::size_t lowest_;
  std::size_t end_;
  std::uint32_t pops_ = 0;
  std::uint32_t random_ = 1;
};

}  // namespace kungen::search
