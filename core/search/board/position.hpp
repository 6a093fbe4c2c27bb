#pragma once

#include <array>
#include <cstdint>

#include "key.hpp"

namespace kungen::search {

// A set of cards: the bit of a card's number.
using Cards = std::uint64_t;

// What a card of the reserve lies on.
inline constexpr Byte in_reserve = 55;

// The cards of a board are numbered by their place on the foundation as those of the core are by
// their rank: 4 * (place - 1) + suit. So the base does not matter any more.
[[nodiscard]] constexpr int place_of(Card card) {
  return rank_of(card);
}

[[nodiscard]] constexpr Cards bit_of(Card card) {
  return Cards{1} << card;
}

// Where every card is, as moves change it in a few bytes: each card knows what it lies on, each
// column its free card and the deepest card of its run. The cards that a column was dealt with and
// that never moved are its untouched ones; what lies on those belongs to its run.
struct alignas(64) Position {
  std::array<Byte, max_cards> below{};
  std::array<Byte, suit_count> heights{};
  std::uint64_t hash = 0;
  // The free cards of columns; the bit of `on_base` says nothing. And the cards in cells and in the
  // reserve.
  Cards tops = 0;
  Cards slots = 0;
  // Of an empty column both are `on_base`.
  std::array<Card, max_columns> free{};
  std::array<Card, max_columns> base{};
  std::array<Byte, max_columns> length{};
  std::array<Byte, max_columns> untouched{};
  Byte empty_cells = 0;
  Byte empty_columns = 0;
  Byte cards_left = 0;
  std::uint16_t depth = 0;

  [[nodiscard]] Card free_of(int column) const { return free[static_cast<std::size_t>(column)]; }
  [[nodiscard]] Card base_of(int column) const { return base[static_cast<std::size_t>(column)]; }
  [[nodiscard]] int length_of(int column) const { return length[static_cast<std::size_t>(column)]; }
  [[nodiscard]] int untouched_of(int column) const {
    return untouched[static_cast<std::size_t>(column)];
  }
  [[nodiscard]] int height(int suit) const { return heights[static_cast<std::size_t>(suit)]; }
};

static_assert(sizeof(Position) == 128);

// A move of a card and those over it. The source is the number of a column, or `in_cell` or
// `in_reserve`; the target that of a column, or `in_cell` or `on_foundation`.
struct Shift {
  Card card;
  Byte source;
  Byte target;
  Byte count;
};

// A move in one word.
using PackedShift = std::uint32_t;

[[nodiscard]] constexpr PackedShift packed(Shift shift) {
  return PackedShift{shift.card} | PackedShift{shift.source} << 8U |
         PackedShift{shift.target} << 16U | PackedShift{shift.count} << 24U;
}

[[nodiscard]] constexpr Shift unpacked(PackedShift shift) {
  return {static_cast<Byte>(shift), static_cast<Byte>(shift >> 8U), static_cast<Byte>(shift >> 16U),
          static_cast<Byte>(shift >> 24U)};
}

// What a card came to lie on: another card, `on_base`, `in_cell` or `on_foundation`.
struct Laid {
  Card card;
  Byte onto;
};

// The hash of a position is the sum over its cards of a product of two numbers that look random,
// one for the card and one for what it lies on. So neither the order of columns nor that of cells
// is in it, and a move changes one term.
namespace hashing {

inline constexpr auto numbers = [] {
  std::array<std::array<std::uint64_t, 64>, 2> table{};
  for (int card = 0; card < 64; ++card) {
    table[0][static_cast<std::size_t>(card)] = hash_term(byte_of(card), on_base);
    table[1][static_cast<std::size_t>(card)] = hash_term(byte_of(card), in_cell);
  }
  return table;
}();

}  // namespace hashing

[[nodiscard]] constexpr std::uint64_t lying(Card card, Byte below) {
  return hashing::numbers[0][card] * hashing::numbers[1][below];
}

}  // namespace kungen::search
