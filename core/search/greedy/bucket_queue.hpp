#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "moves.hpp"

namespace kungen::search {

// A move that may be made from a position, and the next in its bucket.
struct Choice {
  std::uint32_t position;
  std::uint32_t next;
  Move move;
};

// Choices, the most valuable first and of equals the latest. There is room for so many in all, and
// what comes later is dropped.
class BucketQueue {
 public:
  void clear(std::size_t room) {
    room_ = room;
    choices_.clear();
    choices_.reserve(room);
    filled_.fill(0);
    summary_ = 0;
  }

  void push(std::uint32_t position, Move move, int value) {
    if (choices_.size() == room_) return;
    const auto bucket = static_cast<std::uint32_t>(std::clamp(value / step + middle, 0, last));
    const std::uint32_t word = bucket / 64;
    const std::uint64_t bit = std::uint64_t{1} << bucket % 64;
    const std::uint32_t next = (filled_[word] & bit) != 0 ? first_[bucket] : none;
    first_[bucket] = static_cast<std::uint32_t>(choices_.size());
    choices_.push_back({position, next, move});
    filled_[word] |= bit;
    summary_ |= std::uint32_t{1} << word;
  }

  [[nodiscard]] bool empty() const { return summary_ == 0; }

  // The queue must not be empty.
  const Choice& pop() {
    const auto word = static_cast<std::uint32_t>(31 - std::countl_zero(summary_));
    const auto place = static_cast<std::uint32_t>(63 - std::countl_zero(filled_[word]));
    const Choice& choice = choices_[first_[64 * word + place]];
    first_[64 * word + place] = choice.next;
    if (choice.next == none) {
      filled_[word] &= ~(std::uint64_t{1} << place);
      if (filled_[word] == 0) summary_ &= ~(std::uint32_t{1} << word);
    }
    return choice;
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  static constexpr int buckets = 2048;
  static constexpr int last = buckets - 1;
  static constexpr int middle = buckets / 2;
  static constexpr int step = 4;

  std::size_t room_ = 0;
  std::vector<Choice> choices_;
  std::array<std::uint32_t, buckets> first_;
  std::array<std::uint64_t, buckets / 64> filled_{};
  std::uint32_t summary_ = 0;
};

}  // namespace kungen::search
