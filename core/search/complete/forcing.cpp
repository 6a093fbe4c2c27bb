#include "search/complete/forcing.hpp"

#include <bit>

namespace kungen::search {
namespace {

bool have_joined(const Rules& rules) {
  if (rules.build == Build::same_suit) {
    return rules.runs != Runs::single_card && !(rules.wraps && rules.foundation_return);
  }
  return rules.build == Build::alternating && rules.runs == Runs::supermove && rules.cells > 0 &&
         !rules.wraps && !rules.foundation_return;
}

}  // namespace

Byte column_ending_with(const Position& position, Byte free) {
  Byte column = 0;
  while (position.free[column] != free) ++column;
  return column;
}

Forcing::Forcing(const Rules& rules, const Relations& relations)
    : relations_(&relations),
      joins_(have_joined(rules)),
      places_last_(joins_ && !relations.takes_any() && !rules.wraps && !rules.foundation_return),
      returns_(rules.foundation_return),
      in_suit_(rules.build == Build::same_suit),
      wraps_(rules.wraps) {}

// With foundation return a card may come down again and host others, so more must be up.
bool Forcing::goes_up(const Position& position, Card card) const {
  if (!returns_) return relations_->is_safe(position, card);
  if (in_suit_) return !wraps_;
  for (int suit = 0; suit < suit_count; ++suit) {
    const int less = is_red_suit(suit) == is_red(card) ? 2 : 1;
    if (position.height(suit) + less < place_of(card)) return false;
  }
  return true;
}

Shift Forcing::next(const Position& position) const {
  Cards ready = (position.tops | position.slots) & relations_->next(position);
  for (; ready != 0; ready &= ready - 1) {
    const Card card = byte_of(std::countr_zero(ready));
    if (!goes_up(position, card)) continue;
    const bool in_slot = (position.slots & bit_of(card)) != 0;
    const Byte source = in_slot ? position.below[card] : column_ending_with(position, card);
    return {card, source, on_foundation, 1};
  }
  const Shift shift = joins_ ? to_host(position) : no_shift;
  return places_last_ && shift.card == no_card ? to_empty(position) : shift;
}

Shift Forcing::to_host(const Position& position) const {
  Cards fitting = position.slots & relations_->guests_of(position.tops & ~bit_of(on_base));
  for (; fitting != 0; fitting &= fitting - 1) {
    const Card card = byte_of(std::countr_zero(fitting));
    if (position.below[card] != in_cell || !joins_at_once(position, card)) continue;
    const auto host = byte_of(std::countr_zero(relations_->hosts(card) & position.tops));
    return {card, in_cell, column_ending_with(position, host), 1};
  }
  return no_shift;
}

// A card of the last place with all that lie on it, when each of these has an empty column.
Shift Forcing::to_empty(const Position& position) const {
  const Cards cards = last_cards(position);
  if (cards == 0 || position.empty_columns < std::popcount(cards)) return no_shift;
  const Byte target = column_ending_with(position, on_base);
  const Cards waiting = cards & position.slots;
  if (waiting != 0) {
    const auto card = byte_of(std::countr_zero(waiting));
    return {card, position.below[card], target, 1};
  }
  for (Byte column = 0; column < relations_->columns(); ++column) {
    const Card base = position.base[column];
    if ((bit_of(base) & cards) == 0) continue;
    const int run = relations_->run(position.free[column], base);
    if (run <= relations_->capacity(position).into_empty) {
      return {base, column, target, byte_of(run)};
    }
  }
  return no_shift;
}

// Those of the last place that are neither up nor the deepest of a column.
Cards Forcing::last_cards(const Position& position) const {
  Cards cards = 0;
  for (int suit = 0; suit < suit_count; ++suit) {
    const Card card = make_card(relations_->ranks(), suit);
    const bool is_up = position.height(suit) == relations_->ranks();
    if (!is_up && position.below[card] != on_base) cards |= bit_of(card);
  }
  return cards;
}

bool Forcing::may_follow(const Position& position, Shift shift) const {
  if (shift.target == on_foundation || shift.source == on_foundation) return true;
  const Byte below = position.below[shift.card];
  if ((bit_of(below) & relations_->next(position)) != 0) return true;
  if (!joins_) return false;
  if (places_last_ && position.empty_columns + 1 >= std::popcount(last_cards(position))) {
    return true;
  }
  const Cards waiting =
      relations_->guests(below) | (shift.source < max_columns ? 0 : relations_->guests(shift.card));
  return (waiting & position.slots) != 0;
}

}  // namespace kungen::search
