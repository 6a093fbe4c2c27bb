#include "search/greedy/board.hpp"

#include <algorithm>

#include "search/greedy/scatter.hpp"

namespace kungen::search {
namespace {

// How much a card counts for lying in a column untouched: the lower, the more.
int depth_weight(int place) {
  return std::max(0, 9 - place);
}

constexpr std::size_t index_of(int number) {
  return static_cast<std::size_t>(number);
}

void put(Position& position, Pile target, Card base, Card free, int count) {
  if (is_foundation(target)) {
    ++position.foundations[index_of(suit_of(base))];
    --position.cards_left;
    return;
  }
  if (is_cell(target)) {
    position.slots[index_of(target - first_cell)] = base;
    position.below[base] = in_slot;
    --position.empty_cells;
  } else {
    const bool is_empty = position.length[target] == 0;
    position.below[base] = is_empty ? on_floor : position.free[target];
    position.free[target] = free;
    position.length[target] = byte_of(position.length[target] + count);
    position.run[target] = byte_of(position.run[target] + count);
    if (is_empty) --position.empty_columns;
  }
  position.hash += scattered(base, position.below[base]);
}

}  // namespace

bool fits_board(const Rules& rules, const Layout& layout) {
  if (rules.has_stock() || rules.has_hidden() || rules.foundation_return) return false;
  if (rules.cells + rules.reserve > max_slots) return false;
  return std::ranges::all_of(layout.columns,
                             [](const Column& column) { return column.hidden() == 0; });
}

Board::Board(const Rules& rules, const Layout& start) : rules_(with_base_of(rules, start)) {
  row_.fill(255);
  start_.foundations = start.foundations;
  start_.cards_left = byte_of(rules_.cards() - start.cards_on_foundations());
  for (int number = 0; number < rules_.cards(); ++number) {
    place_[index_of(number)] = byte_of(start.place_of(byte_of(number)));
  }
  for (int suit = 0; suit < suit_count; ++suit) {
    auto& cards = next_[index_of(suit)];
    cards.fill(no_card);
    for (int place = 1; place <= rules_.ranks; ++place) {
      cards[index_of(place - 1)] = start.card_at(place, suit);
    }
  }
  relate_cards();
  fill_columns(start);
  fill_slots(start);
  fill_capacities();
}

void Board::relate_cards() {
  const auto add = [](Pair& pair, Card card) { pair[pair[0] == no_card ? 0 : 1] = card; };
  hosts_.fill({no_card, no_card});
  guests_.fill({no_card, no_card});
  for (int number = 0; number < rules_.cards(); ++number) {
    const Card card = byte_of(number);
    const int higher = rank_of(card) % rules_.ranks + 1;
    for (int suit = 0; suit < suit_count; ++suit) {
      const Card below = make_card(higher, suit);
      if (!rules_.stacks(card, below)) continue;
      add(hosts_[card], below);
      add(guests_[below], card);
    }
  }
}

void Board::fill_columns(const Layout& layout) {
  start_.free.fill(no_card);
  for (int index = 0; index < rules_.columns; ++index) {
    fill_column(layout.column(index), index_of(index));
  }
}

void Board::fill_column(const Column& column, std::size_t index) {
  const auto length = byte_of(column.size());
  int lowest = max_ranks + 1;
  int disorder = 0;
  int low = 0;
  Byte below = on_floor;
  for (int row = 0; row < column.size(); ++row) {
    const Card card = column[row];
    const int place = place_[card];
    column_[card] = byte_of(static_cast<int>(index));
    row_[card] = byte_of(row);
    run_[card] = byte_of(row > 0 && rules_.stacks(card, below) ? run_[below] + 1 : 1);
    disorder += place > lowest ? 1 : 0;
    lowest = std::min(lowest, place);
    low += depth_weight(place);
    disorder_[index][index_of(row + 1)] = byte_of(disorder);
    most_over_[index][index_of(row + 1)] = byte_of(std::max(0, place - 1 - lowest));
    low_cards_[index][index_of(row + 1)] = byte_of(low);
    start_.below[card] = below;
    start_.hash += scattered(card, below);
    below = card;
  }
  start_.length[index] = start_.untouched[index] = length;
  start_.run[index] = length == 0 ? Byte{0} : run_[below];
  start_.free[index] = length == 0 ? no_card : below;
  if (length == 0) ++start_.empty_columns;
}

void Board::fill_slots(const Layout& layout) {
  start_.slots.fill(no_card);
  for (int slot = 0; slot < slots(); ++slot) {
    const bool is_cell = slot < cells();
    const Card card = is_cell ? layout.cell(slot) : layout.reserved(slot - cells());
    start_.slots[index_of(slot)] = card;
    if (is_cell && card == no_card) ++start_.empty_cells;
    if (card == no_card) continue;
    start_.below[card] = is_cell ? in_slot : in_reserve;
    start_.hash += scattered(card, start_.below[card]);
  }
}

void Board::fill_capacities() {
  for (int cells = 0; cells <= rules_.cells; ++cells) {
    for (int columns = 0; columns <= rules_.columns; ++columns) {
      capacities_[index_of(cells)][index_of(columns)] = kungen::capacity(rules_, cells, columns);
    }
  }
}

int Board::violators(const Position& position) const {
  int sum = 0;
  for (int column = 0; column < columns(); ++column) {
    const int untouched = position.untouched[index_of(column)];
    const int laid = position.length[index_of(column)] - untouched;
    sum += disorder(column, untouched) + std::min(laid, most_over(column, untouched));
  }
  return sum;
}

bool Board::is_won(const Position& position, int violators) const {
  if (rules_.wraps) return position.cards_left == 0;
  const bool takes_any = rules_.empty_column == EmptyColumn::any;
  return violators <= position.empty_cells + (takes_any ? position.empty_columns : 0);
}

// A card is needed as long as one that may lie on it is not up; in alternating colours it is not
// needed either when what would lie on those could go up from anywhere.
bool Board::is_safe(const Position& position, Card card) const {
  const auto is_up = [&](Card guest) {
    return guest == no_card || place_[guest] <= position.foundations[index_of(suit_of(guest))];
  };
  if (is_up(guests_[card][0]) && is_up(guests_[card][1])) return true;
  if (rules_.build == Build::same_suit || rules_.wraps || rules_.base != 1) return false;
  if (place_[card] <= 2) return true;
  for (int suit = 0; suit < suit_count; ++suit) {
    const int distance = is_red_suit(suit) == is_red(card) ? 3 : 2;
    if (suit == suit_of(card)) continue;
    if (position.foundations[index_of(suit)] + distance < place_[card]) return false;
  }
  return true;
}

std::optional<Pile> Board::free_pile(const Position& position, Card card) const {
  const Byte below = position.below[card];
  if (below == in_slot || below == in_reserve) {
    const auto found = std::ranges::find(position.slots, card);
    const auto slot = static_cast<int>(found - position.slots.begin());
    return slot < cells() ? cell_pile(slot) : reserve_pile(slot - cells());
  }
  for (int column = 0; column < columns(); ++column) {
    if (position.free_of(column) == card) return column_pile(column);
  }
  return std::nullopt;
}

std::optional<Move> Board::forced(const Position& position, bool all) const {
  for (int suit = 0; suit < suit_count; ++suit) {
    const Card card = next(suit, position.foundations[index_of(suit)]);
    if (card == no_card || !(all || is_safe(position, card))) continue;
    if (const auto pile = free_pile(position, card)) return Move{*pile, foundation_pile(suit), 1};
  }
  return std::nullopt;
}

void Board::make(Position& position, Move move) const {
  const bool from_column = is_column(move.source);
  const Pile slot = is_cell(move.source) ? byte_of(move.source - first_cell)
                                         : byte_of(move.source - first_reserve + rules_.cells);
  const Card free = from_column ? position.free_of(move.source) : position.slots[slot];
  const Card base = from_column ? base_of(position, move.source, move.count) : free;
  position.hash -= scattered(base, position.below[base]);
  if (from_column) {
    take(position, move.source, base, move.count);
  } else {
    position.slots[slot] = no_card;
    if (is_cell(move.source)) ++position.empty_cells;
  }
  put(position, move.target, base, free, move.count);
}

void Board::take(Position& position, Pile source, Card base, int count) const {
  const Byte below = position.below[base];
  Byte& length = position.length[source];
  Byte& run = position.run[source];
  length = byte_of(length - count);
  position.untouched[source] = std::min(position.untouched[source], length);
  if (below == on_floor) {
    position.free[source] = no_card;
    run = 0;
    ++position.empty_columns;
  } else {
    position.free[source] = below;
    run = byte_of(count < run ? run - count : run_[below]);
  }
}

}  // namespace kungen::search
