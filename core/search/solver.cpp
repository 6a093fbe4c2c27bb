#include "search/solver.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "search/pruning.hpp"
#include "search/value.hpp"

namespace kungen::search {
namespace {

// What the moved cards will lie on after a move: the terms of the key.
Byte target_of(const Layout& layout, Move move) {
  if (is_cell(move.target)) return in_cell;
  if (is_foundation(move.target)) return on_foundation;
  const Card below = free_card(layout, move.target);
  return below == no_card ? on_base : below;
}

// The deepest card that a move carries.
Card carried(const Layout& layout, Move move) {
  if (!is_column(move.source)) return free_card(layout, move.source);
  const Column& column = layout.column(move.source);
  return column[column.size() - move.count];
}

void relocate(Key& key, std::uint64_t& hash, Card card, Byte below) {
  hash += hash_term(card, below) - hash_term(card, key[card]);
  key[card] = below;
}

constexpr std::uint16_t deeper(std::uint16_t depth) {
  return static_cast<std::uint16_t>(std::min(depth + 1, max_value));
}

// At most every card of the deck goes up.
struct Forced {
  std::array<Move, max_cards> moves;
  std::size_t count = 0;
};

}  // namespace

Solver::Solver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
               std::uint64_t nodes_limit)
    : rules_(with_base_of(rules, start)),
      start_(start),
      nodes_limit_(nodes_limit),
      store_(bytes_limit) {
  add_start();
}

void Solver::add_start() {
  Layout layout = start_;
  while (const auto move = forced_move(rules_, layout)) make_move(layout, *move);
  const Key key = key_of(rules_, layout);
  const auto [index, is_new] = store_.add(key, hash_of(key));
  if (index == no_index) {
    state_ = State::out_of_memory;
    return;
  }
  Node& node = store_[index];
  node.parent = no_index;
  node.depth = 0;
  enqueue(index, layout);
}

// Values all layouts anew that wait in the queue.
void Solver::change_weight() {
  depth_weight_ = depth_weight_ == light_depth ? heavy_depth : light_depth;
  next_change_ += std::min(next_change_, longest_turn);
  queue_.clear();
  for (Index index = 0; index < store_.size(); ++index) {
    if (store_[index].next != expanded) enqueue(index, layout_of(rules_, store_[index].key));
  }
}

// Long lines are put off a little: they seldom lead on where they have not led yet.
void Solver::enqueue(Index index, const Layout& layout) {
  const int value = value_of(rules_, layout) + depth_weight_ * store_[index].depth;
  queue_.push(store_, index, std::min(value, max_value));
  if (!is_won(rules_, layout)) return;
  won_ = index;
  state_ = State::solved;
}

State Solver::step(std::uint64_t nodes) {
  for (; nodes > 0 && state_ == State::running; --nodes) {
    if (nodes_ == next_change_) change_weight();
    const Index index = queue_.pop(store_);
    if (index == no_index) {
      state_ = State::unsolvable;
    } else if (nodes_limit_ != 0 && nodes_ == nodes_limit_) {
      state_ = State::out_of_nodes;
    } else {
      ++nodes_;
      expand(index);
    }
  }
  return state_;
}

void Solver::expand(Index index) {
  const Key key = store_[index].key;
  const std::uint64_t hash = hash_of(key);
  Layout layout = layout_of(rules_, key);
  const EqualMoves equal(rules_, layout);
  MoveList moves;
  generate_moves(rules_, layout, moves);
  for (const Move& move : moves) {
    if (!equal.skips(layout, move)) reach(index, layout, key, hash, move);
    if (state_ != State::running) return;
  }
}

// Plays a move and the forced moves after it, keeps the layout if it is new, and takes all back.
void Solver::reach(Index parent, Layout& layout, Key key, std::uint64_t hash, Move move) {
  const Card card = carried(layout, move);
  const Byte target = target_of(layout, move);
  relocate(key, hash, card, target);
  make_move(layout, move);
  Forced forced;
  while (const auto next = forced_move(rules_, layout)) {
    relocate(key, hash, free_card(layout, next->source), on_foundation);
    make_move(layout, *next);
    forced.moves[forced.count++] = *next;
  }
  const auto [index, is_new] = store_.add(key, hash);
  if (index == no_index) {
    state_ = State::out_of_memory;
  } else if (is_new) {
    Node& node = store_[index];
    node.parent = parent;
    node.card = card & 0x3FU;
    node.target = target;
    node.depth = deeper(store_[parent].depth) & 0x3FFU;
    enqueue(index, layout);
  }
  while (forced.count > 0) unmake_move(layout, forced.moves[--forced.count]);
  unmake_move(layout, move);
}

namespace {

// Plays the moves of a line in the player's layout, where piles have their places.
class Line {
 public:
  Line(const Rules& rules, const Layout& start) : rules_(rules), layout_(start) { play_forced(); }

  void play(Card card, Byte target) {
    make(find_move(card, target));
    play_forced();
  }

  [[nodiscard]] std::vector<Move> take() { return std::move(moves_); }

 private:
  void make(Move move) {
    moves_.push_back(move);
    make_move(layout_, move);
  }

  void play_forced() {
    while (const auto move = forced_move(rules_, layout_)) make(*move);
  }

  [[nodiscard]] Move find_move(Card card, Byte target) const {
    MoveList moves;
    generate_moves(rules_, layout_, moves);
    const auto fits = [&](const Move& move) {
      return carried(layout_, move) == card && target_of(layout_, move) == target;
    };
    return *std::find_if(moves.begin(), moves.end(), fits);
  }

  const Rules& rules_;
  Layout layout_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Move> Solver::line() const {
  if (state_ != State::solved) return {};
  std::vector<Index> path;
  for (Index index = won_; store_[index].parent != no_index; index = store_[index].parent) {
    path.push_back(index);
  }
  Line line(rules_, start_);
  for (std::size_t left = path.size(); left-- > 0;) {
    line.play(store_[path[left]].card, store_[path[left]].target);
  }
  return line.take();
}

}  // namespace kungen::search
