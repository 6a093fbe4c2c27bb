#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/beam/beam.hpp"
#include "search/greedy/greedy.hpp"
#include "search/solver.hpp"

namespace kungen::search {

// Looks for ever shorter wins of a layout: first along what looks best, then by beams, each four
// times as wide as the one before. A move of a run counts one, and cards go up by themselves as
// soon as they can, which counts nothing. Proves nothing: it ends solved, or without a line.
class ShortSolver {
 public:
  // The layout must fit a board. A limit of 0 nodes is none; the bytes are all that the search may
  // hold at any time.
  ShortSolver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
              std::uint64_t nodes_limit);

  ShortSolver(const ShortSolver&) = delete;
  ShortSolver& operator=(const ShortSolver&) = delete;

  // Looks at up to `nodes` positions. A search that has ended stays as it is: solved when it has a
  // line.
  State step(std::uint64_t nodes);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Progress progress() const { return {nodes_, 0, bytes_}; }
  // The winning moves of the shortest line so far, those up among them; empty while there is none.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  // Each gives the number of positions that it looked at.
  [[nodiscard]] std::uint64_t follow(std::uint64_t nodes);
  [[nodiscard]] std::uint64_t sweep(std::uint64_t nodes);
  void begin_stage();
  void widen();
  void keep(std::vector<Laid> laid);
  void end(State reason);

  Rules rules_;
  Layout start_;
  Relations relations_;
  Board board_;
  std::uint64_t bytes_limit_;
  std::uint64_t nodes_limit_;
  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
  State state_ = State::running;
  std::size_t stage_ = 0;
  std::optional<Greedy> greedy_;
  std::optional<Beam> beam_;
  std::uint32_t width_ = 0;
  // The best line, and how many moves are the player's.
  std::vector<Laid> laid_;
  bool has_line_ = false;
  int length_;
};

}  // namespace kungen::search
