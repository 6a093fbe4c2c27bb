#pragma once

#include <vector>

#include "autoplay.hpp"

namespace kungen {

inline constexpr int any_face_down = 255;

// A card that must lie on another in a column, directly and both face up.
struct Pair {
  Card card;
  Card below;
};

// What a lesson asks of a layout; all of it at the same time.
struct Goal {
  bool won = false;
  // The least numbers of empty cells and empty columns.
  int cells = 0;
  int columns = 0;
  // The largest number of cards face down.
  int face_down = any_face_down;
  // The cards that must be on their foundations.
  std::vector<Card> up;
  std::vector<Pair> on;
};

[[nodiscard]] bool is_reached(const Rules& rules, const Layout& layout, const Goal& goal);

// Reads a goal record. Nothing comes back, and `fault` says why, when it is bad.
[[nodiscard]] std::optional<Goal> unpack_goal(const Rules& rules, std::span<const Byte> record,
                                              Fault& fault);

}  // namespace kungen
