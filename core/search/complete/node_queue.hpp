#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "search/keyed_store.hpp"

namespace kungen::search {

// The number of the highest bit; there must be one.
[[nodiscard]] constexpr std::uint32_t highest_of(std::uint64_t bits) {
  return static_cast<std::uint32_t>(63 - std::countl_zero(bits));
}

// The nodes to expand: the most valuable first, and of equals the latest. The chains run through
// the nodes themselves. Every third node comes from anywhere, so that a region that only looks good
// cannot hold up the search; the choice looks random and is the same on every machine.
class NodeQueue {
 public:
  NodeQueue() { first_.fill(no_index); }

  template <typename Store>
  void push(Store& store, Index index, int value) {
    const auto bucket =
        static_cast<std::uint32_t>(std::clamp((value >> step_bits) + middle, 0, last));
    store[index].next = first_[bucket];
    first_[bucket] = index;
    filled_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
    summary_ |= std::uint64_t{1} << bucket / 64;
  }

  // The next node, or `no_index` when none is left.
  template <typename Store>
  Index pop(Store& store) {
    if (summary_ == 0) return no_index;
    const std::uint32_t highest = highest_of(summary_);
    if (++pops_ % anywhere_period != 0) return take(store, highest, highest_of(filled_[highest]));
    const std::uint32_t word = any_of(summary_);
    return take(store, word, any_of(filled_[word]));
  }

 private:
  static constexpr std::uint32_t anywhere_period = 3;
  static constexpr std::uint32_t buckets = 2048;
  static constexpr int last = buckets - 1;
  static constexpr int middle = buckets / 2;
  static constexpr int step_bits = 2;

  // One of the bits, which must not be none: of those between the lowest and the highest each is as
  // likely, and the next lower one stands for one that is not there.
  [[nodiscard]] std::uint32_t any_of(std::uint64_t bits) {
    const auto lowest = static_cast<std::uint32_t>(std::countr_zero(bits));
    random_ = random_ * 1664525U + 1013904223U;
    std::uint32_t bit = lowest + (random_ >> 8U) % (highest_of(bits) - lowest + 1);
    while ((bits >> bit & 1U) == 0) --bit;
    return bit;
  }

  template <typename Store>
  Index take(Store& store, std::uint32_t word, std::uint32_t place) {
    Index& chain = first_[64 * word + place];
    const Index index = chain;
    chain = store[index].next;
    store[index].next = expanded;
    if (chain == no_index) {
      filled_[word] &= ~(std::uint64_t{1} << place);
      if (filled_[word] == 0) summary_ &= ~(std::uint64_t{1} << word);
    }
    return index;
  }

  std::array<Index, buckets> first_;
  std::array<std::uint64_t, buckets / 64> filled_{};
  std::uint64_t summary_ = 0;
  std::uint32_t pops_ = 0;
  std::uint32_t random_ = 1;
};

}  // namespace kungen::search
