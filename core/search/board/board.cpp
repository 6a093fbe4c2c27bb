#include "search/board/board.hpp"

#include <algorithm>
#include <bit>

namespace kungen::search {
namespace {

constexpr std::size_t index_of(int number) {
  return static_cast<std::size_t>(number);
}

// How much a card counts for lying in a column untouched.
int depth_weight(int place) {
  return std::max(0, 9 - place);
}

// Of a column while its cards are counted from the deepest one on.
class Counting {
 public:
  [[nodiscard]] const Prefix& prefix() const { return prefix_; }

  void add(int place, bool begins_run) {
    if (begins_run) prefix_.counts_last = false;
    if (place > lowest_) {
      ++prefix_.disorder;
      prefix_.groups = byte_of(prefix_.groups + (prefix_.counts_last ? 0 : 1));
      prefix_.counts_last = true;
    }
    lowest_ = std::min(lowest_, place);
    prefix_.most_over = byte_of(std::max(0, place - 1 - lowest_));
    prefix_.low_cards = byte_of(std::min(255, prefix_.low_cards + depth_weight(place)));
  }

 private:
  Prefix prefix_;
  int lowest_ = max_ranks + 1;
};

}  // namespace

bool fits_board(const Rules& rules, const Layout& layout) {
  return have_board(rules) && std::ranges::all_of(layout.columns, [](const Column& column) {
           return column.hidden() == 0 && column.size() <= max_untouched;
         });
}

void Board::begin(const Layout& layout) {
  start_ = Position{};
  start_.free.fill(on_base);
  start_.base.fill(on_base);
  start_.heights = layout.foundations;
  start_.cards_left = byte_of(suit_count * relations_->ranks() - layout.cards_on_foundations());
  dealt_.fill({0, 255});
  for (auto& rows : rows_) rows.fill(255);
  dealt_base_[on_base] = on_base;
  for (int index = 0; index < columns(); ++index) fill_column(layout, index);
  for (int cell = 0; cell < relations_->cells(); ++cell) {
    const Card card = layout.cell(cell);
    if (card == no_card) {
      ++start_.empty_cells;
    } else {
      fill_slot(own_number(layout, card), in_cell);
    }
  }
  for (const Card card : layout.reserve) {
    if (card != no_card) fill_slot(own_number(layout, card), in_reserve);
  }
}

void Board::fill_column(const Layout& layout, int index) {
  const Column& column = layout.column(index);
  Counting counting;
  auto& prefixes = prefixes_[index_of(index)];
  prefixes[0] = counting.prefix();
  Byte below = on_base;
  for (int row = 0; row < column.size(); ++row) {
    const Card card = own_number(layout, column[row]);
    const bool begins_run = (relations_->guests(below) & bit_of(card)) == 0;
    dealt_[card] = {byte_of(index), byte_of(row)};
    rows_[card][index_of(index)] = byte_of(row);
    dealt_base_[card] = begins_run ? card : dealt_base_[below];
    counting.add(place_of(card), begins_run);
    prefixes[index_of(row + 1)] = counting.prefix();
    start_.below[card] = below;
    start_.hash += lying(card, below);
    below = card;
  }
  start_.free[index_of(index)] = below;
  start_.base[index_of(index)] = dealt_base_[below];
  start_.tops |= bit_of(below);
  start_.length[index_of(index)] = start_.untouched[index_of(index)] = byte_of(column.size());
  if (column.empty()) ++start_.empty_columns;
}

void Board::fill_slot(Card card, Byte below) {
  start_.slots |= bit_of(card);
  start_.below[card] = below;
  start_.hash += lying(card, below);
}

Card Board::forced(const Position& position, bool all) const {
  Cards ready = (position.tops | position.slots) & relations_->next(position);
  for (; ready != 0; ready &= ready - 1) {
    const Card card = byte_of(std::countr_zero(ready));
    if (all || relations_->is_safe(position, card)) return card;
  }
  return no_card;
}

void Board::send_up(Position& position, Card card) const {
  if ((position.slots & bit_of(card)) != 0) {
    return make(position, {card, position.below[card], on_foundation, 1});
  }
  Byte column = 0;
  while (position.free[column] != card) ++column;
  make(position, {card, column, on_foundation, 1});
}

void Board::make(Position& position, Shift shift) const {
  const Card card = shift.card;
  position.hash -= lying(card, position.below[card]);
  Card free = card;
  if (shift.source < max_columns) {
    free = position.free[shift.source];
    take(position, shift.source, card, shift.count);
  } else {
    position.slots &= ~bit_of(card);
    if (shift.source == in_cell) ++position.empty_cells;
  }
  if (shift.target == on_foundation) {
    ++position.heights[index_of(suit_of(card))];
    --position.cards_left;
    return;
  }
  const Byte below = ground(position, shift.target);
  if (shift.target < max_columns) {
    const Byte column = shift.target;
    position.tops = (position.tops & ~bit_of(below)) | bit_of(free);
    position.free[column] = free;
    position.length[column] = byte_of(position.length[column] + shift.count);
    if (below == on_base) {
      position.base[column] = card;
      --position.empty_columns;
    }
  } else {
    position.slots |= bit_of(card);
    --position.empty_cells;
  }
  position.below[card] = below;
  position.hash += lying(card, below);
}

void Board::take(Position& position, Byte column, Card card, int count) const {
  const Byte below = position.below[card];
  const Byte length = byte_of(position.length[column] - count);
  position.tops = (position.tops & ~bit_of(position.free[column])) | bit_of(below);
  position.free[column] = below;
  if (position.base[column] == card) position.base[column] = dealt_base_[below];
  position.length[column] = length;
  position.untouched[column] = std::min(position.untouched[column], length);
  if (below == on_base) ++position.empty_columns;
}

}  // namespace kungen::search
