#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "layout.hpp"

namespace kungen {

struct Move {
  Pile source;
  Pile target;
  Byte count;

  bool operator==(const Move&) const = default;
};

// Every card of a column, with those over it, to the 9 other columns; the free cards of 10 columns
// to 10 cells and up; those of 10 cells, 16 places of the reserve and the waste to 10 columns and
// up; those of 4 foundations to 10 columns; draw or turn over.
inline constexpr std::size_t max_moves = 52 * 9 + 10 * 11 + 27 * 11 + 40 + 1;

class MoveList {
 public:
  void add(Move move) { moves_[size_++] = move; }
  void add(Pile source, Pile target, int count) { add({source, target, byte_of(count)}); }
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
// The same for numbers of empty cells and columns.
[[nodiscard]] Capacity capacity(const Rules& rules, int cells, int columns);

// The length of the longest run at the free end of a column, whatever may move; it is face up.
[[nodiscard]] int run_length(const Rules& rules, const Column& column);

// Appends every legal move once, in the order that the architecture document lays down.
void generate_moves(const Rules& rules, const Layout& layout, MoveList& moves);
// Appends those of the free card of the waste to the foundations and the columns.
void generate_waste_moves(const Rules& rules, const Layout& layout, MoveList& moves);

// Draw, or turn over when there is nothing to draw; nothing when neither is legal.
[[nodiscard]] std::optional<Move> find_stock_move(const Rules& rules, const Layout& layout);

[[nodiscard]] bool is_legal(const Rules& rules, const Layout& layout, Move move);
// Whether the game is not won and no move is legal but draw and turn over, here and in every layout
// that these two reach.
[[nodiscard]] bool is_stuck(const Rules& rules, const Layout& layout);

// Whether a move is to draw or to turn over.
constexpr bool is_stock_move(Move move) {
  return move.source == stock_pile || move.target == stock_pile;
}

// The free card of a pile, or `no_card` when there is none; the stock has none.
[[nodiscard]] Card free_card(const Layout& layout, Pile pile);

// Carries the cards over, and tells whether that turned a card of the source up. The move must
// have been found legal.
bool make_move(Layout& layout, Move move);

// Takes back the last move made; `turned_up` is what making it told.
void unmake_move(Layout& layout, Move move, bool turned_up = false);

}  // namespace kungen
