#include "search/any_solver.hpp"

namespace kungen::search {

bool can_follow(Strategy strategy, const Rules& rules, const Layout& layout) {
  return strategy != Strategy::shortening || fits_board(rules, layout);
}

AnySolver::AnySolver(Strategy strategy, const Rules& rules, const Layout& start,
                     std::uint64_t bytes_limit, std::uint64_t nodes_limit) {
  switch (strategy) {
    case Strategy::complete:
      complete_.emplace(rules, start, bytes_limit, nodes_limit);
      break;
    case Strategy::fast:
      fast_.emplace(rules, bytes_limit, nodes_limit);
      fast_->begin(start);
      break;
    case Strategy::shortening:
      shortening_.emplace(rules, start, bytes_limit, nodes_limit);
      break;
  }
}

State AnySolver::step(std::uint64_t nodes) {
  if (complete_) return complete_->step(nodes);
  return fast_ ? fast_->step(nodes) : shortening_->step(nodes);
}

State AnySolver::state() const {
  if (complete_) return complete_->state();
  return fast_ ? fast_->state() : shortening_->state();
}

Progress AnySolver::progress() const {
  if (complete_) return complete_->progress();
  return fast_ ? fast_->progress() : shortening_->progress();
}

std::vector<Move> AnySolver::line() const {
  if (complete_) return complete_->line();
  return fast_ ? fast_->line() : shortening_->line();
}

}  // namespace kungen::search
