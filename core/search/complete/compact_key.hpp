#pragma once

#include <array>
#include <cstdint>

#include "search/board/board.hpp"

namespace kungen::search {

// For each card which of the few things it can lie on in one game: exact, and three bits a card.
// Columns have no order in it, and cells are a set.
struct CompactKey {
  static constexpr int bits = 3;
  static constexpr int cards_of_word = 21;

  std::array<std::uint64_t, 3> words{};

  [[nodiscard]] static constexpr std::size_t word_of(Card card) { return card / cards_of_word; }
  [[nodiscard]] static constexpr int shift_of(Card card) { return bits * (card % cards_of_word); }

  [[nodiscard]] int at(Card card) const {
    return static_cast<int>(words[word_of(card)] >> shift_of(card) & 7U);
  }
  void set(Card card, int code) {
    words[word_of(card)] ^= static_cast<std::uint64_t>(at(card) ^ code) << shift_of(card);
  }
  // Written out: a default one calls a library function for three words.
  [[nodiscard]] constexpr bool operator==(const CompactKey& other) const {
    return ((words[0] ^ other.words[0]) | (words[1] ^ other.words[1]) |
            (words[2] ^ other.words[2])) == 0;
  }
};

[[nodiscard]] constexpr std::uint64_t hash_of(const CompactKey& key) {
  std::uint64_t mixed = key.words[0] * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 32U) ^ key.words[1]) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 29U) ^ key.words[2]) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 32U);
}

// Makes keys of what cards lie on, and positions of keys.
class Codec {
 public:
  // What a card lies on in a key; a card that can lie on two others has two hosts.
  enum Code : int { up, celled, based, first_host, second_host, as_dealt, reserved };

  // The board must stay; it may begin anew when the codec does too.
  void begin(const Board& board);

  [[nodiscard]] CompactKey key_of(const Position& position) const;
  // The columns that still hold their deepest dealt card are where they were, and the others in
  // the places that are left.
  [[nodiscard]] Position position_of(const CompactKey& key) const;

  // Changes what a card lies on: another card, `on_base`, `in_cell`, `in_reserve` or
  // `on_foundation`.
  void lay(CompactKey& key, Card card, Byte below) const { key.set(card, codes_[card][below]); }

 private:
  void place_columns(Position& position, std::uint64_t bases,
                     const std::array<Card, 64>& above) const;
  void stack(Position& position, Byte column, Card base, const std::array<Card, 64>& above) const;

  const Board* board_ = nullptr;
  std::array<std::array<Byte, 64>, max_cards> codes_{};
  // [card][code]: what the card lies on.
  std::array<std::array<Byte, 8>, max_cards> belows_{};
};

}  // namespace kungen::search
