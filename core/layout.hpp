#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "rules.hpp"

namespace kungen {

// Piles are bytes: columns from 0, cells from 16, foundations from 48.
using Pile = Byte;

inline constexpr Pile first_cell = 16;
inline constexpr Pile first_foundation = 48;

constexpr Pile column_pile(int column) {
  return byte_of(column);
}

constexpr Pile cell_pile(int cell) {
  return byte_of(first_cell + cell);
}

constexpr Pile foundation_pile(int suit) {
  return byte_of(first_foundation + suit);
}

constexpr bool is_column(Pile pile) {
  return pile < first_cell;
}

constexpr bool is_cell(Pile pile) {
  return pile >= first_cell && pile < first_foundation;
}

constexpr bool is_foundation(Pile pile) {
  return pile >= first_foundation;
}

// A column has room for the whole deck, so that no move can overflow it.
class Column {
 public:
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Card operator[](int place) const { return cards_[static_cast<std::size_t>(place)]; }
  // The free card; the column must not be empty.
  [[nodiscard]] Card free_card() const { return (*this)[size_ - 1]; }
  [[nodiscard]] std::span<const Card> cards() const {
    return {cards_.data(), static_cast<std::size_t>(size_)};
  }

  void push(Card card) { cards_[size_++] = card; }
  Card pop() { return cards_[--size_]; }
  // Moves the last `count` cards of `source` here, in their order.
  void take(Column& source, int count);

 private:
  std::array<Card, max_cards> cards_{};
  Byte size_ = 0;
};

// Where every card is. Says nothing about what is legal.
struct Layout {
  std::array<Column, max_columns> columns{};
  std::array<Card, max_cells> cells = filled_cells();
  std::array<Byte, suit_count> foundations{};

  [[nodiscard]] const Column& column(int index) const {
    return columns[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] Column& column(int index) { return columns[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Card cell(int index) const { return cells[static_cast<std::size_t>(index)]; }
  [[nodiscard]] int foundation(int suit) const {
    return foundations[static_cast<std::size_t>(suit)];
  }
  // Whether the foundation of its suit takes this card next.
  [[nodiscard]] bool is_next(Card card) const {
    return foundation(suit_of(card)) + 1 == rank_of(card);
  }
  [[nodiscard]] int cards_on_foundations() const;

 private:
  static constexpr std::array<Card, max_cells> filled_cells() {
    std::array<Card, max_cells> cells{};
    cells.fill(no_card);
    return cells;
  }
};

[[nodiscard]] bool is_won(const Rules& rules, const Layout& layout);
[[nodiscard]] int empty_cells(const Rules& rules, const Layout& layout);
[[nodiscard]] int empty_columns(const Rules& rules, const Layout& layout);

// Ten columns' lengths, ten cells, four foundations and every card of the deck once.
inline constexpr std::size_t max_layout_record = max_columns + max_cells + suit_count + max_cards;

// Writes the layout record and gives its length.
[[nodiscard]] std::size_t pack_layout(const Rules& rules, const Layout& layout,
                                      std::span<Byte, max_layout_record> record);

// Reads a layout record; every card of the deck must occur exactly once.
[[nodiscard]] std::optional<Layout> unpack_layout(const Rules& rules, std::span<const Byte> record,
                                                  Fault& fault);

}  // namespace kungen
