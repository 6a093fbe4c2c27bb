#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "moves.hpp"
#include "search/hashed_key.hpp"
#include "search/queue.hpp"
#include "search/store.hpp"

namespace kungen::search {

// `gave_up` is a search that proves nothing and has nothing more to try.
enum class State : Byte { running, solved, unsolvable, out_of_nodes, out_of_memory, gave_up };

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
  // How much a move already made counts against a layout. A light weight hurries on, a heavy one
  // turns back sooner; each finds deals easy that the other finds hard.
  static constexpr int light_depth = 1;
  static constexpr int heavy_depth = 4;
  // The weights take turns, first for so many layouts and then for longer and longer.
  static constexpr std::uint64_t first_change = 1000;
  static constexpr std::uint64_t longest_turn = 64'000;

  void add_start();
  void expand(Index index);
  void expand_stock(Index index, Layout& layout, const HashedKey& key);
  void try_move(Index parent, Layout& layout, const HashedKey& key, Move move);
  void reach(Index parent, Layout& layout, const HashedKey& key, std::span<const Move> moves);
  void change_weight();
  void enqueue(Index index, const Layout& layout);

  Rules rules_;
  Layout start_;
  std::uint64_t nodes_limit_;
  std::uint64_t nodes_ = 0;
  State state_ = State::running;
  Index won_ = no_index;
  Store store_;
  Queue queue_;
  int depth_weight_ = light_depth;
  std::uint64_t next_change_ = first_change;
};

static_assert(sizeof(Solver) + 4096 <= fixed_bytes);

}  // namespace kungen::search
