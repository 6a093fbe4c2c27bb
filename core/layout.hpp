#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "piles.hpp"
#include "rules.hpp"

namespace kungen {

// Where every card is. Says nothing about what is legal; of the rules it keeps what its piles
// mean: the number of ranks, the base, and whether turning over is counted.
struct Layout {
  explicit Layout(const Rules& rules)
      : ranks(byte_of(rules.ranks)),
        base(byte_of(rules.has_beak() ? 1 : rules.base)),
        counts_passes(rules.passes > 0) {
    cells.fill(no_card);
    reserve.fill(no_card);
  }

  std::array<Column, max_columns> columns{};
  std::array<Card, max_cells> cells;
  std::array<Card, max_reserve> reserve;
  std::array<Byte, suit_count> foundations{};
  Byte ranks;
  // The rank the foundations begin with.
  Byte base;
  bool counts_passes;
  Stock stock;

  [[nodiscard]] const Column& column(int index) const {
    return columns[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] Column& column(int index) { return columns[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Card cell(int index) const { return cells[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Card reserved(int place) const { return reserve[static_cast<std::size_t>(place)]; }
  [[nodiscard]] int foundation(int suit) const {
    return foundations[static_cast<std::size_t>(suit)];
  }

  // The place of a card on its foundation: 1 for the base, `ranks` for the last rank.
  [[nodiscard]] int place_of(Card card) const {
    const int place = rank_of(card) - base + 1;
    return place > 0 ? place : place + ranks;
  }
  [[nodiscard]] Card card_at(int place, int suit) const {
    const int rank = base + place - 1;
    return make_card(rank > ranks ? rank - ranks : rank, suit);
  }
  // Whether the foundation of its suit takes this card next.
  [[nodiscard]] bool is_next(Card card) const {
    return foundation(suit_of(card)) + 1 == place_of(card);
  }
  [[nodiscard]] bool is_up(Card card) const { return place_of(card) <= foundation(suit_of(card)); }
  [[nodiscard]] int cards_on_foundations() const;
};

[[nodiscard]] bool is_won(const Rules& rules, const Layout& layout);
[[nodiscard]] int empty_cells(const Rules& rules, const Layout& layout);
[[nodiscard]] int empty_columns(const Rules& rules, const Layout& layout);

// The rules of a layout's game, its beak's rank written in as their base.
[[nodiscard]] Rules with_base_of(Rules rules, const Layout& layout);

// Ten columns' lengths and cards face down, the cells, the reserve, the foundations, the base, the
// lengths of stock and waste, the turnings over and every card of the deck once.
inline constexpr std::size_t max_layout_record =
    2 * max_columns + max_cells + max_reserve + suit_count + 4 + max_cards;

// Writes the layout record and gives its length.
[[nodiscard]] std::size_t pack_layout(const Rules& rules, const Layout& layout,
                                      std::span<Byte, max_layout_record> record);

// Reads a layout record; every card of the deck must occur exactly once.
[[nodiscard]] std::optional<Layout> unpack_layout(const Rules& rules, std::span<const Byte> record,
                                                  Fault& fault);

}  // namespace kungen
