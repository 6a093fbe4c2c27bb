#include "supermove.hpp"

#include <algorithm>
#include <limits>

namespace kungen {
namespace {

// How runs move by a number of empty cells and up to ten empty columns.
class Plan {
 public:
  Plan(int cells, int columns) : cells_(cells) {
    for (int empty = 0; empty <= columns; ++empty) {
      for (int count = 1; count <= max_cards; ++count) at(empty, count) = best(empty, count);
    }
  }

  // Whether all cards but one can wait in the cells.
  [[nodiscard]] bool by_cells(int count) const { return count <= 1 + cells_; }
  // How many cards are built up in the last of the empty columns, for the fewest moves.
  [[nodiscard]] int part(int columns, int count) const {
    return steps_[static_cast<std::size_t>(columns)][static_cast<std::size_t>(count)].part;
  }

 private:
  struct Step {
    int moves;
    int part;
  };

  Step& at(int columns, int count) {
    return steps_[static_cast<std::size_t>(columns)][static_cast<std::size_t>(count)];
  }

  // Of equals the smallest part.
  Step best(int columns, int count) {
    if (by_cells(count)) return {2 * count - 1, 0};
    Step found{std::numeric_limits<int>::max(), 0};
    if (columns == 0) return found;
    const int room = (1 + cells_) << (columns - 1);
    const int most = std::min(room, count - 1);
    for (int part = std::max(1, count - room); part <= most; ++part) {
      const int moves = 2 * at(columns - 1, part).moves + at(columns - 1, count - part).moves;
      if (moves < found.moves) found = {moves, part};
    }
    return found;
  }

  int cells_;
  // By the number of empty columns and that of cards.
  std::array<std::array<Step, max_cards + 1>, max_columns + 1> steps_{};
};

std::vector<Pile> empty_cell_piles(const Rules& rules, const Layout& layout) {
  std::vector<Pile> piles;
  for (int cell = 0; cell < rules.cells; ++cell) {
    if (layout.cell(cell) == no_card) piles.push_back(cell_pile(cell));
  }
  return piles;
}

std::vector<Pile> empty_column_piles(const Rules& rules, const Layout& layout, Pile target) {
  std::vector<Pile> piles;
  for (int column = 0; column < rules.columns; ++column) {
    const bool empty = layout.column(column).empty() && column_pile(column) != target;
    if (empty) piles.push_back(column_pile(column));
  }
  return piles;
}

class Expansion {
 public:
  Expansion(const Rules& rules, const Layout& layout, Pile target)
      : cells_(empty_cell_piles(rules, layout)),
        columns_(empty_column_piles(rules, layout, target)),
        plan_(static_cast<int>(cells_.size()), static_cast<int>(columns_.size())) {}

  [[nodiscard]] std::vector<Move> of(Move move) {
    add(move.source, move.target, move.count, static_cast<int>(columns_.size()));
    return moves_;
  }

 private:
  // Adds the moves of a run that may use the first so many empty columns.
  void add(Pile source, Pile target, int count, int columns) {
    if (plan_.by_cells(count)) {
      add_by_cells(source, target, count);
      return;
    }
    const Pile way = columns_[static_cast<std::size_t>(columns - 1)];
    const int part = plan_.part(columns, count);
    add(source, way, part, columns - 1);
    add(source, target, count - part, columns - 1);
    add(way, target, part, columns - 1);
  }

  void add_by_cells(Pile source, Pile target, int count) {
    const auto waiting = std::span(cells_).first(static_cast<std::size_t>(count - 1));
    for (const Pile cell : waiting) moves_.push_back({source, cell, 1});
    moves_.push_back({source, target, 1});
    for (auto cell = waiting.rbegin(); cell != waiting.rend(); ++cell) {
      moves_.push_back({*cell, target, 1});
    }
  }

  std::vector<Pile> cells_;
  std::vector<Pile> columns_;
  Plan plan_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Move> expand(const Rules& rules, const Layout& layout, Move move) {
  const bool whole = move.count == 1 || !is_column(move.source) || rules.runs == Runs::any_length;
  if (whole) return {move};
  return Expansion(rules, layout, move.target).of(move);
}

}  // namespace kungen
