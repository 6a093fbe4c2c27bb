#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "key.hpp"

namespace kungen {

// A growing set of keys that numbers them in the order they came. Keys are compared whole; their
// hash only says where to look.
class KeySet {
 public:
  // Adds a key that is new; false when memory runs out.
  [[nodiscard]] bool add(const Key& key);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Key& operator[](std::size_t index) const { return keys_[index]; }

 private:
  [[nodiscard]] std::size_t slot_of(const Key& key) const;
  [[nodiscard]] bool grow();

  std::unique_ptr<Key[]> keys_;
  // One more than the number of the key, and 0 where there is none; twice as long as the keys.
  std::unique_ptr<std::uint32_t[]> slots_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

}  // namespace kungen
