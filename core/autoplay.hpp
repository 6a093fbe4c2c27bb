#pragma once

#include <cstdint>
#include <optional>

#include "moves.hpp"

namespace kungen {

enum class Autoplay : Byte { off, safe, all };

// A set of cards, one bit a card.
class CardSet {
 public:
  [[nodiscard]] constexpr bool has(Card card) const { return (bits_ >> card & 1U) != 0; }
  constexpr void add(Card card) { bits_ |= std::uint64_t{1} << card; }
  constexpr void remove(Card card) { bits_ &= ~(std::uint64_t{1} << card); }
  constexpr void clear() { bits_ = 0; }
  [[nodiscard]] constexpr CardSet operator|(CardSet other) const {
    CardSet both = *this;
    both.bits_ |= other.bits_;
    return both;
  }

 private:
  std::uint64_t bits_ = 0;
};

// Whether a card that its foundation takes next goes up at level `safe`: no card that is not up
// may lie on it, or only the two lowest of the deck.
[[nodiscard]] bool is_safe(const Rules& rules, const Layout& layout, Card card);

// The next automatic move at a level, leaving the cards `held` where they are.
[[nodiscard]] std::optional<Move> automatic_move(const Rules& rules, const Layout& layout,
                                                 Autoplay level, CardSet held);

// The next move of the finish: a card up, or a draw or a turning over to get at more cards. The
// stock is turned over again only if a card went up since; `went_up` keeps that between moves, and
// is true at the beginning.
[[nodiscard]] std::optional<Move> finish_move(const Rules& rules, const Layout& layout,
                                              bool& went_up);

// Whether the moves of the finish end in a win, no card of a column is face down and the game is
// not won already.
[[nodiscard]] bool can_finish(const Rules& rules, Layout layout);

}  // namespace kungen
