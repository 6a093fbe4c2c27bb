#include "search/solver.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "search/pruning.hpp"
#include "search/talon.hpp"
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

constexpr std::uint16_t deeper(std::uint16_t depth) {
  return static_cast<std::uint16_t>(std::min(depth + 1, max_value));
}

// A card that the foundation of a suit takes next.
Card next_of(const Layout& layout, Pile foundation) {
  const int suit = foundation - first_foundation;
  return layout.card_at(layout.foundation(suit) + 1, suit);
}

// A move and the forced moves after it, played on a layout and its key, and taken back.
class Outing {
 public:
  Outing(const Rules& rules, Layout& layout, Key key, std::uint64_t hash)
      : rules_(rules), layout_(layout), key_(key), hash_(hash), stock_(layout.stock) {}

  [[nodiscard]] const Key& key() const { return key_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  void play(Move move) {
    relocate(carried(layout_, move), target_of(layout_, move));
    const bool turned_up = make_move(layout_, move);
    if (turned_up) {
      const Card card = layout_.column(move.source).free_card();
      relocate(card, byte_of(key_[card] & ~face_down));
    }
    played_[count_++] = {move, turned_up};
  }

  void play_forced() {
    while (const auto move = forced_move(rules_, layout_)) {
      if (move->source == waste_pile && is_open(rules_)) {
        bring_up(layout_.stock, next_of(layout_, move->target));
      }
      play(*move);
    }
    if (rules_.has_stock()) settle_stock();
  }

  void take_back() {
    while (count_ > 0) {
      const Played& last = played_[--count_];
      unmake_move(layout_, last.move, last.turned_up);
    }
    if (rules_.has_stock()) layout_.stock = stock_;
  }

 private:
  struct Played {
    Move move;
    bool turned_up;
  };

  void relocate(Card card, Byte below) {
    if (key_[card] == below) return;
    hash_ += hash_term(card, below) - hash_term(card, key_[card]);
    key_[card] = below;
  }

  void settle_stock() {
    settle(rules_, layout_.stock);
    Byte below = bottom_of_waste;
    for (const Card card : layout_.stock.waste()) relocate(card, std::exchange(below, card));
    below = bottom_of_stock;
    const auto cards = layout_.stock.cards();
    for (std::size_t left = cards.size(); left-- > 0;) {
      relocate(cards[left], std::exchange(below, cards[left]));
    }
    const Byte turned_over = byte_of(layout_.stock.turned_over());
    hash_ += hash_term(max_cards, turned_over) - hash_term(max_cards, key_.turned_over);
    key_.turned_over = turned_over;
  }

  const Rules& rules_;
  Layout& layout_;
  Key key_;
  std::uint64_t hash_;
  Stock stock_;
  // The move itself, and at most every card of the deck that goes up.
  std::array<Played, max_cards + 1> played_;
  std::size_t count_ = 0;
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
  const Key key = key_of(rules_, layout);
  Outing outing(rules_, layout, key, hash_of(key));
  outing.play_forced();
  const auto [index, is_new] = store_.add(outing.key(), outing.hash());
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
    if (is_stock_move(move) || equal.skips(layout, move)) continue;
    reach(index, layout, key, hash, move);
    if (state_ != State::running) return;
  }
  if (rules_.has_stock()) expand_stock(index, layout, key, hash);
}

// Plays the cards that the waste gets by draws and turning over.
void Solver::expand_stock(Index index, Layout& layout, const Key& key, std::uint64_t hash) {
  const EqualMoves equal(rules_, layout);
  Drawing drawing(rules_, layout);
  while (drawing.next()) {
    MoveList moves;
    generate_waste_moves(rules_, layout, moves);
    for (const Move& move : moves) {
      if (!equal.skips(layout, move)) reach(index, layout, key, hash, move);
      if (state_ != State::running) return;
    }
  }
}

// Plays a move and the forced moves after it, keeps the layout if it is new, and takes all back.
void Solver::reach(Index parent, Layout& layout, const Key& key, std::uint64_t hash, Move move) {
  const Card card = carried(layout, move);
  const Byte target = target_of(layout, move);
  Outing outing(rules_, layout, key, hash);
  outing.play(move);
  outing.play_forced();
  const auto [index, is_new] = store_.add(outing.key(), outing.hash());
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
  outing.take_back();
}

namespace {

// Plays the moves of a line in the player's layout, where piles have their places.
class Line {
 public:
  Line(const Rules& rules, const Layout& start) : rules_(rules), layout_(start) { play_forced(); }

  void play(Card card, Byte target) {
    draw_to(card);
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
    while (const auto move = forced_move(rules_, layout_)) {
      draw_to(next_of(layout_, move->target));
      make(*move);
    }
  }

  // Draws and turns over until a card of the stock or the waste is the free one.
  void draw_to(Card card) {
    const auto has = [card](std::span<const Card> cards) {
      return std::find(cards.begin(), cards.end(), card) != cards.end();
    };
    if (!has(layout_.stock.waste()) && !has(layout_.stock.cards())) return;
    while (free_card(layout_, waste_pile) != card) make(*find_stock_move(rules_, layout_));
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
