#pragma once

#include <cstdint>
#include <vector>

#include "moves.hpp"
#include "search/queue.hpp"
#include "search/store.hpp"

namespace kungen::search {

enum class State : Byte { running, solved, unsolvable, out_of_nodes, out_of_memory };

struct Progress {
  std::uint64_t nodes = 0;
  std::uint64_t states = 0;
  std::uint64_t bytes = 0;
};

// A complete best-first search for any win, in steps. `unsolvable` means that every layout that
// matters was expanded: only prunings that keep the verdict are used, and layouts are told apart
// by exact keys.
class Solver {
 public:
  // A limit of 0 nodes is none; the bytes are all that the search may hold at any time.
  Solver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
         std::uint64_t nodes_limit);

  // Expands up to `nodes` layouts. A search that has ended stays as it is.
  State step(std::uint64_t nodes);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Progress progress() const { return {nodes_, store_.size(), store_.bytes()}; }

  // The winning moves from the start, each of them legal; empty unless solved.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  void add_start();
  void expand(Index index);
  void reach(Index parent, Layout& layout, Key key, std::uint64_t hash, Move move);
  void enqueue(Index index, const Layout& layout);

  Rules rules_;
  Layout start_;
  std::uint64_t nodes_limit_;
  std::uint64_t nodes_ = 0;
  State state_ = State::running;
  Index won_ = no_index;
  Store store_;
  Queue queue_;
};

static_assert(sizeof(Solver) + 4096 <= fixed_bytes);

}  // namespace kungen::search
