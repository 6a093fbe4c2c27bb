#include "autoplay.hpp"

namespace kungen {

bool is_safe(const Rules& rules, const Layout& layout, Card card) {
  if (rules.build == Build::same_suit || rank_of(card) <= 2) return true;
  for (int suit = 0; suit < suit_count; ++suit) {
    if (is_red_suit(suit) != is_red(card) && layout.foundation(suit) < rank_of(card) - 1) {
      return false;
    }
  }
  return true;
}

std::optional<Move> automatic_move(const Rules& rules, const Layout& layout, Autoplay level,
                                   CardSet held) {
  if (level == Autoplay::off) return std::nullopt;
  const auto goes = [&](Card card) {
    return card != no_card && layout.is_next(card) && !held.has(card) &&
           (level == Autoplay::all || is_safe(rules, layout, card));
  };
  const auto move_up = [&](Pile source) {
    return Move{source, foundation_pile(suit_of(free_card(layout, source))), 1};
  };
  for (int column = 0; column < rules.columns; ++column) {
    if (goes(free_card(layout, column_pile(column)))) return move_up(column_pile(column));
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (goes(layout.cell(cell))) return move_up(cell_pile(cell));
  }
  return std::nullopt;
}

bool can_finish(const Rules& rules, Layout layout) {
  if (is_won(rules, layout)) return false;
  while (const auto move = automatic_move(rules, layout, Autoplay::all, {})) {
    make_move(layout, *move);
  }
  return is_won(rules, layout);
}

}  // namespace kungen
