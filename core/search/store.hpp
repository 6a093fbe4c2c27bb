#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "key.hpp"

namespace kungen::search {

using Index = std::uint32_t;
inline constexpr Index no_index = 0xFFFFFFFF;
// Stands for the next node in a node that has left the queue.
inline constexpr Index expanded = no_index - 1;

// A layout the search has reached: its exact key, where it came from and by which move (a card
// and what it went onto), after how many moves, and the next node in the same bucket of the queue.
struct Node {
  Key key;
  Byte target;
  std::uint16_t card : 6;
  std::uint16_t depth : 10;
  Index parent;
  Index next;
};

// A search keeps less than this beside its nodes and their table.
inline constexpr std::uint64_t fixed_bytes = 16 * 1024;

// All nodes of a search and the table that finds them by key. Every byte is counted before it is
// asked for, in the same sizes on every machine, so that a limit cuts every build at one node.
class Store {
 public:
  explicit Store(std::uint64_t bytes_limit);

  // The number of a node with this key: that of an old one, or a new one's, and then `is_new`.
  // `no_index` when the limit does not allow another node.
  struct Added {
    Index index;
    bool is_new;
  };
  [[nodiscard]] Added add(const Key& key, std::uint64_t hash);

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

  [[nodiscard]] bool charge(std::uint64_t bytes);
  [[nodiscard]] bool grow_directory();
  [[nodiscard]] bool make_room();
  [[nodiscard]] bool add_chunk();
  [[nodiscard]] bool grow_table(std::size_t slots);
  [[nodiscard]] std::size_t first_slot(std::uint64_t hash) const;
  [[nodiscard]] std::size_t next_slot(std::size_t slot) const;
  [[nodiscard]] std::size_t free_slot(std::uint64_t hash) const;

  std::uint64_t bytes_limit_;
  std::uint64_t bytes_ = 0;
  std::unique_ptr<std::unique_ptr<Node[]>[]> chunks_;
  std::unique_ptr<Slot[]> slots_;
  std::size_t directory_size_ = 0;
  std::size_t chunk_count_ = 0;
  std::size_t slot_count_ = 0;
  Index size_ = 0;
};

static_assert(sizeof(Node) == 64);

}  // namespace kungen::search
