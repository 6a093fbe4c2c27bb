#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "card.hpp"
#include "fault.hpp"

namespace kungen {

inline constexpr int max_columns = 10;
inline constexpr int max_cells = 10;
inline constexpr int max_reserve = 16;
inline constexpr std::size_t rules_record_size = 50;

enum class Build : Byte { alternating, same_suit };
enum class EmptyColumn : Byte { any, last_rank };
enum class Runs : Byte { supermove, any_length, single_card };
enum class Direction : Byte { right, left };

// What a move adds to the score; the score itself is never below 0.
struct Points {
  int to_foundation = 0;
  int from_waste = 0;
  int turned_up = 0;
  int from_foundation = 0;

  bool operator==(const Points&) const = default;
};

// A game as data. Nothing in the core knows a game by name.
struct Rules {
  int ranks = 0;
  int columns = 0;
  int cells = 0;
  Build build = Build::alternating;
  EmptyColumn empty_column = EmptyColumn::any;
  Runs runs = Runs::supermove;
  bool foundation_return = false;
  // A king also lies on an ace.
  bool wraps = false;
  // The rank the foundations begin with; 0 where the first card dealt, the beak, decides it.
  int base = 1;
  int reserve = 0;
  // Cards drawn from the stock at a time; 0 without a stock.
  int draw = 0;
  // Goes through the stock; 0 when they are unlimited.
  int passes = 0;
  Direction direction = Direction::right;
  // The cards dealt to each column, and how many of them face down; all 0: spread evenly.
  std::array<Byte, max_columns> column_sizes{};
  std::array<Byte, max_columns> hidden{};
  std::array<Byte, max_cells> filled_cells{};
  bool has_score = false;
  Points points{};

  [[nodiscard]] constexpr int cards() const { return suit_count * ranks; }
  [[nodiscard]] constexpr bool has_beak() const { return base == 0; }
  [[nodiscard]] constexpr bool has_stock() const { return draw > 0; }
  [[nodiscard]] constexpr bool has_hidden() const {
    return hidden != std::array<Byte, max_columns>{};
  }
  [[nodiscard]] constexpr bool spreads_evenly() const {
    return column_sizes == std::array<Byte, max_columns>{};
  }
  // The cards that the deal puts into cells, into the reserve and, with a beak, on foundations.
  [[nodiscard]] constexpr int cards_beside_columns() const {
    int cards = reserve + (has_beak() ? suit_count - 1 : 0);
    for (const Byte filled : filled_cells) cards += filled;
    return cards;
  }

  // Whether `card` may lie on `below` in a column.
  [[nodiscard]] constexpr bool stacks(Card card, Card below) const {
    if (rank_of(card) + 1 != rank_of(below) && !wraps_onto(card, below)) return false;
    return build == Build::same_suit ? suit_of(card) == suit_of(below)
                                     : is_red(card) != is_red(below);
  }

  bool operator==(const Rules&) const = default;

 private:
  [[nodiscard]] constexpr bool wraps_onto(Card card, Card below) const {
    return wraps && rank_of(card) == ranks && rank_of(below) == 1;
  }
};

// Reads a rules record, version 1 or 2. Nothing comes back, and `fault` says why, when it is bad.
[[nodiscard]] std::optional<Rules> unpack_rules(std::span<const Byte> record, Fault& fault);

}  // namespace kungen
