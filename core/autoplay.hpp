#pragma once

#include <cstdint>
#include <optional>
#include <vector>

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

// The move up of the first free card, of columns, cells, reserve and if told so the waste, that its
// foundation takes and `goes` lets go.
template <typename Goes>
[[nodiscard]] std::optional<Move> first_up(const Rules& rules, const Layout& layout,
                                           bool with_waste, const Goes& goes) {
  const auto goes_from = [&](Pile source) {
    const Card card = free_card(layout, source);
    return card != no_card && layout.is_next(card) && goes(card);
  };
  const auto move_up = [&](Pile source) {
    return Move{source, foundation_pile(suit_of(free_card(layout, source))), 1};
  };
  for (int column = 0; column < rules.columns; ++column) {
    if (goes_from(column_pile(column))) return move_up(column_pile(column));
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (goes_from(cell_pile(cell))) return move_up(cell_pile(cell));
  }
  for (int place = 0; place < rules.reserve; ++place) {
    if (goes_from(reserve_pile(place))) return move_up(reserve_pile(place));
  }
  if (with_waste && goes_from(waste_pile)) return move_up(waste_pile);
  return std::nullopt;
}

// Whether a card that its foundation takes next goes up at level `safe`: no card that is not up
// may lie on it, or only the two lowest of the deck.
[[nodiscard]] bool is_safe(const Rules& rules, const Layout& layout, Card card);

// The cards of the deck that are safe, in ascending order, whether their foundations take them next
// or not.
[[nodiscard]] std::vector<Card> safe_cards(const Rules& rules, const Layout& layout);

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
