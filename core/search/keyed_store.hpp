#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace kungen::search {

using Index = std::uint32_t;
inline constexpr Index no_index = 0xFFFFFFFF;
// Stands for the next node in a node that has left the queue.
inline constexpr Index expanded = no_index - 1;

// All nodes of a search and the table that finds them by key. Every byte is counted before it is
// asked for, in the same sizes on every machine, so that a limit cuts every build at one node.
template <typename Node>
class KeyedStore {
 public:
  using Key = decltype(Node::key);

  // What is fixed is counted as well.
  KeyedStore(std::uint64_t bytes_limit, std::uint64_t fixed) : bytes_limit_(bytes_limit) {
    if (!charge(fixed)) bytes_limit_ = 0;
  }

  // The number of a node with this key: that of an old one, or a new one's, and then `is_new`.
  // `no_index` when the limit does not allow another node.
  struct Added {
    Index index;
    bool is_new;
  };
  [[nodiscard]] Added add(const Key& key, std::uint64_t hash);

  // Fetches what `add` will look at first.
  void prefetch(std::uint64_t hash) const {
    if (slot_count_ > 0) __builtin_prefetch(&slots_[first_slot(hash)]);
  }

  [[nodiscard]] Node& operator[](Index index) {
    return chunks_[index / chunk_nodes][index % chunk_nodes];
  }
  [[nodiscard]] const Node& operator[](Index index) const {
    return chunks_[index / chunk_nodes][index % chunk_nodes];
  }
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  // Most of the hash is kept beside the number: two keys are compared only when it agrees.
  struct Slot {
    Index index = no_index;
    std::uint32_t tag = 0;
  };

  // Both sizes stay a little below a power of two: an allocator that rounds a block and its
  // header up to one would give twice as much as is counted.
  static constexpr std::size_t chunk_nodes = 1000;
  static constexpr std::size_t first_slots = 4000;
  static constexpr std::uint64_t chunk_bytes = chunk_nodes * sizeof(Node);
  static constexpr std::size_t first_directory = 64;

  [[nodiscard]] static constexpr std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32U);
  }
  // The low half of the hash as a fraction of the table; the high half is the tag.
  [[nodiscard]] std::size_t first_slot(std::uint64_t hash) const {
    return static_cast<std::size_t>((hash & 0xFFFFFFFFU) * slot_count_ >> 32U);
  }
  [[nodiscard]] std::size_t next_slot(std::size_t slot) const {
    return slot + 1 == slot_count_ ? 0 : slot + 1;
  }
  [[nodiscard]] std::size_t free_slot(std::uint64_t hash) const {
    std::size_t slot = first_slot(hash);
    while (slots_[slot].index != no_index) slot = next_slot(slot);
    return slot;
  }
  [[nodiscard]] bool charge(std::uint64_t bytes) {
    if (bytes > bytes_limit_ || bytes_ > bytes_limit_ - bytes) return false;
    bytes_ += bytes;
    return true;
  }
  [[nodiscard]] bool grow_directory();
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool add_chunk();
  [[nodiscard]] bool grow_table(std::size_t slots);

  std::uint64_t bytes_limit_;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<std::unique_ptr<Node[]>[]> chunks_;
  std::unique_ptr<Slot[]> slots_;
  std::size_t directory_size_ = 0;
  std::size_t chunk_count_ = 0;
  std::size_t slot_count_ = 0;
  Index size_ = 0;
};

// An entry is charged at eight bytes on every machine, and the old directory as long as it stays.
template <typename Node>
bool KeyedStore<Node>::grow_directory() {
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
template <typename Node>
bool KeyedStore<Node>::add_chunk() {
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
template <typename Node>
bool KeyedStore<Node>::grow_table(std::size_t slots) {
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

template <typename Node>
bool KeyedStore<Node>::make_room() {
  if (size_ == chunk_count_ * chunk_nodes && !add_chunk()) return false;
  if (slot_count_ == 0) return grow_table(first_slots);
  // A table three quarters full grows; where the limit forbids that it may fill up further.
  if (size_ < slot_count_ / 4 * 3 || grow_table(2 * slot_count_)) return true;
  return size_ < slot_count_ / 16 * 15;
}

template <typename Node>
typename KeyedStore<Node>::Added KeyedStore<Node>::add(const Key& key, std::uint64_t hash) {
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
