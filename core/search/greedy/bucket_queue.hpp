#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
    if (choices_.size() < room) choices_.resize(room);
    first_.fill(none);
    filled_.fill(0);
    summary_ = 0;
  }

  void push(std::uint32_t position, std::span<const Offer> offers) {
    offers = offers.first(std::min(offers.size(), room_ - used_));
    Choice* choice = choices_.data() + used_;
    auto index = static_cast<std::uint32_t>(used_);
    used_ += offers.size();
    std::uint64_t summary = summary_;
    for (const Offer& offer : offers) {
      const auto bucket =
          static_cast<std::uint32_t>(std::clamp((offer.value >> step_bits) + middle, 0, last));
      *choice++ = {position, first_[bucket], offer.shift};
      first_[bucket] = index++;
      filled_[bucket / 64] |= std::uint64_t{1} << bucket % 64;
      summary |= std::uint64_t{1} << bucket / 64;
    }
    summary_ = summary;
  }

  [[nodiscard]] bool empty() const { return summary_ == 0; }

  // The queue must not be empty.
  const Choice& pop() {
    const auto word = static_cast<std::uint32_t>(63 - std::countl_zero(summary_));
    const auto place = static_cast<std::uint32_t>(63 - std::countl_zero(filled_[word]));
    const Choice& choice = choices_[first_[64 * word + place]];
    first_[64 * word + place] = choice.next;
    if (choice.next == none) {
      filled_[word] &= ~(std::uint64_t{1} << place);
      if (filled_[word] == 0) summary_ &= ~(std::uint64_t{1} << word);
    }
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
  std::vector<Choice> choices_;
  std::array<std::uint32_t, buckets> first_;
  std::array<std::uint64_t, buckets / 64> filled_{};
  std::uint64_t summary_ = 0;
};

}  // namespace kungen::search
