#include "search/greedy/greedy.hpp"

#include <array>
#include <bit>
#include <utility>

#include "search/board/line.hpp"
#include "search/greedy/lister.hpp"

namespace kungen::search {
namespace {

// Choices for each position, on average.
constexpr std::uint32_t choices = 24;
// Most games have no more columns.
constexpr int few_columns = 8;

// Four places for each position.
int table_bits(std::uint32_t quota) {
  return std::bit_width(quota) + 2;
}

// The move of a choice, which names the free card of a run: that of the deepest card.
Shift resolved(const Relations& relations, const Position& position, Shift shift) {
  if (shift.source >= max_columns || shift.count == 1) return shift;
  const Card base = position.base[shift.source];
  if (shift.count == relations.run(shift.card, base)) {
    shift.card = base;
  } else {
    for (int left = shift.count; left > 1; --left) shift.card = position.below[shift.card];
  }
  return shift;
}

}  // namespace

std::uint64_t bytes_for(std::uint32_t quota) {
  const std::uint64_t positions = std::uint64_t{quota} + 1;
  return sizeof(Greedy) + positions * (sizeof(Position) + sizeof(Step)) +
         std::uint64_t{quota} * choices * sizeof(Choice) +
         (sizeof(std::uint32_t) << table_bits(quota));
}

void Greedy::begin(const Board& board, const Weights& weights, std::uint32_t quota) {
  board_ = &board;
  sends_all_up_ = weights.sends_all_up;
  quota_ = quota;
  current_ = 0;
  queue_.clear(std::size_t{quota} * choices);
  seen_.assign(std::size_t{1} << table_bits(quota), 0);
  seen_shift_ = 64 - table_bits(quota);
  if (positions_.size() < quota + 1) {
    positions_.resize(quota + 1);
    steps_.resize(quota + 1);
  }
  worths_.begin(board, weights);
  positions_[0] = board.start();
  follow(positions_[0]);
  count_ = 1;
  outcome_ = Outcome::running;
}

// What follows by itself happens before a position is looked at.
void Greedy::follow(Position& position) const {
  for (Card card = board_->forced(position, sends_all_up_); card != no_card;
       card = board_->forced(position, sends_all_up_)) {
    board_->send_up(position, card);
  }
}

// A table that forgets: a position may be looked at twice, and hardly ever is another missed.
bool Greedy::is_new(std::uint64_t hash) {
  std::uint32_t& tag = seen_[hash >> seen_shift_];
  const auto wanted = static_cast<std::uint32_t>(hash >> 8U);
  return std::exchange(tag, wanted) != wanted;
}

Greedy::Outcome Greedy::run(std::uint32_t positions) {
  return board_->columns() <= few_columns ? run_with<few_columns>(positions)
                                          : run_with<max_columns>(positions);
}

template <int columns>
Greedy::Outcome Greedy::run_with(std::uint32_t positions) {
  for (; positions > 0 && outcome_ == Outcome::running; --positions) {
    expand<columns>(positions_[current_]);
    if (outcome_ == Outcome::running && !advance()) outcome_ = Outcome::lost;
  }
  return outcome_;
}

template <int columns>
void Greedy::expand(const Position& position) {
  Outlook outlook;
  outlook.look<columns>(*board_, worths_, position);
  if (board_->is_won(position, outlook.violators)) {
    outcome_ = Outcome::won;
  } else if (count_ >= quota_) {
    outcome_ = Outcome::lost;
  } else {
    std::array<Offer, most_offers> offers;
    const std::size_t count = outlook.list<columns>(*board_, worths_, position, offers);
    queue_.push(current_, {offers.data(), count});
  }
}

// Makes the best move that leads to a position not seen before; false when there is none.
bool Greedy::advance() {
  while (!queue_.empty()) {
    if (reach(queue_.pop())) return true;
  }
  return false;
}

// Where no card goes up, the hash is known before the move is made.
bool Greedy::reach(const Choice& choice) {
  const Position& parent = positions_[choice.position];
  const Shift shift = resolved(board_->relations(), parent, unpacked(choice.shift));
  const bool may_go_up = shift.target == on_foundation ||
                         (bit_of(parent.below[shift.card]) & board_->relations().next(parent)) != 0;
  if (!may_go_up && !is_new(board_->hash_after(parent, shift))) return false;
  Position& position = positions_[count_];
  position = parent;
  board_->make(position, shift);
  if (may_go_up) {
    follow(position);
    if (!is_new(position.hash)) return false;
  }
  ++position.depth;
  steps_[count_] = {choice.position, shift};
  current_ = count_++;
  return true;
}

std::vector<Laid> Greedy::line() const {
  if (outcome_ != Outcome::won) return {};
  std::vector<Shift> path;
  for (std::uint32_t index = current_; index != 0; index = steps_[index].parent) {
    path.push_back(steps_[index].shift);
  }
  Writer writer(*board_, sends_all_up_);
  for (std::size_t left = path.size(); left-- > 0;) writer.play(path[left]);
  writer.finish();
  const auto laid = writer.laid();
  return {laid.begin(), laid.end()};
}

}  // namespace kungen::search
