#include "search/complete/forcing.hpp"

#include <bit>

namespace kungen::search {
Byte column_ending_with(const Position& position, Byte free) {
  Byte column = 0;
  while (position.free[column] != free) ++column;
  return column;
}

Forcing::Forcing(const Rules& rules, const Relations& relations)
    : relations_(&relations),
      joins_(rules.build == Build::same_suit && rules.runs != Runs::single_card &&
             !(rules.wraps && rules.foundation_return)),
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
  return joins_ ? to_host(position) : no_shift;
}

Shift Forcing::to_host(const Position& position) const {
  Cards fitting = position.slots & relations_->guests_of(position.tops & ~bit_of(on_base));
  for (; fitting != 0; fitting &= fitting - 1) {
    const Card card = byte_of(std::countr_zero(fitting));
    if (position.below[card] != in_cell || !joins_at_once(position, card)) continue;
    const auto host = byte_of(std::countr_zero(relations_->hosts(card)));
    return {card, in_cell, column_ending_with(position, host), 1};
  }
  return no_shift;
}

bool Forcing::may_follow(const Position& position, Shift shift) const {
  if (shift.target == on_foundation || shift.source == on_foundation) return true;
  const Byte below = position.below[shift.card];
  if ((bit_of(below) & relations_->next(position)) != 0) return true;
  if (!joins_) return false;
  const Cards waiting =
      relations_->guests(below) | (shift.source < max_columns ? 0 : relations_->guests(shift.card));
  return (waiting & position.slots) != 0;
}

}  // namespace kungen::search
