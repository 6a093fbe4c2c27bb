#pragma once

#include <cstdint>

#include "key.hpp"

namespace kungen::search {

// A key and its hash, changed together.
class HashedKey {
 public:
  explicit HashedKey(const Key& key) : key_(key), hash_(hash_of(key)) {}

  [[nodiscard]] const Key& key() const { return key_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  void lay(Card card, Byte below) {
    if (key_[card] == below) return;
    hash_ += hash_term(card, below) - hash_term(card, key_[card]);
    key_[card] = below;
  }

  void turn_up(Card card) { lay(card, byte_of(key_[card] & ~face_down)); }

  void set_turned_over(Byte times) {
    hash_ += hash_term(max_cards, times) - hash_term(max_cards, key_.turned_over);
    key_.turned_over = times;
  }

 private:
  Key key_;
  std::uint64_t hash_;
};

}  // namespace kungen::search
