#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "layout.hpp"

namespace kungen {

// What a card lies on, where it lies on no card.
inline constexpr Byte on_base = 52;
inline constexpr Byte in_cell = 53;
inline constexpr Byte on_foundation = 54;
inline constexpr Byte not_in_deck = 55;
inline constexpr Byte bottom_of_stock = 56;
inline constexpr Byte bottom_of_waste = 57;
// And the number of the place after it.
inline constexpr Byte first_in_reserve = 64;
// Added to what a card in a column lies on when it is face down.
inline constexpr Byte face_down = 0x80;

// For every card what it lies on, and how often the stock was turned over: an exact and canonical
// key. Columns have no order in it and cells are a set, and nothing else is lost: the chains of
// cards are the columns, the stock (where a card lies on the one that comes after it) and the
// waste. The base is no part of it: no move changes that.
struct Key {
  std::array<Byte, max_cards> below;
  Byte turned_over = 0;

  [[nodiscard]] Byte& operator[](Card card) { return below[card]; }
  [[nodiscard]] Byte operator[](Card card) const { return below[card]; }
  bool operator==(const Key&) const = default;
};

// Tells `lay` of each card of the waste and the stock what it lies on. In the stock the card that
// comes next lies on top.
template <typename Lay>
void chain_stock(const Stock& stock, const Lay& lay) {
  Byte below = bottom_of_waste;
  for (const Card card : stock.waste()) lay(card, std::exchange(below, card));
  below = bottom_of_stock;
  const auto cards = stock.cards();
  for (std::size_t left = cards.size(); left-- > 0;) {
    lay(cards[left], std::exchange(below, cards[left]));
  }
}

[[nodiscard]] Key key_of(const Rules& rules, const Layout& layout);

// The hash of a key is a sum over its cards, so that a move changes one term of it, or a few.
[[nodiscard]] constexpr std::uint64_t hash_term(Card card, Byte below) {
  std::uint64_t mixed = (std::uint64_t{card} << 8U | below) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

[[nodiscard]] std::uint64_t hash_of(const Key& key);

// A layout with this key: its columns in the order of their deepest cards, its cells sorted. With
// a beak the rules must be those of `with_base_of`.
[[nodiscard]] Layout layout_of(const Rules& rules, const Key& key);

}  // namespace kungen
