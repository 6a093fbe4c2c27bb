#include "moves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace kungen {

namespace {

// Every capacity is cut to the deck, so that the doubling cannot overflow a byte.
int doubled(int cards, int times) {
  return std::min(max_cards, cards << times);
}

}  // namespace

Capacity capacity(const Rules& rules, const Layout& layout) {
  const int columns = empty_columns(rules, layout);
  const auto with_empty = [columns](int onto_card, int into_empty) {
    return Capacity{onto_card, columns > 0 ? into_empty : 0};
  };
  if (rules.runs == Runs::any_length) return with_empty(max_cards, max_cards);
  if (rules.runs == Runs::single_card) return with_empty(1, 1);
  const int hands = 1 + empty_cells(rules, layout);
  // An empty column that takes one rank only cannot hold other cards in passing.
  if (rules.empty_column == EmptyColumn::highest_rank) return with_empty(hands, hands);
  return with_empty(doubled(hands, columns), doubled(hands, std::max(columns - 1, 0)));
}

int run_length(const Rules& rules, const Column& column) {
  int length = std::min(column.size(), 1);
  while (length < column.size() &&
         rules.stacks(column[column.size() - length], column[column.size() - length - 1])) {
    ++length;
  }
  return length;
}

namespace {

// Columns as bits, so that a source looks only at those it may go to.
using Columns = std::uint32_t;

class Generator {
 public:
  Generator(const Rules& rules, const Layout& layout, MoveList& moves)
      : rules_(rules), layout_(layout), moves_(moves), capacity_(capacity(rules, layout)) {
    for (int column = 0; column < rules_.columns; ++column) {
      const Column& cards = layout_.column(column);
      Columns& kind = cards.empty() ? empty_ : of_rank(rank_of(cards.free_card()));
      kind |= Columns{1} << column;
    }
  }

  void from_column(int source) {
    const Column& column = layout_.column(source);
    if (column.empty()) return;
    to_foundation(column.free_card(), column_pile(source));
    const int run = run_length(rules_, column);
    const Columns fitting = onto_cards(column, std::min(run, capacity_.onto_card));
    for (Columns left = empty_ | fitting; left != 0; left &= left - 1) {
      const int target = std::countr_zero(left);
      if (layout_.column(target).empty()) {
        run_into_empty(source, target, std::min(run, capacity_.into_empty));
      } else {
        run_onto_card(source, target);
      }
    }
    for (int cell = 0; cell < rules_.cells; ++cell) {
      if (layout_.cell(cell) == no_card) moves_.add(column_pile(source), cell_pile(cell), 1);
    }
  }

  void from_cell(int source) {
    const Card card = layout_.cell(source);
    if (card == no_card) return;
    to_foundation(card, cell_pile(source));
    card_to_columns(card, cell_pile(source));
  }

  void from_foundation(int suit) {
    const int height = layout_.foundation(suit);
    if (height > 0) card_to_columns(make_card(height, suit), foundation_pile(suit));
  }

 private:
  Columns& of_rank(int rank) { return of_rank_[static_cast<std::size_t>(rank)]; }

  void to_foundation(Card card, Pile source) {
    if (layout_.is_next(card)) moves_.add(source, foundation_pile(suit_of(card)), 1);
  }

  // The columns whose free card is one rank over one of the last `most` cards of a run.
  Columns onto_cards(const Column& column, int most) {
    const int rank = rank_of(column.free_card());
    Columns found = 0;
    for (int count = 1; count <= most; ++count) found |= of_rank(rank + count);
    return found;
  }

  void run_into_empty(int source, int target, int most) {
    const Column& column = layout_.column(source);
    for (int count = 1; count <= most; ++count) {
      if (rules_.starts_column(column[column.size() - count])) {
        moves_.add(column_pile(source), column_pile(target), count);
      }
    }
  }

  // Within a run the ranks rise by one, so only one number of cards can fit.
  void run_onto_card(int source, int target) {
    const Column& column = layout_.column(source);
    const Card below = layout_.column(target).free_card();
    const int count = rank_of(below) - rank_of(column.free_card());
    if (rules_.stacks(column[column.size() - count], below)) {
      moves_.add(column_pile(source), column_pile(target), count);
    }
  }

  void card_to_columns(Card card, Pile source) {
    const Columns empty = rules_.starts_column(card) ? empty_ : Columns{0};
    for (Columns left = empty | of_rank(rank_of(card) + 1); left != 0; left &= left - 1) {
      const int target = std::countr_zero(left);
      const Column& column = layout_.column(target);
      if (column.empty() || rules_.stacks(card, column.free_card())) {
        moves_.add(source, column_pile(target), 1);
      }
    }
  }

  const Rules& rules_;
  const Layout& layout_;
  MoveList& moves_;
  Capacity capacity_;
  Columns empty_ = 0;
  // By the rank of the free card; no card has the last rank.
  std::array<Columns, max_ranks + 2> of_rank_{};
};

}  // namespace

void generate_moves(const Rules& rules, const Layout& layout, MoveList& moves) {
  Generator generator(rules, layout, moves);
  for (int column = 0; column < rules.columns; ++column) generator.from_column(column);
  for (int cell = 0; cell < rules.cells; ++cell) generator.from_cell(cell);
  if (!rules.foundation_return) return;
  for (int suit = 0; suit < suit_count; ++suit) generator.from_foundation(suit);
}

bool is_legal(const Rules& rules, const Layout& layout, Move move) {
  MoveList moves;
  generate_moves(rules, layout, moves);
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

bool is_stuck(const Rules& rules, const Layout& layout) {
  if (is_won(rules, layout)) return false;
  MoveList moves;
  generate_moves(rules, layout, moves);
  return moves.size() == 0;
}

Card free_card(const Layout& layout, Pile pile) {
  if (is_cell(pile)) return layout.cell(pile - first_cell);
  if (is_foundation(pile)) {
    const int suit = pile - first_foundation;
    const int height = layout.foundation(suit);
    return height == 0 ? no_card : make_card(height, suit);
  }
  const Column& column = layout.column(pile);
  return column.empty() ? no_card : column.free_card();
}

namespace {

Card lift(Layout& layout, Pile pile) {
  if (is_column(pile)) return layout.column(pile).pop();
  const Card card = free_card(layout, pile);
  if (is_cell(pile)) {
    layout.cells[static_cast<std::size_t>(pile - first_cell)] = no_card;
  } else {
    --layout.foundations[static_cast<std::size_t>(pile - first_foundation)];
  }
  return card;
}

void drop(Layout& layout, Pile pile, Card card) {
  if (is_column(pile)) {
    layout.column(pile).push(card);
  } else if (is_cell(pile)) {
    layout.cells[static_cast<std::size_t>(pile - first_cell)] = card;
  } else {
    ++layout.foundations[static_cast<std::size_t>(pile - first_foundation)];
  }
}

}  // namespace

void make_move(Layout& layout, Move move) {
  if (move.count == 1) {
    drop(layout, move.target, lift(layout, move.source));
  } else {
    layout.column(move.target).take(layout.column(move.source), move.count);
  }
}

}  // namespace kungen
