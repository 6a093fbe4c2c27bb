#pragma once

#include <cstdint>

namespace kungen {

using Byte = std::uint8_t;

constexpr Byte byte_of(int value) {
  return static_cast<Byte>(value);
}

// A card is 4 * (rank - 1) + suit: rank 1 (ace) to 13 (king), suits C 0, D 1, H 2, S 3.
using Card = Byte;

inline constexpr int suit_count = 4;
inline constexpr int max_ranks = 13;
inline constexpr int max_cards = suit_count * max_ranks;
inline constexpr Card no_card = 255;

constexpr Card make_card(int rank, int suit) {
  return byte_of(suit_count * (rank - 1) + suit);
}

constexpr int rank_of(Card card) {
  return card / suit_count + 1;
}

constexpr int suit_of(Card card) {
  return card % suit_count;
}

constexpr bool is_red_suit(int suit) {
  return suit == 1 || suit == 2;
}

constexpr bool is_red(Card card) {
  return is_red_suit(suit_of(card));
}

}  // namespace kungen
