#include "key_set.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace kungen {

std::size_t KeySet::slot_of(const Key& key) const {
  const std::size_t mask = 2 * capacity_ - 1;
  std::size_t slot = static_cast<std::size_t>(hash_of(key)) & mask;
  while (slots_[slot] != 0 && keys_[slots_[slot] - 1] != key) slot = (slot + 1) & mask;
  return slot;
}

bool KeySet::add(const Key& key) {
  if (size_ == capacity_ && !grow()) return false;
  const std::size_t slot = slot_of(key);
  if (slots_[slot] != 0) return true;
  keys_[size_++] = key;
  slots_[slot] = static_cast<std::uint32_t>(size_);
  return true;
}

bool KeySet::grow() {
  const std::size_t capacity = std::max(std::size_t{64}, 2 * capacity_);
  // The byte count must fit a 32-bit size too, and the numbers a slot.
  if (capacity > std::numeric_limits<std::uint32_t>::max() / sizeof(Key)) return false;
  std::unique_ptr<Key[]> keys(new (std::nothrow) Key[capacity]);
  std::unique_ptr<std::uint32_t[]> slots(new (std::nothrow) std::uint32_t[2 * capacity]());
  if (keys == nullptr || slots == nullptr) return false;
  std::copy(keys_.get(), keys_.get() + size_, keys.get());
  keys_ = std::move(keys);
  slots_ = std::move(slots);
  capacity_ = capacity;
  for (std::size_t index = 0; index < size_; ++index) {
    slots_[slot_of(keys_[index])] = static_cast<std::uint32_t>(index + 1);
  }
  return true;
}

}  // namespace kungen
