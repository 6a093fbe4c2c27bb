#include "tip.hpp"

#include "autoplay.hpp"

namespace kungen {
namespace {

constexpr int uncovered = 60;

// How many cards lie over the free-most face-up card of a column that its foundation takes next.
int cover(const Layout& layout, const Column& column) {
  for (int over = 0; over < column.size() - column.hidden(); ++over) {
    if (layout.is_next(column[column.size() - 1 - over])) return over;
  }
  return uncovered;
}

int score_to_foundation(const Rules& rules, const Layout& layout, Move move) {
  return is_safe(rules, layout, free_card(layout, move.source)) ? 7000 : 4000;
}

int score_within_columns(const Rules& rules, const Layout& layout, Move move) {
  const Column& source = layout.column(move.source);
  if (move.count != run_length(rules, source)) return 0;
  const int left = source.size() - move.count;
  if (left > 0 && left == source.hidden()) return 6500 + left;
  if (!layout.column(move.target).empty()) return 6000 + move.count + (left == 0 ? 100 : 0);
  return left == 0 ? 0 : 3000 + uncovered - cover(layout, source);
}

int score_from_single(const Layout& layout, Move move) {
  if (!layout.column(move.target).empty()) return 5000;
  return 1000 + rank_of(free_card(layout, move.source));
}

}  // namespace

int tip_score(const Rules& rules, const Layout& layout, Move move) {
  if (move.source == stock_pile) return 500;
  if (move.target == stock_pile) return 400;
  if (is_foundation(move.target)) return score_to_foundation(rules, layout, move);
  if (is_cell(move.target)) return 2000 + uncovered - cover(layout, layout.column(move.source));
  if (is_column(move.source)) return score_within_columns(rules, layout, move);
  return score_from_single(layout, move);
}

}  // namespace kungen
