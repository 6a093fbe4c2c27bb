#pragma once

#include <span>
#include <vector>

#include "search/board/board.hpp"

namespace kungen::search {

// The move that digs for the lowest card in the columns: the one over it goes aside. In a position
// that the board calls won it wins by and by, when every card goes up that can.
[[nodiscard]] Shift dig(const Board& board, const Position& position);

// Plays shifts and what follows by itself, and writes all down.
class Writer {
 public:
  // With `all` every card goes up that can, otherwise those that no other needs.
  Writer(const Board& board, bool all);

  void play(Shift shift);
  // Wins a position that the board calls won.
  void finish();

  [[nodiscard]] std::span<const Laid> laid() const { return laid_; }

 private:
  void make(Shift shift);
  void follow();

  const Board& board_;
  bool all_;
  Position position_;
  std::vector<Laid> laid_;
};

// The moves of the core that lay cards like that, one after the other, from the layout of a board.
[[nodiscard]] std::vector<Move> moves_of(const Rules& rules, const Layout& layout,
                                         std::span<const Laid> laid);

}  // namespace kungen::search
