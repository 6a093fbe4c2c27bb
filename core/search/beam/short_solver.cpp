#include "search/beam/short_solver.hpp"

#include <algorithm>
#include <utility>

#include "search/beam/cost_weights_for.hpp"
#include "search/board/line.hpp"
#include "search/greedy/weights_for.hpp"

namespace kungen::search {
namespace {

constexpr std::uint32_t first_width = 32;
constexpr std::uint32_t times_as_wide = 4;
constexpr std::uint32_t largest_width = std::uint32_t{1} << 22U;
// No beam goes deeper.
constexpr int longest_line = 250;

int length_of(const std::vector<Laid>& laid) {
  return static_cast<int>(
      std::ranges::count_if(laid, [](const Laid& one) { return one.onto != on_foundation; }));
}

}  // namespace

ShortSolver::ShortSolver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
                         std::uint64_t nodes_limit)
    : rules_(rules),
      start_(start),
      relations_(rules),
      board_(relations_),
      bytes_limit_(bytes_limit),
      nodes_limit_(nodes_limit),
      length_(longest_line) {
  board_.begin(start);
  begin_stage();
}

State ShortSolver::step(std::uint64_t nodes) {
  while (nodes > 0 && state_ == State::running) {
    const std::uint64_t left = nodes_limit_ == 0 ? nodes : nodes_limit_ - nodes_;
    if (left == 0) {
      end(State::out_of_nodes);
    } else {
      const std::uint64_t allowed = std::min(nodes, left);
      const std::uint64_t looked_at = greedy_ ? follow(allowed) : sweep(allowed);
      nodes -= looked_at;
      nodes_ += looked_at;
    }
  }
  return state_;
}

// Only with weights for a search in which every card goes up, as here.
void ShortSolver::begin_stage() {
  greedy_.reset();
  const auto stages = stages_for(rules_);
  while (stage_ < stages.size() && !stages[stage_].weights.sends_all_up) ++stage_;
  if (stage_ == stages.size() || bytes_for(stages[stage_].quota) > bytes_limit_) return widen();
  const Stage& stage = stages[stage_++];
  bytes_ = std::max(bytes_, bytes_for(stage.quota));
  greedy_.emplace();
  greedy_->begin(board_, stage.weights, stage.quota);
}

std::uint64_t ShortSolver::follow(std::uint64_t nodes) {
  const std::uint32_t before = greedy_->looked_at();
  const auto most = static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes, 1'000'000));
  const auto outcome = greedy_->run(most);
  const std::uint32_t looked_at = greedy_->looked_at() - before;
  if (outcome == Greedy::Outcome::lost) begin_stage();
  if (outcome == Greedy::Outcome::won) {
    keep(greedy_->line());
    greedy_.reset();
    widen();
  }
  return looked_at;
}

std::uint64_t ShortSolver::sweep(std::uint64_t nodes) {
  const std::uint64_t before = beam_->positions();
  const auto outcome = beam_->run(nodes);
  const std::uint64_t looked_at = beam_->positions() - before;
  if (beam_->length() < length_) keep(beam_->line());
  if (outcome == Beam::Outcome::ended) widen();
  return looked_at;
}

// Begins the next beam. Where the last one left nothing out a wider one would find no more.
void ShortSolver::widen() {
  if (beam_ && (!beam_->is_cut() || width_ == largest_width)) return end(State::gave_up);
  width_ = width_ == 0 ? first_width : times_as_wide * width_;
  const BeamSize size{width_, length_};
  if (bytes_for(size) > bytes_limit_) return end(State::out_of_memory);
  bytes_ = std::max(bytes_, bytes_for(size));
  if (!beam_) beam_.emplace();
  if (!beam_->begin(board_, cost_weights_for(rules_), size)) end(State::out_of_memory);
}

void ShortSolver::keep(std::vector<Laid> laid) {
  const int length = length_of(laid);
  if (length >= length_) return;
  laid_ = std::move(laid);
  length_ = length;
  has_line_ = true;
}

void ShortSolver::end(State reason) {
  state_ = has_line_ ? State::solved : reason;
  greedy_.reset();
  beam_.reset();
}

std::vector<Move> ShortSolver::line() const {
  return moves_of(rules_, start_, laid_);
}

}  // namespace kungen::search
