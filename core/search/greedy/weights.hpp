#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kungen::search {

using Weight = std::int16_t;

// What a search values. Of a position: its room, what lies in the slots, and for each column what
// must move and what lies over the cards that go up next. Of a move: its kind and the room there
// is, what it takes away and what it lies on. Numbers beyond the end of a row count as its last;
// where something may be missing, that is last.
namespace feature {

inline constexpr std::size_t most = 16;
inline constexpr std::size_t cells = 8;
inline constexpr std::size_t columns = 4;
inline constexpr std::size_t kinds = 8;

// [empty columns][empty cells]
inline constexpr std::size_t room = 0;
// What is multiplied by a number.
inline constexpr std::size_t card_left = room + columns * cells;
inline constexpr std::size_t group = card_left + 1;
inline constexpr std::size_t depth = group + 1;
inline constexpr std::size_t low_card = depth + 1;
// For each column.
inline constexpr std::size_t violators = low_card + 1;
// 1 and the cards over one that goes up next, or next but one.
inline constexpr std::size_t over_next = violators + most;
inline constexpr std::size_t over_second = over_next + most;
inline constexpr std::size_t untouched = over_second + most;
// How far a card in a slot is from going up.
inline constexpr std::size_t slot = untouched + most;

// [kind][empty columns][empty cells]
inline constexpr std::size_t kind = slot + most;
// What taking cards away does to their column: [whole run or one card]
inline constexpr std::size_t left_over_next = kind + kinds * columns * cells;
inline constexpr std::size_t left_over_second = left_over_next + 2 * most;
inline constexpr std::size_t left_cards = left_over_second + 2 * most;
inline constexpr std::size_t left_low_card = left_cards + 2 * most;
// Whether the card set free fits on another, whether another fits on it, whether it goes up.
inline constexpr std::size_t freed = left_low_card + 2;
inline constexpr std::size_t run = freed + 2 * 3;
inline constexpr std::size_t part = run + most;
inline constexpr std::size_t broken_run = part + most;
// What cards come to lie on: [a run or a card of a slot]
inline constexpr std::size_t onto_over_next = broken_run + most;
inline constexpr std::size_t onto_untouched = onto_over_next + 2 * most;
inline constexpr std::size_t onto_low_card = onto_untouched + most;
// The place of the deepest card: [onto a card, to a cell, into an empty column, from a slot]
inline constexpr std::size_t place = onto_low_card + 1;

inline constexpr std::size_t count = place + 4 * most;

}  // namespace feature

// A set of weights, and whether cards go up as soon as they can, needed or not.
struct Weights {
  std::array<Weight, feature::count> values{};
  bool sends_all_up = false;

  bool operator==(const Weights&) const = default;
};

}  // namespace kungen::search
