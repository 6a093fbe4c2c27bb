#include "search/solver.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "search/pruning.hpp"
#include "search/talon.hpp"
#include "search/twins.hpp"
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

// No value is higher than the highest, so that a greater depth would change nothing.
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
  Outing(const Rules& rules, Layout& layout, const HashedKey& key)
      : rules_(rules), layout_(layout), key_(key), stock_(layout.stock) {}

  void play(Move move) {
    key_.lay(carried(layout_, move), target_of(layout_, move));
    const bool turned_up = make_move(layout_, move);
    if (turned_up) key_.turn_up(layout_.column(move.source).free_card());
    played_[count_++] = {move, turned_up};
  }

  void play_forced() {
    while (const auto move = forced_move(rules_, layout_)) {
      if (move->source == waste_pile && is_open(rules_)) {
        bring_up(layout_.stock, next_of(layout_, move->target));
      }
      play(*move);
    }
  }

  // The key of the layout that stands for all that are equal.
  [[nodiscard]] const HashedKey& settled_key() {
    if (rules_.has_stock()) settle_stock();
    if (exchanges_twins(rules_)) settle_twins(rules_, layout_, key_);
    return key_;
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

  void settle_stock() {
    settle(rules_, layout_.stock);
    chain_stock(layout_.stock, [this](Card card, Byte below) { key_.lay(card, below); });
    key_.set_turned_over(byte_of(layout_.stock.turned_over()));
  }

  const Rules& rules_;
  Layout& layout_;
  HashedKey key_;
  Stock stock_;
  // Two moves at most, and every card of the deck that goes up.
  std::array<Played, max_cards + 2> played_;
  std::size_t count_ = 0;
};

}  // namespace

Solver::Solver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
               std::uint64_t nodes_limit)
    : rules_(with_base_of(rules, start)),
      start_(start),
      nodes_limit_(nodes_limit),
      store_(bytes_limit, fixed_bytes) {
  add_start();
}

void Solver::add_start() {
  Layout layout = start_;
  Outing outing(rules_, layout, HashedKey(key_of(rules_, layout)));
  outing.play_forced();
  const HashedKey& key = outing.settled_key();
  const auto [index, is_new] = store_.add(key.key(), key.hash());
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

// The layout that stands for its equals may have a forced move that the one it was made of had not.
void Solver::expand(Index index) {
  const HashedKey key(store_[index].key);
  Layout layout = layout_of(rules_, key.key());
  if (exchanges_twins(rules_)) {
    if (const auto move = forced_move(rules_, layout)) {
      return reach(index, layout, key, std::array{*move});
    }
  }
  const EqualMoves equal(rules_, layout);
  MoveList moves;
  generate_moves(rules_, layout, moves);
  for (const Move& move : moves) {
    if (!is_stock_move(move) && !equal.skips(layout, move)) try_move(index, layout, key, move);
    if (state_ != State::running) return;
  }
  if (rules_.has_stock()) expand_stock(index, layout, key);
}

// Plays the cards that the waste gets by draws and turning over.
void Solver::expand_stock(Index index, Layout& layout, const HashedKey& key) {
  const EqualMoves equal(rules_, layout);
  Drawing drawing(rules_, layout);
  while (drawing.next()) {
    MoveList moves;
    generate_waste_moves(rules_, layout, moves);
    for (const Move& move : moves) {
      if (!equal.skips(layout, move)) reach(index, layout, key, std::array{move});
      if (state_ != State::running) return;
    }
  }
}

// A move from a card to its twin only sets that card free to go up.
void Solver::try_move(Index parent, Layout& layout, const HashedKey& key, Move move) {
  const Card left = exchanges_twins(rules_) ? left_for_twin(rules_, layout, move) : no_card;
  if (left == no_card) return reach(parent, layout, key, std::array{move});
  if (!layout.is_next(left)) return;
  const Move up{move.source, foundation_pile(suit_of(left)), 1};
  reach(parent, layout, key, std::array{move, up});
}

// Plays moves and the forced ones after them, keeps the layout if it is new, and takes all back.
void Solver::reach(Index parent, Layout& layout, const HashedKey& key,
                   std::span<const Move> moves) {
  Outing outing(rules_, layout, key);
  Card card = no_card;
  Byte target = on_base;
  for (const Move& move : moves) {
    card = carried(layout, move);
    target = target_of(layout, move);
    outing.play(move);
  }
  outing.play_forced();
  const HashedKey& reached = outing.settled_key();
  const auto [index, is_new] = store_.add(reached.key(), reached.hash());
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

// Plays what a node remembers, a card and what it goes onto, in a layout that need only be equal to
// the one of the search.
class Player {
 public:
  Player(const Rules& rules, const Layout& layout) : rules_(rules), layout_(layout) {}

  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] std::vector<Move> take() { return std::move(moves_); }

  void play(Card card, Byte target) {
    draw_to(card);
    if (target == on_foundation && exchanges_twins(rules_)) set_free(card);
    make(find_move(card, target));
  }

 private:
  void make(Move move) {
    moves_.push_back(move);
    make_move(layout_, move);
  }

  // Draws and turns over until a card of the stock or the waste is the free one.
  void draw_to(Card card) {
    const auto has = [card](std::span<const Card> cards) {
      return std::find(cards.begin(), cards.end(), card) != cards.end();
    };
    if (!has(layout_.stock.waste()) && !has(layout_.stock.cards())) return;
    while (free_card(layout_, waste_pile) != card) make(*find_stock_move(rules_, layout_));
  }

  // Carries what lies on a card to its twin.
  void set_free(Card card) {
    for (int index = 0; index < rules_.columns; ++index) {
      const Column& column = layout_.column(index);
      for (int place = 0; place + 1 < column.size(); ++place) {
        if (column[place] == card) return make(find_move(column[place + 1], twin_of(card)));
      }
    }
  }

  [[nodiscard]] Move find_move(Card card, Byte target) const {
    MoveList moves;
    generate_moves(rules_, layout_, moves);
    const auto fits = [&](const Move& move) {
      return carried(layout_, move) == card && is_target(target_of(layout_, move), target);
    };
    return *std::find_if(moves.begin(), moves.end(), fits);
  }

  [[nodiscard]] bool is_target(Byte found, Byte target) const {
    if (found == target) return true;
    return exchanges_twins(rules_) && target < max_cards && found == twin_of(target);
  }

  const Rules& rules_;
  Layout layout_;
  std::vector<Move> moves_;
};

// Plays the forced moves of one layout in both.
void play_forced(const Rules& rules, Player& leader, Player& follower) {
  while (const auto move = forced_move(rules, leader.layout())) {
    const Card card = next_of(leader.layout(), move->target);
    leader.play(card, on_foundation);
    follower.play(card, on_foundation);
  }
}

}  // namespace

// The search's own layouts say which moves are forced; they are played in the player's layout,
// where piles have their places.
std::vector<Move> Solver::line() const {
  if (state_ != State::solved) return {};
  std::vector<Index> path;
  for (Index index = won_; store_[index].parent != no_index; index = store_[index].parent) {
    path.push_back(index);
  }
  Player player(rules_, start_);
  Player first(rules_, start_);
  play_forced(rules_, first, player);
  for (std::size_t left = path.size(); left-- > 0;) {
    const Node& node = store_[path[left]];
    Player searcher(rules_, layout_of(rules_, store_[node.parent].key));
    searcher.play(node.card, node.target);
    player.play(node.card, node.target);
    play_forced(rules_, searcher, player);
  }
  return player.take();
}

}  // namespace kungen::search
