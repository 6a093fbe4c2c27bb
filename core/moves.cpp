#include "moves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace kungen {

namespace {

// Every capacity is cut to the deck, so that the doubling cannot overflow a byte.
int doubled(int cards, int times) {
  return std::min(max_cards, cards << times);
}

}  // namespace

Capacity capacity(const Rules& rules, const Layout& layout) {
  return capacity(rules, empty_cells(rules, layout), empty_columns(rules, layout));
}

Capacity capacity(const Rules& rules, int cells, int columns) {
  const auto with_empty = [columns](int onto_card, int into_empty) {
    return Capacity{onto_card, columns > 0 ? into_empty : 0};
  };
  if (rules.runs == Runs::any_length) return with_empty(max_cards, max_cards);
  if (rules.runs == Runs::single_card) return with_empty(1, 1);
  const int hands = 1 + cells;
  // An empty column that takes one rank only cannot hold other cards in passing.
  if (rules.empty_column == EmptyColumn::last_rank) return with_empty(hands, hands);
  return with_empty(doubled(hands, columns), doubled(hands, std::max(columns - 1, 0)));
}

int run_length(const Rules& rules, const Column& column) {
  const int face_up = column.size() - column.hidden();
  int length = std::min(face_up, 1);
  while (length < face_up &&
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
    // The aces once more, as hosts of the kings.
    if (rules_.wraps) of_rank(rules_.ranks + 1) = of_rank(1);
  }

  void from_column(int source) {
    const Column& column = layout_.column(source);
    if (column.empty()) return;
    to_foundation(column.free_card(), column_pile(source));
    const int run = run_length(rules_, column);
    const int onto = std::min(run, capacity_.onto_card);
    // In a build that wraps, the deepest card of a run may fit on its own free card.
    const Columns fitting = onto_cards(column, onto) & ~(Columns{1} << source);
    for (Columns left = empty_ | fitting; left != 0; left &= left - 1) {
      const int target = std::countr_zero(left);
      if (layout_.column(target).empty()) {
        run_into_empty(source, target, std::min(run, capacity_.into_empty));
      } else {
        run_onto_card(source, target, onto);
      }
    }
    for (int cell = 0; cell < rules_.cells; ++cell) {
      if (layout_.cell(cell) == no_card) moves_.add(column_pile(source), cell_pile(cell), 1);
    }
  }

  // From a cell, the reserve or the waste.
  void from_single(Card card, Pile source) {
    if (card == no_card) return;
    to_foundation(card, source);
    card_to_columns(card, source);
  }

  void from_waste() { from_single(free_card(layout_, waste_pile), waste_pile); }

  void from_foundation(int suit) {
    const int height = layout_.foundation(suit);
    if (height > 0) card_to_columns(layout_.card_at(height, suit), foundation_pile(suit));
  }

 private:
  Columns& of_rank(int rank) { return of_rank_[static_cast<std::size_t>(rank)]; }

  void to_foundation(Card card, Pile source) {
    if (layout_.is_next(card)) moves_.add(source, foundation_pile(suit_of(card)), 1);
  }

  // The columns whose free card is one rank over one of the last `most` cards of a run.
  Columns onto_cards(const Column& column, int most) {
    int host = rank_of(column.free_card());
    Columns found = 0;
    for (int count = 1; count <= most; ++count) {
      // One rank over the last is the ace, so two over it is the two.
      host = host > rules_.ranks ? 2 : host + 1;
      found |= of_rank(host);
    }
    return found;
  }

  void run_into_empty(int source, int target, int most) {
    const Column& column = layout_.column(source);
    for (int count = 1; count <= most; ++count) {
      if (starts_column(column[column.size() - count])) {
        moves_.add(column_pile(source), column_pile(target), count);
      }
    }
  }

  // Within a run the ranks rise by one, so that numbers of cards that fit differ by the ranks: only
  // where the build wraps can there be more than one.
  void run_onto_card(int source, int target, int most) {
    const Column& column = layout_.column(source);
    const Card below = layout_.column(target).free_card();
    const int higher = rank_of(below) - rank_of(column.free_card());
    for (int count = higher > 0 ? higher : higher + rules_.ranks; count <= most;
         count += rules_.ranks) {
      if (rules_.stacks(column[column.size() - count], below)) {
        moves_.add(column_pile(source), column_pile(target), count);
      }
    }
  }

  [[nodiscard]] bool starts_column(Card card) const {
    return rules_.empty_column == EmptyColumn::any || layout_.place_of(card) == rules_.ranks;
  }

  void card_to_columns(Card card, Pile source) {
    const Columns empty = starts_column(card) ? empty_ : Columns{0};
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
  // By the rank of the free card; over the last rank there is one place more.
  std::array<Columns, max_ranks + 2> of_rank_{};
};

}  // namespace

void generate_moves(const Rules& rules, const Layout& layout, MoveList& moves) {
  Generator generator(rules, layout, moves);
  for (int column = 0; column < rules.columns; ++column) generator.from_column(column);
  for (int cell = 0; cell < rules.cells; ++cell) {
    generator.from_single(layout.cell(cell), cell_pile(cell));
  }
  for (int place = 0; place < rules.reserve; ++place) {
    generator.from_single(layout.reserved(place), reserve_pile(place));
  }
  for (int suit = 0; rules.foundation_return && suit < suit_count; ++suit) {
    generator.from_foundation(suit);
  }
  if (!rules.has_stock()) return;
  const auto stock_move = find_stock_move(rules, layout);
  if (stock_move && stock_move->source == stock_pile) moves.add(*stock_move);
  generator.from_waste();
  if (stock_move && stock_move->source == waste_pile) moves.add(*stock_move);
}

