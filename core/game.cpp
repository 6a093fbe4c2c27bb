#include "game.hpp"

#include <algorithm>

#include "tip.hpp"

namespace kungen {

namespace {

int points_of(const Points& points, Move move, bool turned_up) {
  int sum = turned_up ? points.turned_up : 0;
  if (is_foundation(move.target)) sum += points.to_foundation;
  if (is_column(move.target) && move.source == waste_pile) sum += points.from_waste;
  if (is_foundation(move.source)) sum += points.from_foundation;
  return sum;
}

}  // namespace

std::span<const Move> Game::step(std::size_t index) const {
  const std::size_t begin = begin_of(index);
  return {moves_.data() + begin, steps_[index].end - begin};
}

CardSet Game::taken_down() const {
  return position_ == 0 ? CardSet{} : steps_[position_ - 1].taken_down;
}

void Game::forget_redo() {
  steps_.resize(position_);
  moves_.resize(begin_of(position_));
  turned_up_.resize(moves_.size());
}

// The cards a player's move touches lose the mark of having been taken down: those that move and
// the one they land on.
CardSet Game::taken_down_after(Move move) const {
  CardSet marks = taken_down();
  if (is_stock_move(move)) return marks;
  const Card moved = free_card(layout_, move.source);
  marks.remove(moved);
  if (is_column(move.source)) {
    for (const Card card : layout_.column(move.source).cards().last(move.count)) marks.remove(card);
  }
  const Card landed_on = free_card(layout_, move.target);
  if (landed_on != no_card) marks.remove(landed_on);
  if (is_foundation(move.source)) marks.add(moved);
  return marks;
}

void Game::append(Step& step, Move move) {
  const bool turned_up = make_move(layout_, move);
  moves_.push_back(move);
  turned_up_.push_back(turned_up ? 1 : 0);
  step.score = std::max(0, step.score + points_of(rules_.points, move, turned_up));
}

void Game::end_step(Step step) {
  step.end = moves_.size();
  steps_.push_back(step);
  ++position_;
}

std::span<const Move> Game::push(Move move) {
  if (!is_legal(rules_, layout_, move)) return {};
  forget_redo();
  Step made{.taken_down = taken_down_after(move), .score = score()};
  append(made, move);
  const CardSet held = made.taken_down | undone_;
  while (const auto next = automatic_move(rules_, layout_, level_, held)) append(made, *next);
  undone_.clear();
  end_step(made);
  return step(position_ - 1);
}

void Game::unmake(std::size_t index, Layout& layout) const {
  unmake_move(layout, moves_[index], turned_up_[index] != 0);
}

std::span<const Move> Game::pop() {
  if (position_ == 0) return {};
  const std::size_t index = --position_;
  for (std::size_t left = steps_[index].end; left-- > begin_of(index);) {
    const Move& move = moves_[left];
    if (is_foundation(move.target)) undone_.add(free_card(layout_, move.target));
    unmake(left, layout_);
  }
  return step(index);
}

std::span<const Move> Game::redo() {
  if (steps_to_redo() == 0) return {};
  const auto moves = step(position_++);
  for (const Move& move : moves) {
    make_move(layout_, move);
    if (is_foundation(move.target)) undone_.remove(free_card(layout_, move.target));
  }
  return moves;
}

std::size_t Game::restart() {
  const std::size_t steps = position_;
  while (position_ > 0) pop();
  undone_.clear();
  return steps;
}

std::optional<Move> Game::finish_step() {
  if (!finish_offered()) return std::nullopt;
  bool went_up = true;
  const auto move = finish_move(rules_, layout_, went_up);
  forget_redo();
  Step made{.taken_down = taken_down_after(*move), .score = score()};
  undone_.clear();
  append(made, *move);
  end_step(made);
  return move;
}

std::vector<Key> Game::past_keys() const {
  std::vector<Key> keys;
  Layout layout = layout_;
  keys.push_back(key_of(rules_, layout));
  for (std::size_t index = position_; index-- > 0;) {
    for (std::size_t left = steps_[index].end; left-- > begin_of(index);) unmake(left, layout);
    keys.push_back(key_of(rules_, layout));
  }
  return keys;
}

// Within the last steps that only drew and turned over, the waste alone tells where one was.
bool Game::is_useless_pass() const {
  Layout layout = layout_;
  for (std::size_t index = position_; index-- > 0;) {
    const auto moves = step(index);
    if (moves.size() > 1 || !is_stock_move(moves[0])) return false;
    unmake(begin_of(index), layout);
    if (layout.stock.waste().size() == layout_.stock.waste().size()) return true;
  }
  return false;
}

std::optional<Move> Game::tip() const {
  if (is_won(rules_, layout_) || is_stuck(rules_, layout_)) return std::nullopt;
  MoveList moves;
  generate_moves(rules_, layout_, moves);
  const std::vector<Key> past = past_keys();
  std::optional<Move> best;
  int best_score = -1;
  for (const Move& move : moves) {
    if (is_foundation(move.source)) continue;
    Layout after = layout_;
    make_move(after, move);
    const bool seen = std::find(past.begin(), past.end(), key_of(rules_, after)) != past.end();
    const int score = tip_score(rules_, layout_, move);
    if (!seen && score > best_score) {
      best = move;
      best_score = score;
    }
  }
  return best;
}

std::vector<Byte> Game::history() const {
  std::vector<Byte> record;
  for (std::size_t index = 0; index < steps_.size(); ++index) {
    const auto moves = step(index);
    record.push_back(static_cast<Byte>(moves.size()));
    for (const Move& move : moves) {
      record.insert(record.end(), {move.source, move.target, move.count});
    }
  }
  return record;
}

// Plays the moves of one step, three bytes each; takes them back when one is illegal, or is an
// automatic one that autoplay never makes.
bool Game::replay_step(std::span<const Byte> moves) {
  const std::size_t begin = moves_.size();
  Step made{.taken_down = taken_down(), .score = score()};
  for (std::size_t at = 0; at < moves.size(); at += 3) {
    const Move move{moves[at], moves[at + 1], moves[at + 2]};
    const bool automatic = at > 0;
    if ((automatic && !is_foundation(move.target)) || !is_legal(rules_, layout_, move)) {
      for (std::size_t left = moves_.size(); left-- > begin;) unmake(left, layout_);
      forget_redo();
      return false;
    }
    if (at == 0) made.taken_down = taken_down_after(move);
    append(made, move);
  }
  end_step(made);
  return true;
}

Game::Replayed Game::replay(std::span<const Byte> record, std::size_t position) {
  restart();
  forget_redo();
  for (std::size_t at = 0; at < record.size();) {
    const std::size_t bytes = std::size_t{3} * record[at];
    if (bytes == 0 || record.size() - at - 1 < bytes) return {false, position_};
    if (!replay_step(record.subspan(at + 1, bytes))) return {false, position_};
    at += 1 + bytes;
  }
  const std::size_t steps = position_;
  while (position_ > position) pop();
  return {true, steps};
}

}  // namespace kungen
