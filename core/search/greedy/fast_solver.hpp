#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/complete/complete_solver.hpp"
#include "search/greedy/greedy.hpp"

namespace kungen::search {

// What was found of a layout, and what it took.
struct Answer {
  State state = State::running;
  std::uint64_t nodes = 0;
  // Layouts kept by the complete search; 0 when none was needed.
  std::uint64_t states = 0;
  std::uint64_t bytes = 0;
  std::vector<Move> line;
};

// Looks for any win of layouts of one game: first along what looks best, in stages, then
// completely. When that takes long it waits while all sets of weights are tried again, with larger
// quotas, for a win that one of them misses another may find at once. Each layout is searched as if
// it were the only one.
class FastSolver {
 public:
  // Limits as those of `Solver`, for each layout.
  FastSolver(const Rules& rules, std::uint64_t bytes_limit, std::uint64_t nodes_limit)
      : rules_(rules),
        start_(rules),
        relations_(rules),
        board_(relations_),
        bytes_limit_(bytes_limit),
        nodes_limit_(nodes_limit) {}

  FastSolver(const FastSolver&) = delete;
  FastSolver& operator=(const FastSolver&) = delete;

  // Searches a layout to the end.
  [[nodiscard]] Answer solve(const Layout& layout);

  // Begins with a layout, and forgets what was searched before.
  void begin(const Layout& layout);
  // Looks at up to `nodes` layouts. A search that has ended stays as it is.
  State step(std::uint64_t nodes);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Progress progress() const;
  // The winning moves from the start; empty unless solved.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  // After how many layouts of the complete search what is tried again, and with which quota.
  struct Round {
    std::uint64_t after;
    std::uint32_t quota;
  };
  static constexpr std::array<Round, 2> rounds{{{20'000, 4'000}, {200'000, 20'000}}};

  // Each gives the number of layouts that it looked at.
  [[nodiscard]] std::uint64_t step_greedy(std::uint64_t nodes);
  [[nodiscard]] std::uint64_t step_complete(std::uint64_t nodes);
  void begin_stage();
  void begin_try();
  void begin_complete();
  [[nodiscard]] std::uint32_t allowed(std::uint32_t quota) const;

  Rules rules_;
  Layout start_;
  Relations relations_;
  Board board_;
  std::uint64_t bytes_limit_;
  std::uint64_t nodes_limit_;
  State state_ = State::running;
  // Of this stage and of those before it; the most bytes that any of them held.
  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
  // The next one, of the stages or of a round.
  std::size_t stage_ = 0;
  std::size_t round_ = 0;
  bool is_greedy_ = false;
  Greedy greedy_;
  // Begun when the stages have found nothing.
  std::optional<CompleteSolver> complete_;
};

// Whether every move of a line is legal, one after the other, and the last one wins.
[[nodiscard]] bool wins(const Rules& rules, Layout layout, const std::vector<Move>& line);

}  // namespace kungen::search
