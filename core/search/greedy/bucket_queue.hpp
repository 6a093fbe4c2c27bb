#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/greedy/outlook.hpp"

namespace kungen::search {

// A move that may be made from a position, and the next in its bucket.
struct Choice {
  std::uint32_t position;
  std::uint32_t next;
  PackedShift shift;
};

// Choices, the most valuable first and of equals the latest. There is room for so many in all, and
// what comes later is dropped.
class BucketQueue {
 public:
  void clear(std::size_t room) {
    room_ = room;
    used_ = 0;
    left_ = 0;
    best_ = 0;
    if (choices_.size() < room) choices_.resize(room);
    first_.fill(none);
  }

  void push(std::uint32_t position, std::span<const Offer> offers) {
    offers = offers.first(std::min(offers.size(), room_ - used_));
    Choice* choice = choices_.data() + used_;
    auto index = static_cast<std::uint32_t>(used_);
    used_ += offers.size();
    left_ += offers.size();
    int best = best_;
    for (const Offer& offer : offers) {
      const int bucket = std::clamp((offer.value >> step_bits) + middle, 0, last);
      best = std::max(best, bucket);
      std::uint32_t& first = first_[static_cast<std::size_t>(bucket)];
      *choice++ = {position, first, offer.shift};
      first = index++;
    }
    best_ = best;
  }

  [[nodiscard]] bool empty() const { return left_ == 0; }

  // The queue must not be empty.
  const Choice& pop() {
    int bucket = best_;
    while (first_[static_cast<std::size_t>(bucket)] == none) --bucket;
    best_ = bucket;
    std::uint32_t& first = first_[static_cast<std::size_t>(bucket)];
    const Choice& choice = choices_[first];
    first = choice.next;
    --left_;
    return choice;
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr int buckets = 2048;
  static constexpr int last = buckets - 1;
  static constexpr int middle = buckets / 2;
  static constexpr int step_bits = 2;

  std::size_t room_ = 0;
  std::size_t used_ = 0;
  std::size_t left_ = 0;
  // No better bucket has a choice.
  int best_ = 0;
  std::vector<Choice> choices_;
  std::array<std::uint32_t, buckets> first_;
};

}  // namespace kungen::search
