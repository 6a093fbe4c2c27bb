#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kungen::search {

// What the parts of a position cost. Numbers beyond the end of a row count as its last.
struct CostWeights {
  using Weight = std::int16_t;
  static constexpr std::size_t columns = 4;
  static constexpr std::size_t cells = 8;
  static constexpr std::size_t places = 13;
  static constexpr int soon = 4;
  static constexpr std::size_t lengths = 16;

  // A card in a column over a lower one: by how many places, and first of all over one of its own
  // suit. And the run that such cards are in, by the worst of them.
  std::array<Weight, places> violator{};
  std::array<Weight, places> group{};
  // A column, by how many of its cards never moved, and eight of those for lying deep.
  std::array<Weight, lengths> untouched{};
  Weight low_card = 0;
  Weight card_left = 0;
  // A card that goes up next, next but one, ... and is not to be had, and each card over it.
  std::array<Weight, soon> buried{};
  std::array<Weight, soon> over{};
  // [empty columns][empty cells]
  std::array<Weight, columns * cells> room{};
  // A card in a slot, by how many of its suit go up before it.
  std::array<Weight, places> slot{};
};

}  // namespace kungen::search
