#include "search/pruning.hpp"

#include "autoplay.hpp"
#include "search/talon.hpp"

namespace kungen::search {
namespace {

// With foundation return a card may come down again and host others, so more must be up: every
// card that could be wanted on this one, and every card that could be wanted on those.
bool is_settled(const Layout& layout, Card card) {
  for (int suit = 0; suit < suit_count; ++suit) {
    const int needed = rank_of(card) - (is_red_suit(suit) == is_red(card) ? 2 : 1);
    if (layout.foundation(suit) < needed) return false;
  }
  return true;
}

// Whether a card that its foundation takes next goes up at once.
bool is_forced(const Rules& rules, const Layout& layout, Card card) {
  if (!rules.foundation_return) return is_safe(rules, layout, card);
  if (rules.base != 1 || rules.wraps) return false;
  return rules.build == Build::same_suit || is_settled(layout, card);
}

int first_empty_column(const Rules& rules, const Layout& layout) {
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
  const auto goes = [&](Card card) { return is_forced(rules, layout, card); };
  const bool with_waste = rules.draw == 1 && !is_open(rules);
  const auto move = first_up(rules, layout, with_waste, goes);
  if (move || !is_open(rules)) return move;
  for (const auto cards : {layout.stock.waste(), layout.stock.cards()}) {
    for (const Card card : cards) {
      if (layout.is_next(card) && goes(card)) {
        return Move{waste_pile, foundation_pile(suit_of(card)), 1};
      }
    }
  }
  return std::nullopt;
}

EqualMoves::EqualMoves(const Rules& rules, const Layout& layout)
    : first_empty_cell_(first_empty_cell(rules, layout)),
      first_empty_column_(first_empty_column(rules, layout)) {}

bool EqualMoves::skips(const Layout& layout, Move move) const {
  if (is_cell(move.target)) return move.target != cell_pile(first_empty_cell_);
  if (!is_column(move.target) || !layout.column(move.target).empty()) return false;
  if (move.target != column_pile(first_empty_column_)) return true;
  return is_column(move.source) && move.count == layout.column(move.source).size();
}

}  // namespace kungen::search
