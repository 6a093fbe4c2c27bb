#include "search/complete/play.hpp"

namespace kungen::search {

Shift Play::find(Card card, Byte onto) const {
  Shift shift{card, on_foundation, onto, 1};
  if (onto == on_base) {
    shift.target = column_ending_with(position_, onto);
  } else if (onto < in_cell) {
    shift.target = place_of_card(onto).column;
  }
  if (place_of(card) <= position_.height(suit_of(card))) return shift;
  if ((position_.slots & bit_of(card)) != 0) {
    shift.source = position_.below[card];
    return shift;
  }
  const Place place = place_of_card(card);
  shift.source = place.column;
  shift.count = place.count;
  return shift;
}

Play::Place Play::place_of_card(Card card) const {
  for (Byte column = 0; column < board_.columns(); ++column) {
    Card over = position_.free_of(column);
    for (int count = 1; count <= position_.length_of(column); ++count) {
      if (over == card) return {column, byte_of(count)};
      over = position_.below[over];
    }
  }
  return {0, 1};
}

}  // namespace kungen::search