void generate_waste_moves(const Rules& rules, const Layout& layout, MoveList& moves) {
  Generator(rules, layout, moves).from_waste();
}

std::optional<Move> find_stock_move(const Rules& rules, const Layout& layout) {
  const int stock = static_cast<int>(layout.stock.cards().size());
  const int waste = static_cast<int>(layout.stock.waste().size());
  if (stock > 0) return Move{stock_pile, waste_pile, byte_of(std::min(rules.draw, stock))};
  const bool may_turn = rules.passes == 0 || layout.stock.turned_over() + 1 < rules.passes;
  if (waste == 0 || !may_turn) return std::nullopt;
  return Move{waste_pile, stock_pile, byte_of(waste)};
}

namespace {

// Those moves of `generate_moves` that begin at a pile, which need not be one of the game.
void generate_moves_from(const Rules& rules, const Layout& layout, Pile pile, MoveList& moves) {
  Generator generator(rules, layout, moves);
  if (is_column(pile)) {
    if (pile < rules.columns) generator.from_column(pile);
  } else if (is_cell(pile)) {
    const int cell = pile - first_cell;
    if (cell < rules.cells) generator.from_single(layout.cell(cell), pile);
  } else if (is_reserve(pile)) {
    const int place = pile - first_reserve;
    if (place < rules.reserve) generator.from_single(layout.reserved(place), pile);
  } else if (is_foundation(pile)) {
    const int suit = pile - first_foundation;
    if (rules.foundation_return && suit < suit_count) generator.from_foundation(suit);
  } else if (rules.has_stock()) {
    const auto stock_move = find_stock_move(rules, layout);
    if (stock_move && stock_move->source == pile) moves.add(*stock_move);
    if (pile == waste_pile) generator.from_waste();
  }
}

}  // namespace

bool is_legal(const Rules& rules, const Layout& layout, Move move) {
  MoveList moves;
  generate_moves_from(rules, layout, move.source, moves);
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

namespace {

// Whether a move other than draw and turn over is legal.
bool plays_on(const Rules& rules, const Layout& layout) {
  MoveList moves;
  generate_moves(rules, layout, moves);
  return !std::all_of(moves.begin(), moves.end(), is_stock_move);
}

}  // namespace

// After a second turning over the same layouts come again.
bool is_stuck(const Rules& rules, const Layout& start) {
  if (is_won(rules, start)) return false;
  Layout layout = start;
  for (int turned_over = 0; turned_over < 2;) {
    if (plays_on(rules, layout)) return false;
    const auto move = find_stock_move(rules, layout);
    if (!move) return true;
    if (move->target == stock_pile) ++turned_over;
    make_move(layout, *move);
  }
  return true;
}

Card free_card(const Layout& layout, Pile pile) {
  if (is_column(pile)) {
    const Column& column = layout.column(pile);
    return column.empty() ? no_card : column.free_card();
  }
  if (is_cell(pile)) return layout.cell(pile - first_cell);
  if (is_reserve(pile)) return layout.reserved(pile - first_reserve);
  if (is_foundation(pile)) {
    const int suit = pile - first_foundation;
    const int height = layout.foundation(suit);
    return height == 0 ? no_card : layout.card_at(height, suit);
  }
  const auto waste = layout.stock.waste();
  return pile != waste_pile || waste.empty() ? no_card : waste.back();
}

namespace {

// The place of a single card in a cell or in the reserve.
Card& single_place(Layout& layout, Pile pile) {
  return is_cell(pile) ? layout.cells[static_cast<std::size_t>(pile - first_cell)]
                       : layout.reserve[static_cast<std::size_t>(pile - first_reserve)];
}

Byte& foundation_height(Layout& layout, Pile pile) {
  return layout.foundations[static_cast<std::size_t>(pile - first_foundation)];
}

Card lift(Layout& layout, Pile pile) {
  if (is_column(pile)) return layout.column(pile).pop();
  if (pile == waste_pile) return layout.stock.pop_waste();
  const Card card = free_card(layout, pile);
  if (is_foundation(pile)) {
    --foundation_height(layout, pile);
  } else {
    single_place(layout, pile) = no_card;
  }
  return card;
}

void drop(Layout& layout, Pile pile, Card card) {
  if (is_column(pile)) {
    layout.column(pile).push(card);
  } else if (pile == waste_pile) {
    layout.stock.push_waste(card);
  } else if (is_foundation(pile)) {
    ++foundation_height(layout, pile);
  } else {
    single_place(layout, pile) = card;
  }
}

void carry(Layout& layout, Pile source, Pile target, int count) {
  if (count == 1) {
    drop(layout, target, lift(layout, source));
  } else {
    layout.column(target).take(layout.column(source), count);
  }
}

}  // namespace

bool make_move(Layout& layout, Move move) {
  if (move.source == stock_pile) {
    layout.stock.draw(move.count);
  } else if (move.target == stock_pile) {
    layout.stock.turn_over(layout.counts_passes);
  } else {
    carry(layout, move.source, move.target, move.count);
    return is_column(move.source) && layout.column(move.source).turn_up();
  }
  return false;
}

void unmake_move(Layout& layout, Move move, bool turned_up) {
  if (move.source == stock_pile) {
    layout.stock.draw_back(move.count);
  } else if (move.target == stock_pile) {
    layout.stock.turn_back(layout.counts_passes);
  } else {
    if (turned_up) layout.column(move.source).turn_down();
    carry(layout, move.target, move.source, move.count);
  }
}

}  // namespace kungen
