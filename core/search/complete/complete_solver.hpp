#pragma once

#include <optional>

#include "search/complete/board_solver.hpp"

namespace kungen::search {

// A complete search of any layout, by the faster way where it fits a board.
class CompleteSolver {
 public:
  // Limits as those of `Solver`.
  CompleteSolver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
                 std::uint64_t nodes_limit) {
    if (fits_board(rules, start)) {
      on_board_.emplace(rules, start, bytes_limit, nodes_limit);
    } else {
      of_layouts_.emplace(rules, start, bytes_limit, nodes_limit);
    }
  }

  State step(std::uint64_t nodes) {
    return on_board_ ? on_board_->step(nodes) : of_layouts_->step(nodes);
  }
  [[nodiscard]] State state() const {
    return on_board_ ? on_board_->state() : of_layouts_->state();
  }
  [[nodiscard]] Progress progress() const {
    return on_board_ ? on_board_->progress() : of_layouts_->progress();
  }
  [[nodiscard]] std::vector<Move> line() const {
    return on_board_ ? on_board_->line() : of_layouts_->line();
  }

 private:
  // One of these.
  std::optional<BoardSolver> on_board_;
  std::optional<Solver> of_layouts_;
};

}  // namespace kungen::search
