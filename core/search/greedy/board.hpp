#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "moves.hpp"

namespace kungen::search {

// What a card lies on, where that is no card: a column's floor, a cell, its place in the reserve.
inline constexpr Byte on_floor = max_cards;
inline constexpr Byte in_slot = max_cards + 1;
inline constexpr Byte in_reserve = max_cards + 2;
inline constexpr int grounds = max_cards + 3;

// Cells and places of the reserve together.
inline constexpr int max_slots = 12;

// Where every card is, as moves change it in a few bytes: each card knows what it lies on, each
// column its free card. The cards that a column was dealt with and that never moved are its
// untouched ones; what lies on those is a run.
struct alignas(64) Position {
  std::uint64_t hash = 0;
  std::array<Byte, max_cards> below{};
  std::array<Card, max_slots> slots{};
  std::array<Byte, suit_count> foundations{};
  std::array<Card, max_columns> free{};
  std::array<Byte, max_columns> length{};
  std::array<Byte, max_columns> untouched{};
  std::array<Byte, max_columns> run{};
  Byte empty_cells = 0;
  Byte empty_columns = 0;
  Byte cards_left = 0;
  std::uint16_t depth = 0;

  [[nodiscard]] Card free_of(int column) const { return free[static_cast<std::size_t>(column)]; }
};

static_assert(sizeof(Position) == 128);

// Two cards, or one and `no_card`, or none.
using Pair = std::array<Card, 2>;

// The deepest of the last cards of a column.
[[nodiscard]] inline Card base_of(const Position& position, int column, int cards) {
  Card card = position.free_of(column);
  while (--cards > 0) card = position.below[card];
  return card;
}

// Whether a board can be made of a layout.
[[nodiscard]] bool fits_board(const Rules& rules, const Layout& layout);

// A deal of a game without a stock, and all that follows from it alone.
class Board {
 public:
  Board(const Rules& rules, const Layout& start);

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] int columns() const { return rules_.columns; }
  [[nodiscard]] int cells() const { return rules_.cells; }
  [[nodiscard]] int slots() const { return rules_.cells + rules_.reserve; }

  // The place of a card on its foundation, 1 to the number of ranks.
  [[nodiscard]] int place(Card card) const { return place_[card]; }
  // The card that a foundation of a height takes next; `no_card` when it is full.
  [[nodiscard]] Card next(int suit, int height) const {
    return next_[static_cast<std::size_t>(suit)][static_cast<std::size_t>(height)];
  }
  // The cards that a card may lie on, and those that may lie on it.
  [[nodiscard]] const Pair& hosts(Card card) const { return hosts_[card]; }
  [[nodiscard]] const Pair& guests(Card card) const { return guests_[card]; }
  // Where a card was dealt; a row of 255 when that was no column.
  [[nodiscard]] int column(Card card) const { return column_[card]; }
  [[nodiscard]] int row(Card card) const { return row_[card]; }
  [[nodiscard]] Capacity capacity(const Position& position) const {
    return capacities_[position.empty_cells][position.empty_columns];
  }

  // Of a column's first cards: how many lie over one of a lower place, ...
  [[nodiscard]] int disorder(int column, int cards) const { return at(disorder_, column, cards); }
  // ... how many cards of a run on them would, and their weight for lying deep.
  [[nodiscard]] int most_over(int column, int cards) const { return at(most_over_, column, cards); }
  [[nodiscard]] int low_cards(int column, int cards) const { return at(low_cards_, column, cards); }

  // Cards that must move, or almost: those over one of a lower place in their column.
  [[nodiscard]] int violators(const Position& position) const;
  // With so few violators the game is won: they go aside, one by one, over the lowest card left.
  [[nodiscard]] bool is_won(const Position& position, int violators) const;

  // A move up that costs nothing: of a card that no other needs or, with `all`, of any.
  [[nodiscard]] std::optional<Move> forced(const Position& position, bool all) const;
  void make(Position& position, Move move) const;

 private:
  using Prefix = std::array<std::array<Byte, max_cards + 1>, max_columns>;

  [[nodiscard]] int at(const Prefix& prefix, int column, int cards) const {
    return prefix[static_cast<std::size_t>(column)][static_cast<std::size_t>(cards)];
  }

  void relate_cards();
  void fill_columns(const Layout& layout);
  void fill_column(const Column& column, std::size_t index);
  void fill_slots(const Layout& layout);
  void fill_capacities();
  [[nodiscard]] bool is_safe(const Position& position, Card card) const;
  [[nodiscard]] std::optional<Pile> free_pile(const Position& position, Card card) const;
  void take(Position& position, Pile source, Card base, int count) const;

  Rules rules_;
  Position start_;
  std::array<Byte, max_cards> place_{};
  std::array<std::array<Card, max_ranks + 1>, suit_count> next_{};
  std::array<Pair, max_cards> hosts_{};
  std::array<Pair, max_cards> guests_{};
  std::array<Byte, max_cards> column_{};
  std::array<Byte, max_cards> row_{};
  // The length of the run that ends with a card, as it was dealt.
  std::array<Byte, max_cards> run_{};
  Prefix disorder_{};
  Prefix most_over_{};
  Prefix low_cards_{};
  std::array<std::array<Capacity, max_columns + 1>, max_cells + 1> capacities_{};
};

}  // namespace kungen::search
