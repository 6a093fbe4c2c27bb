#include "search/beam/branches.hpp"

#include <algorithm>
#include <bit>

namespace kungen::search {

Branches::Branches(const Board& board, const Costs& costs, const Position& position,
                   const Estimate& estimate)
    : relations_(board.relations()),
      costs_(costs),
      position_(position),
      estimate_(estimate),
      capacity_(relations_.capacity(position)),
      room_(costs.room(position.empty_columns, position.empty_cells)) {
  for (int column = 0; column < board.columns(); ++column) {
    column_of_[position.free_of(column)] = byte_of(column);
  }
  for (int column = 0; column < board.columns(); ++column) {
    if (position.free_of(column) != on_base) add_from_column(column);
  }
  for (Cards left = position.slots; left != 0; left &= left - 1) {
    add_from_slot(byte_of(std::countr_zero(left)));
  }
}

void Branches::add_from_column(int column) {
  const Card free = position_.free_of(column);
  const int length = position_.length_of(column);
  const int cards = relations_.run(free, position_.base_of(column));
  Cards hosts = relations_.hosts_of_run(free, std::min(cards, capacity_.onto_card)) &
                position_.tops & ~bit_of(free);
  for (; hosts != 0; hosts &= hosts - 1) {
    const Card host = byte_of(std::countr_zero(hosts));
    const int count = relations_.count_onto(free, host);
    const Byte target = column_of_[host];
    Change change = taking(column, count);
    const Change there = laying(target, count);
    change.cost += there.cost + (count == length ? room(1, 0) : 0);
    change.certain += there.certain;
    add(change, {deepest(column, count), byte_of(column), target, byte_of(count)});
  }
  if (position_.empty_columns > 0) add_into_empty(column, cards);
  if (position_.empty_cells > 0) {
    Change change = taking(column, 1);
    change.cost += costs_.slot(position_, free) + room(length == 1 ? 1 : 0, -1);
    add(change, {free, byte_of(column), in_cell, 1});
  }
}

// A whole column stays where it is.
void Branches::add_into_empty(int column, int cards) {
  int most = std::min({cards, capacity_.into_empty, position_.length_of(column) - 1});
  int count = 1;
  if (!relations_.takes_any()) {
    // Only as many as end with a card of the last place.
    count = relations_.ranks() - place_of(position_.free_of(column)) + 1;
    most = std::min(most, count);
  }
  for (; count <= most; ++count) {
    Change change = taking(column, count);
    change.cost += room(-1, 0);
    add(change, {deepest(column, count), byte_of(column), column_of_[on_base], byte_of(count)});
  }
}

void Branches::add_from_slot(Card card) {
  const Byte source = position_.below[card];
  const int cells = source == in_cell ? 1 : 0;
  const int gone = -costs_.slot(position_, card);
  for (Cards hosts = relations_.hosts(card) & position_.tops; hosts != 0; hosts &= hosts - 1) {
    const Byte target = column_of_[static_cast<std::size_t>(std::countr_zero(hosts))];
    Change change = laying(target, 1);
    change.cost += gone + room(0, cells);
    add(change, {card, source, target, 1});
  }
  if (position_.empty_columns == 0) return;
  if (!relations_.takes_any() && place_of(card) != relations_.ranks()) return;
  add({gone + room(-1, cells), 0}, {card, source, column_of_[on_base], 1});
}

Branches::Change Branches::taking(int column, int count) const {
  const int length = position_.length_of(column);
  const int untouched = position_.untouched_of(column);
  const int first = std::min(untouched, length - count);
  const auto& before = costs_.column(column, untouched, length - untouched);
  const auto& after = costs_.column(column, first, length - count - first);
  const int over = count * estimate_.over[static_cast<std::size_t>(column)];
  return {after.cost - before.cost - over, after.certain - before.certain};
}

Branches::Change Branches::laying(int column, int count) const {
  const int untouched = position_.untouched_of(column);
  const int laid = position_.length_of(column) - untouched;
  const auto& before = costs_.column(column, untouched, laid);
  const auto& after = costs_.column(column, untouched, laid + count);
  const int over = count * estimate_.over[static_cast<std::size_t>(column)];
  return {after.cost - before.cost + over, after.certain - before.certain};
}

Card Branches::deepest(int column, int count) const {
  Card card = position_.free_of(column);
  for (int left = count; left > 1; --left) card = position_.below[card];
  return card;
}

}  // namespace kungen::search
