#include "search/store.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace kungen::search {
namespace {

constexpr std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32U);
}

}  // namespace

Store::Store(std::uint64_t bytes_limit) : bytes_limit_(bytes_limit) {
  if (!charge(fixed_bytes)) bytes_limit_ = 0;
}

bool Store::charge(std::uint64_t bytes) {
  if (bytes > bytes_limit_ || bytes_ > bytes_limit_ - bytes) return false;
  bytes_ += bytes;
  return true;
}

// An entry is charged at eight bytes on every machine, and the old directory as long as it stays.
bool Store::grow_directory() {
  const std::size_t size = std::max(first_directory, 2 * directory_size_);
  if (!charge(8 * std::uint64_t{size})) return false;
  std::unique_ptr<std::unique_ptr<Node[]>[]> larger(new (std::nothrow)
                                                        std::unique_ptr<Node[]>[size]);
  if (larger == nullptr) {
    bytes_ -= 8 * std::uint64_t{size};
    return false;
  }
  std::move(chunks_.get(), chunks_.get() + directory_size_, larger.get());
  chunks_ = std::move(larger);
  bytes_ -= 8 * std::uint64_t{directory_size_};
  directory_size_ = size;
  return true;
}

// The numbers of nodes end well before those that stand for no node.
bool Store::add_chunk() {
  if (size_ > no_index - 2 * chunk_nodes) return false;
  if (chunk_count_ == directory_size_ && !grow_directory()) return false;
  if (!charge(chunk_bytes)) return false;
  auto& chunk = chunks_[chunk_count_];
  chunk.reset(new (std::nothrow) Node[chunk_nodes]);
  if (chunk == nullptr) {
    bytes_ -= chunk_bytes;
    return false;
  }
  ++chunk_count_;
  return true;
}

// The old table stays until the new one is filled, and is charged as long.
bool Store::grow_table(std::size_t slots) {
  if (!charge(slots * sizeof(Slot))) return false;
  std::unique_ptr<Slot[]> larger(new (std::nothrow) Slot[slots]);
  if (larger == nullptr) {
    bytes_ -= slots * sizeof(Slot);
    return false;
  }
  slots_.swap(larger);
  bytes_ -= slot_count_ * sizeof(Slot);
  slot_count_ = slots;
  for (Index index = 0; index < size_; ++index) {
    const std::uint64_t hash = hash_of((*this)[index].key);
    slots_[free_slot(hash)] = {index, tag_of(hash)};
  }
  return true;
}

// The low half of the hash as a fraction of the table; the high half is the tag.
std::size_t Store::first_slot(std::uint64_t hash) const {
  return static_cast<std::size_t>((hash & 0xFFFFFFFFU) * slot_count_ >> 32U);
}

std::size_t Store::next_slot(std::size_t slot) const {
  return slot + 1 == slot_count_ ? 0 : slot + 1;
}

std::size_t Store::free_slot(std::uint64_t hash) const {
  std::size_t slot = first_slot(hash);
  while (slots_[slot].index != no_index) slot = next_slot(slot);
  return slot;
}

bool Store::make_room() {
  if (size_ == chunk_count_ * chunk_nodes && !add_chunk()) return false;
  if (slot_count_ == 0) return grow_table(first_slots);
  // A table three quarters full grows; where the limit forbids that it may fill up further.
  if (size_ < slot_count_ / 4 * 3 || grow_table(2 * slot_count_)) return true;
  return size_ < slot_count_ / 16 * 15;
}

Store::Added Store::add(const Key& key, std::uint64_t hash) {
  const std::uint32_t tag = tag_of(hash);
  if (slot_count_ > 0) {
    std::size_t slot = first_slot(hash);
    for (; slots_[slot].index != no_index; slot = next_slot(slot)) {
      const Index index = slots_[slot].index;
      if (slots_[slot].tag == tag && (*this)[index].key == key) return {index, false};
    }
  }
  if (!make_room()) return {no_index, false};
  slots_[free_slot(hash)] = {size_, tag};
  (*this)[size_].key = key;
  return {size_++, true};
}

}  // namespace kungen::search
