#include "search/board/line.hpp"

#include <algorithm>

namespace kungen::search {
namespace {

int lowest_in(const Position& position, int column) {
  int lowest = max_ranks + 1;
  Card card = position.free_of(column);
  for (int left = position.length_of(column); left > 0; --left) {
    lowest = std::min(lowest, place_of(card));
    card = position.below[card];
  }
  return lowest;
}

Pile pile_of(const Rules& rules, const Layout& layout, Card card, int& count) {
  count = 1;
  for (int index = 0; index < rules.columns; ++index) {
    const auto cards = layout.column(index).cards();
    const auto found = std::ranges::find(cards, card);
    if (found == cards.end()) continue;
    count = static_cast<int>(cards.end() - found);
    return column_pile(index);
  }
  const auto cell = std::ranges::find(layout.cells, card) - layout.cells.begin();
  if (cell < rules.cells) return cell_pile(static_cast<int>(cell));
  const auto place = std::ranges::find(layout.reserve, card) - layout.reserve.begin();
  if (place < max_reserve) return reserve_pile(static_cast<int>(place));
  return foundation_pile(suit_of(card));
}

int column_ending_with(const Layout& layout, Card card) {
  int index = 0;
  while (layout.column(index).empty() || layout.column(index).free_card() != card) ++index;
  return index;
}

Pile target_of(const Layout& layout, Laid laid) {
  if (laid.onto == on_foundation) return foundation_pile(suit_of(laid.card));
  if (laid.onto == in_cell) {
    const auto cell = std::ranges::find(layout.cells, no_card) - layout.cells.begin();
    return cell_pile(static_cast<int>(cell));
  }
  if (laid.onto == on_base) {
    int index = 0;
    while (!layout.column(index).empty()) ++index;
    return column_pile(index);
  }
  return column_pile(
      column_ending_with(layout, layout.card_at(place_of(laid.onto), suit_of(laid.onto))));
}

}  // namespace

Shift dig(const Board& board, const Position& position) {
  int source = 0;
  int lowest = max_ranks + 1;
  for (int column = 0; column < board.columns(); ++column) {
    const int found = lowest_in(position, column);
    if (found >= lowest) continue;
    source = column;
    lowest = found;
  }
  Byte target = in_cell;
  if (position.empty_cells == 0) {
    target = 0;
    while (position.length[target] > 0) ++target;
  }
  return {position.free_of(source), byte_of(source), target, 1};
}

Writer::Writer(const Board& board, bool all) : board_(board), all_(all), position_(board.start()) {
  follow();
}

void Writer::play(Shift shift) {
  make(shift);
  follow();
}

void Writer::finish() {
  all_ = true;
  follow();
  while (position_.cards_left > 0) play(dig(board_, position_));
}

void Writer::make(Shift shift) {
  laid_.push_back({shift.card, board_.ground(position_, shift.target)});
  board_.make(position_, shift);
}

void Writer::follow() {
  for (Card card = board_.forced(position_, all_); card != no_card;
       card = board_.forced(position_, all_)) {
    laid_.push_back({card, on_foundation});
    board_.send_up(position_, card);
  }
}

std::vector<Move> moves_of(const Rules& rules, Layout layout, std::span<const Laid> laid) {
  std::vector<Move> moves;
  for (const Laid& one : laid) {
    const Card card = layout.card_at(place_of(one.card), suit_of(one.card));
    int count = 1;
    const Pile source = pile_of(rules, layout, card, count);
    moves.push_back({source, target_of(layout, one), byte_of(count)});
    make_move(layout, moves.back());
  }
  return moves;
}

}  // namespace kungen::search
