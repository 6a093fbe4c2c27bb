#pragma once

#include <array>
#include <cstdint>

#include "search/board/relations.hpp"

namespace kungen::search {

// The most cards that a column may begin with.
inline constexpr int max_untouched = 31;

// Whether a board can be made of a layout.
[[nodiscard]] bool fits_board(const Rules& rules, const Layout& layout);

// What is true of a column's first cards, as long as they never moved.
struct Prefix {
  // How many lie over one of a lower place, ...
  Byte disorder = 0;
  // ... how many cards of a run on them would, ...
  Byte most_over = 0;
  // ... how many of their runs hold such a card, whether the last of them does, ...
  Byte groups = 0;
  bool counts_last = false;
  // ... and their weight for lying deep: the lower a card, the more.
  Byte low_cards = 0;
};

// A layout of a game without a stock to search from, and all that follows from it alone.
class Board {
 public:
  explicit Board(const Relations& relations) : relations_(&relations) {}

  // The rules must be those of the relations, the layout one that fits.
  void begin(const Layout& layout);

  [[nodiscard]] const Relations& relations() const { return *relations_; }
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] int columns() const { return relations_->columns(); }

  // For each column the row of a card that was dealt there, and 255 for the others.
  [[nodiscard]] const std::array<Byte, 16>& rows(Card card) const { return rows_[card]; }
  // Where a card was dealt: beyond all columns' untouched cards when that was no column.
  [[nodiscard]] int column(Card card) const { return dealt_[card].column; }
  [[nodiscard]] int row(Card card) const { return dealt_[card].row; }
  [[nodiscard]] const Prefix& prefix(int column, int cards) const {
    return prefixes_[static_cast<std::size_t>(column)][static_cast<std::size_t>(cards)];
  }

  // With so few violators the game is won: they go aside, one by one, over the lowest card left.
  [[nodiscard]] bool is_won(const Position& position, int violators) const {
    if (relations_->wraps()) return position.cards_left == 0;
    const int columns = relations_->takes_any() ? position.empty_columns : 0;
    return violators <= position.empty_cells + columns;
  }

  // A card that goes up at no cost: one that no other needs or, with `all`, any; `no_card` when
  // there is none.
  [[nodiscard]] Card forced(const Position& position, bool all) const;
  // Sends a free card up, from wherever it is.
  void send_up(Position& position, Card card) const;
  void make(Position& position, Shift shift) const;
  // The hash of a position after a move.
  [[nodiscard]] std::uint64_t hash_after(const Position& position, Shift shift) const {
    return position.hash - lying(shift.card, position.below[shift.card]) +
           (shift.target == on_foundation ? 0 : lying(shift.card, ground(position, shift.target)));
  }
  // What a move to a target comes to lie on.
  [[nodiscard]] Byte ground(const Position& position, Byte target) const {
    return target < max_columns ? position.free[target] : target;
  }

 private:
  struct Dealt {
    Byte column;
    Byte row;
  };

  [[nodiscard]] Card own_number(const Layout& layout, Card card) const {
    return make_card(layout.place_of(card), suit_of(card));
  }
  void fill_column(const Layout& layout, int index);
  void fill_slot(Card card, Byte below);
  void take(Position& position, Byte column, Card card, int count) const;

  const Relations* relations_;
  Position start_;
  std::array<Dealt, 64> dealt_{};
  alignas(64) std::array<std::array<Byte, 16>, 64> rows_{};
  // The deepest card of the run that ends with a card, as it was dealt.
  std::array<Card, 64> dealt_base_{};
  std::array<std::array<Prefix, max_untouched + 1>, max_columns> prefixes_{};
};

}  // namespace kungen::search
