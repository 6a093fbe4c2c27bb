#pragma once

#include <algorithm>

#include "search/board/board.hpp"

namespace kungen::search {

inline constexpr Shift no_shift{no_card, 0, 0, 0};

// The column with this free card, or the first empty one by `on_base`; there must be one.
[[nodiscard]] Byte column_ending_with(const Position& position, Byte free);

// The moves that a search makes without looking at any other. docs/pruning says why no win is lost:
// safe-foundation-moves.md, joined-cards.md and last-cards.md.
class Forcing {
 public:
  Forcing(const Rules& rules, const Relations& relations);

  // Whether a card in a cell goes onto a free host at once, and cards that are joined so leave for
  // the cells together.
  [[nodiscard]] bool joins() const { return joins_; }
  // Whether joined cards also leave for the cells when the card below them goes up or takes the
  // twin of the deepest: where a card has more hosts than one.
  [[nodiscard]] bool uncovers() const { return joins_ && !in_suit_; }
  // How many cards of the target leave for the cells before a card goes onto its host.
  [[nodiscard]] int covering(const Position& position, Shift shift) const {
    if (!uncovers() || shift.target >= max_columns) return 0;
    const Card free = position.free[shift.target];
    return free == on_base ? 0 : place_of(shift.card) + 1 - place_of(free);
  }

  // The next forced move, or `no_shift`.
  [[nodiscard]] Shift next(const Position& position) const;
  // Whether forced moves may follow a move, from a position without any.
  [[nodiscard]] bool may_follow(const Position& position, Shift shift) const;

  // How many cards at the free end of a column, whose run is so long, are joined.
  [[nodiscard]] int joined(Card free, int run) const {
    return std::min(run, relations_->ranks() - place_of(free) + 1);
  }
  // Whether a card in a cell would go onto a host at once.
  [[nodiscard]] bool joins_at_once(const Position& position, Card card) const {
    return place_of(card) < relations_->ranks() && (relations_->hosts(card) & position.tops) != 0;
  }

 private:
  [[nodiscard]] bool goes_up(const Position& position, Card card) const;
  [[nodiscard]] Shift to_host(const Position& position) const;
  [[nodiscard]] Shift to_empty(const Position& position) const;
  [[nodiscard]] Cards last_cards(const Position& position) const;

  const Relations* relations_;
  bool joins_;
  // Whether cards of the last place go into empty columns at once, when these are enough.
  bool places_last_;
  bool returns_;
  bool in_suit_;
  bool wraps_;
};

}  // namespace kungen::search
