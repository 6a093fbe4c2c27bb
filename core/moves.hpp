#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "layout.hpp"

namespace kungen {

struct Move {
  Pile source;
  Pile target;
  Byte count;

  bool operator==(const Move&) const = default;
};

// The longest lists come from few long runs beside many empty columns: 52 cards of runs into at
// most 9 empty columns each, and never more than 10 x 20 other moves of columns, 10 x 11 of
// cells and 4 x 10 of foundations.
inline constexpr std::size_t max_moves = 52 * 9 + 200 + 110 + 40;

class MoveList {
 public:
  void add(Pile source, Pile target, int count) {
    moves_[size_++] = {source, target, byte_of(count)};
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
  [[nodiscard]] std::span<const Move> span() const { return {moves_.data(), size_}; }
  [[nodiscard]] const Move& operator[](std::size_t index) const { return moves_[index]; }

 private:
  // Not set to zero: a list is filled before it is read, and generating is the hottest loop.
  std::array<Move, max_moves> moves_;
  std::size_t size_ = 0;
};

// The most cards that one move may carry; `into_empty` is 0 when no column is empty.
struct Capacity {
  int onto_card = 0;
  int into_empty = 0;
};

[[nodiscard]] Capacity capacity(const Rules& rules, const Layout& layout);

// The length of the longest run at the free end of a column, whatever may move.
[[nodiscard]] int run_length(const Rules& rules, const Column& column);

// Appends every legal move once, in the order that the architecture document lays down.
void generate_moves(const Rules& rules, const Layout& layout, MoveList& moves);

[[nodiscard]] bool is_legal(const Rules& rules, const Layout& layout, Move move);
[[nodiscard]] bool is_stuck(const Rules& rules, const Layout& layout);

// The free card of a pile, or `no_card` when there is none.
[[nodiscard]] Card free_card(const Layout& layout, Pile pile);

// Carries the cards over. The move must have been found legal, or be the reverse of one.
void make_move(Layout& layout, Move move);

// Takes back the last move made.
inline void unmake_move(Layout& layout, Move move) {
  make_move(layout, {move.target, move.source, move.count});
}

}  // namespace kungen
