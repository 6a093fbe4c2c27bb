#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "card.hpp"
#include "fault.hpp"

namespace kungen {

inline constexpr int max_columns = 10;
inline constexpr int max_cells = 10;
inline constexpr std::size_t rules_record_size = 9;

enum class Build : Byte { alternating, same_suit };
enum class EmptyColumn : Byte { any, highest_rank };
enum class Runs : Byte { supermove, any_length, single_card };

// A game as data. Nothing in the core knows a game by name.
struct Rules {
  int ranks = 0;
  int columns = 0;
  int cells = 0;
  Build build = Build::alternating;
  EmptyColumn empty_column = EmptyColumn::any;
  Runs runs = Runs::supermove;
  bool foundation_return = false;

  [[nodiscard]] constexpr int cards() const { return suit_count * ranks; }

  // Whether `card` may lie on `below` in a column.
  [[nodiscard]] constexpr bool stacks(Card card, Card below) const {
    if (rank_of(card) + 1 != rank_of(below)) return false;
    return build == Build::same_suit ? suit_of(card) == suit_of(below)
                                     : is_red(card) != is_red(below);
  }

  [[nodiscard]] constexpr bool starts_column(Card card) const {
    return empty_column == EmptyColumn::any || rank_of(card) == ranks;
  }

  bool operator==(const Rules&) const = default;
};

// Reads a rules record, version 1. Nothing comes back, and `fault` says why, when it is bad.
[[nodiscard]] std::optional<Rules> unpack_rules(std::span<const Byte> record, Fault& fault);

}  // namespace kungen
