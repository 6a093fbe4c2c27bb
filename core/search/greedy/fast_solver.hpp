#pragma once

#include <cstdint>
#include <vector>

#include "search/greedy/greedy.hpp"
#include "search/solver.hpp"

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

// Looks for any win of many layouts of one game: first along what looks best, then completely.
// Each layout is searched as if it were the only one.
class FastSolver {
 public:
  // Limits as those of `Solver`, for each layout.
  FastSolver(const Rules& rules, std::uint64_t bytes_limit, std::uint64_t nodes_limit)
      : rules_(rules),
        relations_(rules),
        board_(relations_),
        bytes_limit_(bytes_limit),
        nodes_limit_(nodes_limit) {}

  FastSolver(const FastSolver&) = delete;
  FastSolver& operator=(const FastSolver&) = delete;

  [[nodiscard]] Answer solve(const Layout& layout);

 private:
  [[nodiscard]] bool follow(const Layout& layout, Answer& answer);
  [[nodiscard]] std::uint32_t allowed(std::uint32_t quota, std::uint64_t used) const;
  void search(const Layout& layout, Answer& answer) const;

  Rules rules_;
  Relations relations_;
  Board board_;
  std::uint64_t bytes_limit_;
  std::uint64_t nodes_limit_;
  Greedy greedy_;
};

// Whether every move of a line is legal, one after the other, and the last one wins.
[[nodiscard]] bool wins(const Rules& rules, Layout layout, const std::vector<Move>& line);

}  // namespace kungen::search
