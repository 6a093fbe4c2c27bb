#include "search/beam/beam.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <new>
#include <utility>

#include "search/board/line.hpp"

namespace kungen::search {
namespace {

// Costs are told apart within these, from so far below 0 on.
constexpr std::uint32_t cost_count = 4096;
constexpr int least_cost = -1024;
// So far ahead memory is asked for.
constexpr std::size_t prefetched = 8;
// Candidates kept for each position wanted: many are the same.
constexpr std::size_t spare = 3;
// And before they are thinned out, with those of the last position.
constexpr std::size_t most_candidates(std::uint32_t width) {
  return 2 * spare * width + 512;
}

constexpr std::uint32_t bits_of_seen(std::uint32_t width) {
  return static_cast<std::uint32_t>(std::bit_width(width)) + 5;
}

// The start, and a full layer for every move but the last of a line.
constexpr std::uint64_t most_steps(BeamSize size) {
  return 1 + std::uint64_t{size.width} * static_cast<std::uint64_t>(std::max(0, size.bound - 1));
}

// A beam keeps less than this beside what grows with its width: the same on every machine.
constexpr std::uint64_t fixed_beam_bytes = 64 * 1024;
static_assert(sizeof(Beam) + cost_count * sizeof(std::uint32_t) + 4096 <= fixed_beam_bytes);

template <typename Entry>
bool renew(std::unique_ptr<Entry[]>& entries, std::size_t count) {
  entries.reset();
  entries.reset(new (std::nothrow) Entry[count]);
  return entries != nullptr;
}

}  // namespace

std::uint64_t bytes_for(BeamSize size) {
  const std::uint64_t candidates = most_candidates(size.width);
  return fixed_beam_bytes + most_steps(size) * sizeof(Beam::Step) +
         2 * std::uint64_t{size.width} * sizeof(Position) +
         candidates * (2 * sizeof(Beam::Candidate) + sizeof(std::uint16_t)) +
         (std::uint64_t{sizeof(std::uint32_t)} << bits_of_seen(size.width));
}

bool Beam::reserve(BeamSize size) {
  seen_bits_ = bits_of_seen(size.width);
  if (!renew(steps_, static_cast<std::size_t>(most_steps(size))) ||
      !renew(positions_, size.width) || !renew(parents_, size.width) ||
      !renew(candidates_, most_candidates(size.width)) ||
      !renew(costs_of_, most_candidates(size.width)) ||
      !renew(sorted_, most_candidates(size.width)) || !renew(seen_, std::size_t{1} << seen_bits_)) {
    return false;
  }
  std::fill_n(seen_.get(), std::size_t{1} << seen_bits_, 0);
  with_cost_.assign(cost_count, 0);
  return true;
}

bool Beam::begin(const Board& board, const CostWeights& weights, BeamSize size) {
  if (!reserve(size)) return false;
  board_ = &board;
  costs_.begin(board, weights);
  width_ = size.width;
  bound_ = size.bound;
  depth_ = 0;
  count_ = 0;
  is_cut_ = has_line_ = false;
  won_ = 0;
  last_.clear();
  first_ = first_parent_ = 0;
  made_ = 1;
  found_ = sorted_count_ = next_ = 0;
  cost_limit_ = cost_count;
  steps_[0] = {0, {}};
  positions_[0] = board.start();
  follow(positions_[0]);
  return is_new(positions_[0].hash);
}

Beam::Outcome Beam::run(std::uint64_t positions) {
  for (; positions > 0; --positions) {
    if (count_ > 0 && !advance()) return Outcome::ended;
    const int bound = bound_;
    expand(first_ + made_ - 1);
    ++count_;
    if (bound_ < bound) break;
  }
  return Outcome::running;
}

// Makes the next position; false when there is none.
bool Beam::advance() {
  for (;;) {
    if (next_ == sorted_count_ || made_ == width_) {
      is_cut_ = is_cut_ || next_ < sorted_count_;
      if (!begin_layer()) return false;
    }
    prefetch(sorted_[std::min(next_ + prefetched, sorted_count_ - 1)]);
    if (reach(sorted_[next_++])) return true;
  }
}

// Sorts what was found by its cost; of equals the first found comes first.
bool Beam::begin_layer() {
  if (found_ == 0) return false;
  std::uint32_t sum = 0;
  for (std::uint32_t& number : with_cost_) sum += std::exchange(number, sum);
  for (std::size_t at = 0; at < found_; ++at) {
    sorted_[with_cost_[costs_of_[at]]++] = candidates_[at];
  }
  std::ranges::fill(with_cost_, 0U);
  sorted_count_ = std::exchange(found_, 0);
  next_ = 0;
  cost_limit_ = cost_count;
  ++depth_;
  std::swap(positions_, parents_);
  first_parent_ = first_;
  first_ += std::exchange(made_, 0);
  return true;
}

void Beam::prefetch(const Candidate& candidate) const {
  const Position& parent = parents_[candidate.parent - first_parent_];
  __builtin_prefetch(&seen_[candidate.hash >> (64 - seen_bits_)]);
  __builtin_prefetch(&parent);
  __builtin_prefetch(&parent.tops);
}

bool Beam::reach(const Candidate& candidate) {
  if (!is_new(candidate.hash)) return false;
  Position& position = positions_[made_];
  position = parents_[candidate.parent - first_parent_];
  board_->make(position, candidate.shift);
  follow(position);
  steps_[first_ + made_++] = {candidate.parent, candidate.shift};
  return true;
}

// A table that forgets: a position may be looked at twice, and hardly ever is another missed.
bool Beam::is_new(std::uint64_t hash) {
  std::uint32_t& tag = seen_[hash >> (64 - seen_bits_)];
  const auto wanted = static_cast<std::uint32_t>(hash);
  return std::exchange(tag, wanted) != wanted;
}

void Beam::follow(Position& position) const {
  for (Card card = board_->forced(position, true); card != no_card;
       card = board_->forced(position, true)) {
    board_->send_up(position, card);
  }
}

// Of a line through a position of the next layer that is not won.
int Beam::least_length(int certain) const {
  return depth_ + 1 + std::max(1, certain);
}

void Beam::expand(std::uint32_t index) {
  const Position& position = positions_[index - first_];
  if (position.cards_left == 0) return note(index, depth_, {});
  const Estimate estimate(*board_, costs_, position);
  if (depth_ + std::max(1, estimate.certain) >= bound_) return;
  if (board_->is_won(position, estimate.violators)) {
    note(index, depth_ + estimate.violators, {});
  }
  const Cards next = board_->relations().next(position);
  for (const Branch& branch : Branches(*board_, costs_, position, estimate)) {
    const Shift shift = branch.shift;
    if (shift.source < max_columns && (bit_of(position.below[shift.card]) & next) != 0) {
      reach_by_ups(index, shift);
    } else {
      offer(branch.cost, branch.certain, {board_->hash_after(position, shift), index, shift});
    }
  }
}

// Where cards go up after a move, only the position that is left tells what it costs.
void Beam::reach_by_ups(std::uint32_t index, Shift shift) {
  Position position = positions_[index - first_];
  board_->make(position, shift);
  follow(position);
  if (position.cards_left == 0) return note(index, depth_ + 1, {shift});
  const Estimate estimate(*board_, costs_, position);
  offer(estimate.cost, estimate.certain, {position.hash, index, shift});
}

void Beam::offer(int cost, int certain, const Candidate& candidate) {
  const auto counted = static_cast<std::uint32_t>(
      std::clamp(cost - least_cost, 0, static_cast<int>(cost_count) - 1));
  if (counted >= cost_limit_ || least_length(certain) >= bound_) return;
  candidates_[found_] = candidate;
  costs_of_[found_++] = static_cast<std::uint16_t>(counted);
  ++with_cost_[counted];
  if (found_ == most_candidates(width_)) thin_out();
}

// Leaves those that cost least, `spare` for each position that is wanted.
void Beam::thin_out() {
  is_cut_ = true;
  std::size_t left = spare * width_;
  std::uint32_t limit = 0;
  while (with_cost_[limit] <= left) left -= with_cost_[limit++];
  cost_limit_ = limit;
  with_cost_[limit] = static_cast<std::uint32_t>(left);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < found_; ++at) {
    const std::uint16_t cost = costs_of_[at];
    if (cost > limit || (cost == limit && left == 0)) continue;
    left -= cost == limit ? 1 : 0;
    candidates_[kept] = candidates_[at];
    costs_of_[kept++] = cost;
  }
  std::fill(with_cost_.begin() + limit + 1, with_cost_.end(), 0);
  found_ = kept;
}

void Beam::note(std::uint32_t index, int length, std::vector<Shift> last) {
  if (length >= bound_) return;
  bound_ = length;
  won_ = index;
  last_ = std::move(last);
  has_line_ = true;
}

std::vector<Laid> Beam::line() const {
  if (!has_line_) return {};
  std::vector<Shift> path = last_;
  for (std::uint32_t index = won_; index != 0; index = steps_[index].parent) {
    path.push_back(steps_[index].shift);
  }
  Writer writer(*board_, true);
  for (std::size_t left = path.size(); left-- > 0;) writer.play(path[left]);
  writer.finish();
  const auto laid = writer.laid();
  return {laid.begin(), laid.end()};
}

}  // namespace kungen::search
