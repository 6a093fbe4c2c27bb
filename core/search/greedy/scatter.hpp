#pragma once

#include <array>
#include <cstdint>

#include "search/greedy/board.hpp"

namespace kungen::search {

// A number that looks random (splitmix64).
constexpr std::uint64_t scramble(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15U;
  number = (number ^ number >> 30U) * 0xBF58476D1CE4E5B9U;
  number = (number ^ number >> 27U) * 0x94D049BB133111EBU;
  return number ^ number >> 31U;
}

// A hash is the sum of these over all cards that are not up: neither the order of columns nor that
// of cells is in it.
inline constexpr auto scatter = [] {
  std::array<std::array<std::uint64_t, grounds>, max_cards> table{};
  std::uint64_t number = 1;
  for (auto& row : table) {
    for (auto& entry : row) entry = scramble(number++);
  }
  return table;
}();

constexpr std::uint64_t scattered(Card card, Byte below) {
  return scatter[card][below];
}

}  // namespace kungen::search
