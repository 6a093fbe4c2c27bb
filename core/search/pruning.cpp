#include "search/pruning.hpp"

#include "autoplay.hpp"

namespace kungen::search {
namespace {

// With foundation return a card may come down again and host others, so more must be up: every
// card that could be wanted on this one, and every card that could be wanted on those.
bool is_settled(const Layout& layout, Card card) {
  for (int suit = 0; suit < suit_count; ++suit) {
    if (suit == suit_of(card)) continue;
    const int needed = rank_of(card) - (is_red_suit(suit) == is_red(card) ? 2 : 1);
    if (layout.foundation(suit) < needed) return false;
  }
  return true;
}

bool is_forced(const Rules& rules, const Layout& layout, Card card) {
  if (card == no_card || !layout.is_next(card)) return false;
  if (rules.foundation_return && rules.build == Build::alternating) {
    return is_settled(layout, card);
  }
  return is_safe(rules, layout, card);
}

int first_empty(const Rules& rules, const Layout& layout) {
  int column = 0;
  while (column < rules.columns && !layout.column(column).empty()) ++column;
  return column;
}

int first_empty_cell(const Rules& rules, const Layout& layout) {
  int cell = 0;
  while (cell < rules.cells && layout.cell(cell) != no_card) ++cell;
  return cell;
}

}  // namespace

std::optional<Move> forced_move(const Rules& rules, const Layout& layout) {
  const auto forced = [&](Pile source) -> std::optional<Move> {
    const Card card = free_card(layout, source);
    if (!is_forced(rules, layout, card)) return std::nullopt;
    return Move{source, foundation_pile(suit_of(card)), 1};
  };
  for (int column = 0; column < rules.columns; ++column) {
    if (const auto move = forced(column_pile(column))) return move;
  }
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (const auto move = forced(cell_pile(cell))) return move;
  }
  return std::nullopt;
}

EqualMoves::EqualMoves(const Rules& rules, const Layout& layout)
    : first_empty_cell_(first_empty_cell(rules, layout)),
      first_empty_column_(first_empty(rules, layout)) {}

bool EqualMoves::skips(const Layout& layout, Move move) const {
  if (is_cell(move.target)) return move.target != cell_pile(first_empty_cell_);
  if (!is_column(move.target) || !layout.column(move.target).empty()) return false;
  if (move.target != column_pile(first_empty_column_)) return true;
  return is_column(move.source) && move.count == layout.column(move.source).size();
}

}  // namespace kungen::search
