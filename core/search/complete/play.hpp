#pragma once

#include "search/board/line.hpp"
#include "search/complete/forcing.hpp"

namespace kungen::search {

// A position and the moves that are made in it, each of which is told as the cards are laid.
class Play {
 public:
  // From the start of a board, or from another position.
  Play(const Board& board, const Forcing& forcing) : Play(board, forcing, board.start()) {}
  Play(const Board& board, const Forcing& forcing, const Position& position)
      : board_(board), forcing_(forcing), position_(position) {}

  [[nodiscard]] const Position& position() const { return position_; }

  // The move of a card onto another, `on_base`, `in_cell` or `on_foundation`.
  [[nodiscard]] Shift find(Card card, Byte onto) const;

  // Cards go to cells one by one: those that move there, that lie on a card that goes up, or that
  // lie on the host of the moving card.
  template <typename Tell>
  void make(Shift shift, const Tell& tell) {
    if (shift.source < max_columns) {
      if (shift.target == in_cell) return clear(shift.source, shift.count, tell);
      if (shift.target == on_foundation) {
        clear(shift.source, shift.count - 1, tell);
        shift.count = 1;
      }
    }
    clear(shift.target, forcing_.covering(position_, shift), tell);
    lay(shift, tell);
  }

  // The forced moves.
  template <typename Tell>
  void follow(const Tell& tell) {
    for (Shift shift = forcing_.next(position_); shift.card != no_card;
         shift = forcing_.next(position_)) {
      lay(shift, tell);
    }
  }
  void follow() {
    follow([](Laid) {});
  }

  // Wins a position that the board calls won.
  template <typename Tell>
  void finish(const Tell& tell) {
    for (;;) {
      Card card = board_.forced(position_, true);
      for (; card != no_card; card = board_.forced(position_, true)) {
        tell({card, on_foundation});
        board_.send_up(position_, card);
      }
      if (position_.cards_left == 0) return;
      lay(dig(board_, position_), tell);
    }
  }

 private:
  template <typename Tell>
  void clear(Byte column, int count, const Tell& tell) {
    for (; count > 0; --count) lay({position_.free_of(column), column, in_cell, 1}, tell);
  }

  template <typename Tell>
  void lay(Shift shift, const Tell& tell) {
    tell({shift.card, board_.ground(position_, shift.target)});
    if (shift.source == on_foundation) {
      shift.source = take_down(shift.card);
    }
    board_.make(position_, shift);
  }

  // A card that comes down lies in the reserve before it goes on.
  Byte take_down(Card card) {
    --position_.heights[static_cast<std::size_t>(suit_of(card))];
    ++position_.cards_left;
    position_.below[card] = in_reserve;
    return in_reserve;
  }

  // The column of a card, and how many cards move with it.
  struct Place {
    Byte column;
    Byte count;
  };
  [[nodiscard]] Place place_of_card(Card card) const;

  const Board& board_;
  const Forcing& forcing_;
  Position position_;
};

}  // namespace kungen::search
