#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "search/greedy/worths.hpp"

namespace kungen::search {

// A move that may be made, and its worth. Of a run its card is the free one.
struct Offer {
  int value;
  PackedShift shift;
};

// More than any position has: from each column and slot onto each other column, into an empty
// column twice, into a cell and up.
inline constexpr std::size_t most_offers = 512;

// What a position is worth, and its moves. All of a column is reckoned at once, wanted or not:
// that costs less than asking.
struct Outlook {
  // The cards over one that goes up next, and 1; the last row where there is none.
  static constexpr int rows = feature::most;
  static constexpr int nowhere = rows - 1;

  // What is over a card when some are taken away; it may be among those.
  static constexpr int left_over(int over, int taken) {
    return over == nowhere ? nowhere : std::max(0, over - taken);
  }

  // Looks at a position of so many columns; those that a game does not have are empty.
  template <int columns>
  void look(const Board& board, const Worths& worths, const Position& position);
  // Lists the moves of the position that was looked at.
  template <int columns>
  std::size_t list(const Board& board, const Worths& worths, const Position& position,
                   std::array<Offer, most_offers>& offers) const;

  int value;
  int violators;
  std::size_t room;
  Cards next;
  alignas(16) std::array<Byte, 16> run;
  // Of a run, or of one card; the place of the deepest card added where it lies in the end.
  alignas(16) std::array<Weight, 16> taking_run;
  alignas(16) std::array<Weight, 16> run_onto_card;
  alignas(16) std::array<Weight, 16> run_into_empty;
  alignas(16) std::array<Weight, 16> card_into_cell;
  alignas(16) std::array<Weight, 16> laying_run;
  alignas(16) std::array<Weight, 16> laying_card;
};

namespace outlook {

// The kinds of moves.
enum Kind : std::size_t {
  run_onto_card,
  part_onto_card,
  run_into_empty,
  part_into_empty,
  into_cell,
  slot_onto_card,
  slot_into_empty,
  up
};

// The rows of weights for the place of the deepest card.
inline constexpr std::size_t place_onto_card = feature::place;
inline constexpr std::size_t place_in_cell = place_onto_card + feature::most;
inline constexpr std::size_t place_in_empty = place_in_cell + feature::most;
inline constexpr std::size_t place_from_slot = place_in_empty + feature::most;

// For each column the cards over one that goes up after so many others of its suit, and 1.
inline lanes::Bytes overs_of(const Board& board, const Position& position, int after) {
  const lanes::Bytes length = lanes::load(position.length.data());
  const lanes::Bytes untouched = lanes::load(position.untouched.data());
  lanes::Bytes over = lanes::all(255);
  for (int suit = 0; suit < suit_count; ++suit) {
    const Card card = make_card(position.height(suit) + after + 1, suit);
    const lanes::Bytes row = lanes::load(board.rows(card).data());
    const auto is_gone = reinterpret_cast<lanes::Bytes>(row >= untouched);
    over = lanes::least(over, (length - row) | is_gone);
  }
  const auto is_there = reinterpret_cast<lanes::Bytes>(over < 255);
  const lanes::Bytes number = lanes::least(over, lanes::all(Outlook::nowhere - 1));
  return (number & is_there) | (lanes::all(Outlook::nowhere) & ~is_there);
}

// What is over a card when some are taken away.
inline lanes::Bytes left_over(lanes::Bytes over, lanes::Bytes taken) {
  const auto stays = reinterpret_cast<lanes::Bytes>(over == Outlook::nowhere);
  const lanes::Bytes left = over - lanes::least(over, taken);
  return (over & stays) | (left & ~stays);
}

// For each column the card that its run lies on.
template <int columns>
lanes::Bytes unders_of(const Position& position) {
  lanes::Longs under{};
  for (std::size_t column = 0; column < columns; ++column) {
    const Card base = std::min<Card>(position.base[column], max_cards - 1);
    under[column / 8] |= std::uint64_t{position.below[base]} << 8 * (column % 8);
  }
  return reinterpret_cast<lanes::Bytes>(under);
}

inline int value_of_slots(const Worths& worths, const Position& position) {
  int value = 0;
  for (Cards left = position.slots; left != 0; left &= left - 1) {
    const Card card = byte_of(std::countr_zero(left));
    value += worths.at(feature::slot, place_of(card) - position.height(suit_of(card)) - 1);
  }
  return value;
}

template <int columns>
std::array<lanes::Words, 6> firsts_of(const Worths& worths, const Position& position, bool last) {
  std::array<lanes::Words, lanes::words> rows{};
  for (std::size_t lane = 0; lane < lanes::words; ++lane) {
    const std::size_t column = lane + (last ? lanes::words : 0);
    if (column >= columns) break;
    rows[lane] = reinterpret_cast<lanes::Words>(
        lanes::load(&worths.first[column][position.untouched[column]]));
  }
  return lanes::turned(rows);
}

inline void store(lanes::Words words, std::array<Weight, 16>& to, bool last) {
  __builtin_memcpy(to.data() + (last ? lanes::words : 0), &words, sizeof words);
}

}  // namespace outlook

template <int columns>
void Outlook::look(const Board& board, const Worths& worths, const Position& position) {
  using enum Worths::Group;
  const Relations& relations = board.relations();
  next = relations.next(position);
  const Cards free_cards = (position.tops | position.slots) & ~bit_of(on_base);
  room = std::min<std::size_t>(position.empty_columns, feature::columns - 1) * feature::cells +
         std::min<std::size_t>(position.empty_cells, feature::cells - 1);

  const lanes::Bytes free = lanes::load(position.free.data());
  const lanes::Bytes base = lanes::load(position.base.data());
  const lanes::Bytes length = lanes::load(position.length.data());
  const lanes::Bytes untouched = lanes::load(position.untouched.data());
  const lanes::Bytes free_place = free >> 2;
  const lanes::Bytes base_place = base >> 2;
  lanes::Bytes cards = base_place - free_place + 1;
  if (relations.wraps()) {
    const auto is_around = reinterpret_cast<lanes::Bytes>(base_place < free_place);
    cards += is_around & byte_of(relations.ranks());
  }
  __builtin_memcpy(run.data(), &cards, sizeof cards);
  const lanes::Bytes over = outlook::overs_of(board, position, 0);
  const lanes::Bytes second = outlook::overs_of(board, position, 1);
  const lanes::Bytes over_left = outlook::left_over(over, cards);
  const lanes::Bytes second_left = outlook::left_over(second, cards);
  const lanes::Bytes under = outlook::unders_of<columns>(position);
  const Cards tops = position.tops & ~bit_of(on_base);
  const lanes::Bytes facts = (lanes::are_in(relations.guests_of(tops), under) & 1) |
                             (lanes::are_in(relations.hosts_of(free_cards), under) & 2) |
                             (lanes::are_in(next, under) & 4);
  const auto is_single = reinterpret_cast<lanes::Bytes>(cards == 1);
  const lanes::Bytes most = lanes::all(feature::most - 1);
  const lanes::Bytes run_left = lanes::least(length - cards, most);
  const lanes::Bytes card_left = lanes::least(length - 1, most);

  int sum = 0;
  int counts = 0;
  for (const bool last : {false, true}) {
    if (last && columns <= lanes::words) break;
    const auto [having, taking_of_run, taking_of_card, laying, order, groups] =
        outlook::firsts_of<columns>(worths, position, last);
    const lanes::Words laid = lanes::join(length - untouched, lanes::Bytes{}, last);
    const lanes::Words most_over = order >> 8;
    const lanes::Words laid_over = laid < most_over ? laid : most_over;
    const lanes::Words here = (order & 255) + laid_over;
    const lanes::Words is_new = (laid_over > 0) & (groups < 256);
    const lanes::Words count = here + (((groups & 255) - is_new) << 9);
    lanes::Bytes number = reinterpret_cast<lanes::Bytes>(here);
    number = __builtin_shufflevector(number, number, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10,
                                     12, 14);
    lanes::Words values = having + worths.violators.at(lanes::least(number, most), false) +
                          worths.over_next.at(over, last) + worths.over_second.at(second, last);
    if (last) {
      const lanes::Words is_column{-1, -1, 0, 0, 0, 0, 0, 0};
      values &= is_column;
      counts += lanes::sum_of(count & is_column);
    } else {
      counts += lanes::sum_of(count);
    }
    sum += lanes::sum_of(values);
    const lanes::Words take_run = worths.left_over_next[whole_run].at(over_left, last) +
                                  worths.left_over_second[whole_run].at(second_left, last) +
                                  worths.left_cards[whole_run].at(run_left, last) + taking_of_run +
                                  worths.freed[whole_run].at(facts, last) +
                                  worths.run.at(cards & 15, last);
    const lanes::Words take_card =
        worths.left_over_next[one_card].at(over, last) +
        worths.left_over_second[one_card].at(second, last) +
        worths.left_cards[one_card].at(card_left, last) + taking_of_card +
        worths.freed[one_card].at(facts & is_single, last) +
        worths.broken_run.at(cards & 15, last) + worths.place_in_cell.at(free_place & 15, last);
    outlook::store(take_run, taking_run, last);
    outlook::store(take_run + worths.place_onto_card.at(base_place & 15, last), run_onto_card,
                   last);
    outlook::store(take_run + worths.place_in_empty.at(base_place & 15, last), run_into_empty,
                   last);
    outlook::store(take_card, card_into_cell, last);
    outlook::store(laying + worths.onto_over_next[whole_run].at(over, last), laying_run, last);
    outlook::store(laying + worths.onto_over_next[one_card].at(over, last), laying_card, last);
  }
  violators = counts & 511;
  value = sum + worths[feature::room + room] + worths[feature::card_left] * position.cards_left +
          worths[feature::depth] * position.depth + worths[feature::group] * (counts >> 9) +
          outlook::value_of_slots(worths, position);
}

}  // namespace kungen::search
