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

bool is_forced(const Rules& rules, const Layout& layout, Card card) {
  if (card == no_card || !layout.is_next(card)) return false;
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

std::optional<Move> move_up(const Rules& rules, const Layout& layout, Pile source, Card card) {
  if (!is_forced(rules, layout, card)) return std::nullopt;
  return Move{source, foundation_pile(suit_of(card)), 1};
}

// The first forced move from so many piles.
std::optional<Move> move_up_from(const Rules& rules, const Layout& layout, Pile first, int count) {
  for (int index = 0; index < count; ++index) {
    const Pile source = byte_of(first + index);
    if (const auto move = move_up(rules, layout, source, free_card(layout, source))) return move;
  }
  return std::nullopt;
}

std::optional<Move> move_up_from_talon(const Rules& rules, const Layout& layout) {
  const Stock& stock = layout.stock;
  if (!is_open(rules)) return move_up_from(rules, layout, waste_pile, 1);
  for (const auto cards : {stock.waste(), stock.cards()}) {
    for (const Card card : cards) {
      if (const auto move = move_up(rules, layout, waste_pile, card)) return move;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Move> forced_move(const Rules& rules, const Layout& layout) {
  if (const auto move = move_up_from(rules, layout, column_pile(0), rules.columns)) return move;
  if (const auto move = move_up_from(rules, layout, first_cell, rules.cells)) return move;
  if (const auto move = move_up_from(rules, layout, first_reserve, rules.reserve)) return move;
  if (rules.draw != 1) return std::nullopt;
  return move_up_from_talon(rules, layout);
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
