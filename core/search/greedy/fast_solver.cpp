#include "search/greedy/fast_solver.hpp"

#include <algorithm>

#include "search/board/line.hpp"
#include "search/greedy/weights_for.hpp"

namespace kungen::search {
namespace {

constexpr std::uint64_t one_step = 100'000;

}  // namespace

Answer FastSolver::solve(const Layout& layout) {
  begin(layout);
  while (step(one_step) == State::running) {
  }
  const Progress found = progress();
  return {state_, found.nodes, found.states, found.bytes, line()};
}

void FastSolver::begin(const Layout& layout) {
  start_ = layout;
  state_ = State::running;
  nodes_ = bytes_ = 0;
  stage_ = 0;
  is_greedy_ = false;
  complete_.reset();
  const bool fits = fits_board(rules_, layout);
  // What a limit leaves is for the complete search alone, which no second try can replace.
  round_ = fits && nodes_limit_ == 0 ? 0 : rounds.size();
  if (!fits) return begin_complete();
  board_.begin(layout);
  begin_stage();
}

State FastSolver::step(std::uint64_t nodes) {
  while (nodes > 0 && state_ == State::running) {
    nodes -= is_greedy_ ? step_greedy(nodes) : step_complete(nodes);
  }
  return state_;
}

void FastSolver::begin_stage() {
  const auto stages = stages_for(rules_);
  const std::uint32_t quota = stage_ < stages.size() ? allowed(stages[stage_].quota) : 0;
  is_greedy_ = quota > 0;
  if (!is_greedy_) return begin_complete();
  bytes_ = std::max(bytes_, bytes_for(quota));
  greedy_.begin(board_, stages[stage_++].weights, quota);
}

// The complete search goes on when all sets have been tried, or when there is no room for that.
void FastSolver::begin_try() {
  const std::uint32_t quota = rounds[round_].quota;
  const Weights* const weights = try_for(rules_, stage_);
  const std::uint64_t bytes = complete_->progress().bytes + bytes_for(quota);
  is_greedy_ = weights != nullptr && bytes <= bytes_limit_;
  if (is_greedy_) {
    bytes_ = std::max(bytes_, bytes);
    greedy_.begin(board_, *weights, quota);
    ++stage_;
  } else {
    greedy_ = Greedy{};
    ++round_;
  }
}

// As much of a quota as the limits leave.
std::uint32_t FastSolver::allowed(std::uint32_t quota) const {
  if (bytes_for(quota) > bytes_limit_) return 0;
  if (nodes_limit_ == 0) return quota;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(quota, nodes_limit_ - nodes_));
}

std::uint64_t FastSolver::step_greedy(std::uint64_t nodes) {
  const std::uint32_t before = greedy_.looked_at();
  const auto outcome =
      greedy_.run(static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, one_step)));
  const std::uint32_t looked_at = greedy_.looked_at() - before;
  nodes_ += looked_at;
  if (outcome == Greedy::Outcome::won) state_ = State::solved;
  if (outcome == Greedy::Outcome::lost) complete_ ? begin_try() : begin_stage();
  return looked_at;
}

void FastSolver::begin_complete() {
  if (nodes_limit_ != 0 && nodes_ == nodes_limit_) {
    state_ = State::out_of_nodes;
    return;
  }
  const std::uint64_t left = nodes_limit_ == 0 ? 0 : nodes_limit_ - nodes_;
  greedy_ = Greedy{};
  complete_.emplace(rules_, start_, bytes_limit_, left);
  state_ = complete_->state();
}

std::uint64_t FastSolver::step_complete(std::uint64_t nodes) {
  if (round_ < rounds.size()) {
    const std::uint64_t left = rounds[round_].after - complete_->progress().nodes;
    if (left == 0) {
      stage_ = 0;
      begin_try();
      return 0;
    }
    nodes = std::min(nodes, left);
  }
  state_ = complete_->step(nodes);
  return nodes;
}

Progress FastSolver::progress() const {
  Progress found{nodes_, 0, bytes_};
  if (!complete_) return found;
  const Progress complete = complete_->progress();
  found.nodes += complete.nodes;
  found.states = complete.states;
  found.bytes = std::max(found.bytes, complete.bytes);
  return found;
}

std::vector<Move> FastSolver::line() const {
  if (state_ != State::solved) return {};
  return is_greedy_ ? moves_of(rules_, start_, greedy_.line()) : complete_->line();
}

bool wins(const Rules& rules, Layout layout, const std::vector<Move>& line) {
  for (const Move& move : line) {
    if (!is_legal(rules, layout, move)) return false;
    make_move(layout, move);
  }
  return is_won(rules, layout);
}

}  // namespace kungen::search
