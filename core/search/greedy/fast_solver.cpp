#include "search/greedy/fast_solver.hpp"

#include <algorithm>

#include "search/board/line.hpp"
#include "search/greedy/weights_for.hpp"

namespace kungen::search {
namespace {

constexpr std::uint64_t one_step = 100'000;

}  // namespace

Answer FastSolver::solve(const Layout& layout) {
  Answer answer;
  if (!fits_board(rules_, layout) || !follow(layout, answer)) search(layout, answer);
  return answer;
}

// Whether the stages have found a win.
bool FastSolver::follow(const Layout& layout, Answer& answer) {
  board_.begin(layout);
  for (const Stage& stage : stages_for(rules_)) {
    const std::uint32_t quota = allowed(stage.quota, answer.nodes);
    if (quota == 0) return false;
    greedy_.begin(board_, stage.weights, quota);
    const auto outcome = greedy_.run(quota + 1);
    answer.nodes += greedy_.positions();
    answer.bytes = std::max(answer.bytes, bytes_for(quota));
    if (outcome != Greedy::Outcome::won) continue;
    answer.state = State::solved;
    answer.line = moves_of(rules_, layout, greedy_.line());
    return true;
  }
  return false;
}

// As much of a quota as the limits leave.
std::uint32_t FastSolver::allowed(std::uint32_t quota, std::uint64_t used) const {
  if (bytes_for(quota) > bytes_limit_) return 0;
  if (nodes_limit_ == 0) return quota;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(quota, nodes_limit_ - used));
}

void FastSolver::search(const Layout& layout, Answer& answer) const {
  if (nodes_limit_ != 0 && answer.nodes == nodes_limit_) {
    answer.state = State::out_of_nodes;
    return;
  }
  const std::uint64_t left = nodes_limit_ == 0 ? 0 : nodes_limit_ - answer.nodes;
  Solver solver(rules_, layout, bytes_limit_, left);
  while (solver.step(one_step) == State::running) {
  }
  answer.state = solver.state();
  answer.nodes += solver.progress().nodes;
  answer.states = solver.progress().states;
  answer.bytes = std::max(answer.bytes, solver.progress().bytes);
  answer.line = solver.line();
}

bool wins(const Rules& rules, Layout layout, const std::vector<Move>& line) {
  for (const Move& move : line) {
    if (!is_legal(rules, layout, move)) return false;
    make_move(layout, move);
  }
  return is_won(rules, layout);
}

}  // namespace kungen::search
