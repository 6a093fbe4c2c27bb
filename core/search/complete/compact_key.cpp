#include "search/complete/compact_key.hpp"

#include <bit>

namespace kungen::search {

void Codec::begin(const Board& board) {
  board_ = &board;
  const Relations& relations = board.relations();
  for (int number = 0; number < suit_count * relations.ranks(); ++number) {
    const Card card = byte_of(number);
    auto& codes = codes_[card];
    auto& belows = belows_[card];
    codes.fill(as_dealt);
    codes[on_foundation] = up;
    const auto pair = [&](int code, Byte below) {
      codes[below] = byte_of(code);
      belows[static_cast<std::size_t>(code)] = below;
    };
    belows[as_dealt] = board.start().below[card];
    pair(celled, in_cell);
    pair(based, on_base);
    pair(reserved, in_reserve);
    int code = first_host;
    for (Cards hosts = relations.hosts(card); hosts != 0; hosts &= hosts - 1) {
      pair(code++, byte_of(std::countr_zero(hosts)));
    }
  }
}

CompactKey Codec::key_of(const Position& position) const {
  CompactKey key;
  for (int number = 0; number < suit_count * board_->relations().ranks(); ++number) {
    const Card card = byte_of(number);
    if (place_of(card) <= position.height(suit_of(card))) continue;
    lay(key, card, position.below[card]);
  }
  return key;
}

Position Codec::position_of(const CompactKey& key) const {
  Position position;
  const int cards = suit_count * board_->relations().ranks();
  std::array<Card, 64> above;
  above.fill(no_card);
  Cards bases = 0;
  int cells = 0;
  int left = 0;
  for (int number = 0; number < cards; ++number) {
    const Card card = byte_of(number);
    const int code = key.at(card);
    if (code == up) {
      position.heights[static_cast<std::size_t>(suit_of(card))] = byte_of(place_of(card));
      continue;
    }
    ++left;
    const Byte below = belows_[card][static_cast<std::size_t>(code)];
    position.below[card] = below;
    above[below] = card;
    const Cards bit = bit_of(card);
    bases |= code == based ? bit : 0;
    position.slots |= code == celled || code == reserved ? bit : 0;
    cells += code == celled ? 1 : 0;
  }
  position.cards_left = byte_of(left);
  position.empty_cells = byte_of(board_->relations().cells() - cells);
  place_columns(position, bases, above);
  return position;
}

void Codec::place_columns(Position& position, Cards bases,
                          const std::array<Card, 64>& above) const {
  position.free.fill(on_base);
  position.base.fill(on_base);
  Cards elsewhere = 0;
  for (Cards left = bases; left != 0; left &= left - 1) {
    const Card card = byte_of(std::countr_zero(left));
    if (board_->row(card) == 0) {
      stack(position, byte_of(board_->column(card)), card, above);
    } else {
      elsewhere |= bit_of(card);
    }
  }
  Byte column = 0;
  for (; elsewhere != 0; elsewhere &= elsewhere - 1) {
    while (position.length[column] > 0) ++column;
    stack(position, column, byte_of(std::countr_zero(elsewhere)), above);
  }
  position.empty_columns = byte_of(board_->columns() - std::popcount(bases));
  if (position.empty_columns > 0) position.tops |= bit_of(on_base);
}

void Codec::stack(Position& position, Byte column, Card base,
                  const std::array<Card, 64>& above) const {
  const Relations& relations = board_->relations();
  Card run = base;
  Card free = base;
  int length = 0;
  int untouched = 0;
  for (Card card = base; card != no_card; card = above[card]) {
    if ((relations.guests(free) & bit_of(card)) == 0) run = card;
    if (untouched == length && board_->column(card) == column && board_->row(card) == length) {
      ++untouched;
    }
    free = card;
    ++length;
  }
  position.free[column] = free;
  position.base[column] = run;
  position.length[column] = byte_of(length);
  position.untouched[column] = byte_of(untouched);
  position.tops |= bit_of(free);
}

}  // namespace kungen::search
