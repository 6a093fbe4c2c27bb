#pragma once

#include <cstdint>

#include "key.hpp"
#include "search/keyed_store.hpp"

namespace kungen::search {

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

using Store = KeyedStore<Node>;

static_assert(sizeof(Node) == 64);

}  // namespace kungen::search
