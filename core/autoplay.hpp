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

// Whether a card that its foundation takes next goes up at level `safe`.
[[nodiscard]] bool is_safe(const Rules& rules, const Layout& layout, Card card);

// The next automatic move at a level, leaving the cards `held` where they are.
[[nodiscard]] std::optional<Move> automatic_move(const Rules& rules, const Layout& layout,
                                                 Autoplay level, CardSet held);

// Whether playing everything up that goes ends in a win, and the game is not won already.
[[nodiscard]] bool can_finish(const Rules& rules, Layout layout);

}  // namespace kungen
