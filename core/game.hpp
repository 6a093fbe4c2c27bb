#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "autoplay.hpp"
#include "key.hpp"

namespace kungen {

// A game in play: a layout, the steps that led to it and those that can be redone, and the cards
// that autoplay holds back. Every change keeps the layout and the steps in agreement.
class Game {
 public:
  Game(const Rules& rules, const Layout& start) : rules_(rules), layout_(start) {}

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Autoplay autoplay() const { return level_; }
  void set_autoplay(Autoplay level) { level_ = level; }

  [[nodiscard]] std::size_t steps() const { return position_; }
  [[nodiscard]] std::size_t steps_to_redo() const { return steps_.size() - position_; }

  // Each gives the moves of the step it played or took back, as they were played; none when the
  // move is illegal or there is nothing to do. The moves stay valid until the next change.
  std::span<const Move> push(Move move);
  std::span<const Move> pop();
  std::span<const Move> redo();

  // Takes back all steps, which can then be redone, and gives their number.
  std::size_t restart();

  // The next move of the finish, played as a step of its own; nothing when none is offered.
  std::optional<Move> finish_step();

  [[nodiscard]] bool finish_offered() const { return can_finish(rules_, layout_); }
  // 0 in games without a score.
  [[nodiscard]] int score() const { return position_ == 0 ? 0 : steps_[position_ - 1].score; }
  // Whether the last steps only drew and turned over, and stock and waste are what they were
  // before one of these.
  [[nodiscard]] bool is_useless_pass() const;
  [[nodiscard]] std::optional<Move> tip() const;

  // The history record of all steps.
  [[nodiscard]] std::vector<Byte> history() const;

  struct Replayed {
    bool complete = false;
    // All steps, or those before the first one that cannot be played.
    std::size_t steps = 0;
  };

  // Forgets all steps and plays a history record from the start, without adding autoplay; then
  // takes steps back to `position`. Stops before the first step that is illegal or misspelt, or
  // in which a move after the first, an automatic one, does not go to a foundation.
  Replayed replay(std::span<const Byte> record, std::size_t position);

 private:
  // The end of a step is where the next one begins; the rest is as the step leaves it.
  struct Step {
    std::size_t end = 0;
    CardSet taken_down{};
    int score = 0;
  };

  [[nodiscard]] std::size_t begin_of(std::size_t index) const {
    return index == 0 ? 0 : steps_[index - 1].end;
  }
  [[nodiscard]] std::span<const Move> step(std::size_t index) const;
  void forget_redo();
  [[nodiscard]] CardSet taken_down() const;
  [[nodiscard]] CardSet taken_down_after(Move move) const;
  void append(Step& step, Move move);
  // Takes the move with an index back, in a layout that stands after it.
  void unmake(std::size_t index, Layout& layout) const;
  void end_step(Step step);
  bool replay_step(std::span<const Byte> moves);
  [[nodiscard]] std::vector<Key> past_keys() const;

  Rules rules_;
  Layout layout_;
  Autoplay level_ = Autoplay::safe;
  // The moves of all steps, one after another, and for each 1 when it turned a card up.
  std::vector<Move> moves_;
  std::vector<Byte> turned_up_;
  std::vector<Step> steps_;
  std::size_t position_ = 0;
  CardSet undone_;
};

}  // namespace kungen
