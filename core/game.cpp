#include "game.hpp"

#include <algorithm>

#include "tip.hpp"

namespace kungen {

std::span<const Move> Game::step(std::size_t index) const {
  const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
  return {moves_.data() + begin, ends_[index] - begin};
}

CardSet Game::taken_down() const {
  return position_ == 0 ? CardSet{} : taken_down_[position_ - 1];
}

void Game::forget_redo() {
  ends_.resize(position_);
  taken_down_.resize(position_);
  moves_.resize(position_ == 0 ? 0 : ends_.back());
}

// The cards a player's move touches lose the mark of having been taken down: those that move and
// the one they land on.
CardSet Game::taken_down_after(Move move) const {
  CardSet marks = taken_down();
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

void Game::append(Move move) {
  make_move(layout_, move);
  moves_.push_back(move);
}

void Game::end_step(CardSet taken_down) {
  ends_.push_back(moves_.size());
  taken_down_.push_back(taken_down);
  ++position_;
}

std::span<const Move> Game::push(Move move) {
  if (!is_legal(rules_, layout_, move)) return {};
  forget_redo();
  const CardSet marks = taken_down_after(move);
  append(move);
  const CardSet held = marks | undone_;
  while (const auto next = automatic_move(rules_, layout_, level_, held)) append(*next);
  undone_.clear();
  end_step(marks);
  return step(position_ - 1);
}

std::span<const Move> Game::pop() {
  if (position_ == 0) return {};
  const auto moves = step(--position_);
  for (std::size_t left = moves.size(); left-- > 0;) {
    const Move& move = moves[left];
    if (is_foundation(move.target)) undone_.add(free_card(layout_, move.target));
    unmake_move(layout_, move);
  }
  return moves;
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
  const auto move = automatic_move(rules_, layout_, Autoplay::all, {});
  forget_redo();
  const CardSet marks = taken_down_after(*move);
  undone_.clear();
  append(*move);
  end_step(marks);
  return move;
}

std::vector<Key> Game::past_keys() const {
  std::vector<Key> keys;
  Layout layout = layout_;
  keys.push_back(key_of(rules_, layout));
  for (std::size_t index = position_; index-- > 0;) {
    const auto moves = step(index);
    for (std::size_t left = moves.size(); left-- > 0;) unmake_move(layout, moves[left]);
    keys.push_back(key_of(rules_, layout));
  }
  return keys;
}

std::optional<Move> Game::tip() const {
  if (is_won(rules_, layout_)) return std::nullopt;
  MoveList moves;
  generate_moves(rules_, layout_, moves);
  const std::vector<Key> past = past_keys();
  std::optional<Move> best;
  int best_score = -1;
  for (const Move& move : moves) {
    Layout after = layout_;
    make_move(after, move);
    const bool seen = std::find(past.begin(), past.end(), key_of(rules_, after)) != past.end();
    // A move that leads back to a layout seen before ranks below every move that does not.
    const int score = tip_score(rules_, layout_, move) + (seen ? 0 : 10000);
    if (score > best_score) {
      best = move;
      best_score = score;
    }
  }
  return best;
}

std::vector<Byte> Game::history() const {
  std::vector<Byte> record;
  for (std::size_t index = 0; index < ends_.size(); ++index) {
    const auto moves = step(index);
    record.push_back(static_cast<Byte>(moves.size()));
    for (const Move& move : moves) {
      record.insert(record.end(), {move.source, move.target, move.count});
    }
  }
  return record;
}

// Plays the moves of one step, three bytes each; takes them back when one is illegal.
bool Game::replay_step(std::span<const Byte> moves) {
  const std::size_t begin = moves_.size();
  CardSet marks = taken_down();
  for (std::size_t at = 0; at < moves.size(); at += 3) {
    const Move move{moves[at], moves[at + 1], moves[at + 2]};
    if (!is_legal(rules_, layout_, move)) {
      while (moves_.size() > begin) {
        unmake_move(layout_, moves_.back());
        moves_.pop_back();
      }
      return false;
    }
    if (at == 0) marks = taken_down_after(move);
    append(move);
  }
  end_step(marks);
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
