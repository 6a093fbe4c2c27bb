#include "search/board/line.hpp"

#include <algorithm>
#include <array>

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

// Plays moves of the core that lay cards as a board did; it knows in which pile each card is.
class Player {
 public:
  Player(const Rules& rules, const Layout& layout) : rules_(rules), layout_(layout) {
    for (int index = 0; index < rules_.columns; ++index) {
      for (const Card card : layout_.column(index).cards()) piles_[card] = column_pile(index);
    }
    for (int cell = 0; cell < rules_.cells; ++cell) note(layout_.cell(cell), cell_pile(cell));
    for (int place = 0; place < rules_.reserve; ++place) {
      note(layout_.reserved(place), reserve_pile(place));
    }
    for (int number = 0; number < rules_.cards(); ++number) {
      const Card card = byte_of(number);
      if (layout_.is_up(card)) piles_[card] = foundation_pile(suit_of(card));
    }
  }

  Move play(Laid laid) {
    const Card card = real(laid.card);
    const Pile source = piles_[card];
    const Move move{source, target_of(laid), byte_of(count_from(source, card))};
    const auto cards = is_column(source) ? layout_.column(source).cards().last(move.count)
                                         : std::span<const Card>(&card, 1);
    for (const Card moved : cards) piles_[moved] = move.target;
    make_move(layout_, move);
    return move;
  }

 private:
  void note(Card card, Pile pile) {
    if (card != no_card) piles_[card] = pile;
  }

  [[nodiscard]] Card real(Card card) const {
    return layout_.card_at(place_of(card), suit_of(card));
  }

  [[nodiscard]] int count_from(Pile source, Card card) const {
    if (!is_column(source)) return 1;
    const Column& column = layout_.column(source);
    int count = 1;
    while (column[column.size() - count] != card) ++count;
    return count;
  }

  [[nodiscard]] Pile target_of(Laid laid) const {
    if (laid.onto == on_foundation) return foundation_pile(suit_of(laid.card));
    if (laid.onto == in_cell) {
      const auto cell = std::ranges::find(layout_.cells, no_card) - layout_.cells.begin();
      return cell_pile(static_cast<int>(cell));
    }
    if (laid.onto != on_base) return piles_[real(laid.onto)];
    int index = 0;
    while (!layout_.column(index).empty()) ++index;
    return column_pile(index);
  }

  const Rules& rules_;
  Layout layout_;
  std::array<Pile, max_cards> piles_{};
};

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

std::vector<Move> moves_of(const Rules& rules, const Layout& layout, std::span<const Laid> laid) {
  Player player(rules, layout);
  std::vector<Move> moves;
  moves.reserve(laid.size());
  for (const Laid& one : laid) moves.push_back(player.play(one));
  return moves;
}

}  // namespace kungen::search
