#pragma once

#include <array>
#include <cstdint>

#include "moves.hpp"
#include "search/board/position.hpp"

namespace kungen::search {

// What follows from the rules alone: which card may lie on which, how many may be carried.
class Relations {
 public:
  explicit Relations(const Rules& rules);

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int cells() const { return cells_; }
  [[nodiscard]] bool wraps() const { return wraps_; }
  // Whether an empty column takes any card, or only one of the last place.
  [[nodiscard]] bool takes_any() const { return takes_any_; }

  // The cards that a card may lie on, and those that may lie on it. None for what is no card.
  [[nodiscard]] Cards hosts(Card card) const { return hosts_[card]; }
  [[nodiscard]] Cards guests(Card card) const { return guests_[card]; }
  // The same for sets of cards.
  [[nodiscard]] Cards hosts_of(Cards cards) const {
    const Cards around = wraps_ ? cards >> suit_count * (ranks_ - 1) & 0xFU : 0;
    return ((suits_for(cards) << suit_count) & deck_) | around;
  }
  [[nodiscard]] Cards guests_of(Cards cards) const {
    const Cards around = wraps_ ? (cards & 0xFU) << suit_count * (ranks_ - 1) : 0;
    return suits_for(cards & deck_) >> suit_count | around;
  }
  // The cards that one of the last `count` cards of a run may lie on, by its free card.
  [[nodiscard]] Cards hosts_of_run(Card free, int count) const {
    return lines_[free] & windows_[free / suit_count][static_cast<std::size_t>(count)];
  }
  // How many cards of a run with this free card go onto a host of one of them.
  [[nodiscard]] int count_onto(Card free, Card host) const {
    const int count = place_of(host) - place_of(free);
    return count > 0 ? count : count + ranks_;
  }
  // How many cards a run has, by its ends.
  [[nodiscard]] int run(Card free, Card base) const {
    const int more = place_of(base) - place_of(free);
    return (more >= 0 ? more : more + ranks_) + 1;
  }

  // The cards that the foundations take next.
  [[nodiscard]] Cards next(const Position& position) const {
    Cards cards = 0;
    for (int suit = 0; suit < suit_count; ++suit) cards |= next(suit, position.height(suit));
    return cards;
  }
  [[nodiscard]] Cards next(int suit, int height) const {
    return next_[static_cast<std::size_t>(suit)][static_cast<std::size_t>(height)];
  }
  // Whether no card needs this one any more, which its foundation takes next.
  [[nodiscard]] bool is_safe(const Position& position, Card card) const;

  [[nodiscard]] Capacity capacity(const Position& position) const {
    return capacities_[position.empty_cells][position.empty_columns];
  }

 private:
  // For each card those of its place whose suits may share a run with it one place further.
  [[nodiscard]] Cards suits_for(Cards cards) const {
    if (!alternates_) return cards;
    constexpr Cards one_suit = 0x1111111111111;
    const Cards red = (cards >> 1U | cards >> 2U) & one_suit;
    const Cards black = (cards | cards >> 3U) & one_suit;
    return red * 0b1001 | black * 0b0110;
  }
  void relate(const Rules& rules);
  void fill_windows();

  Cards deck_;
  int ranks_;
  int columns_;
  int cells_;
  bool wraps_;
  bool takes_any_;
  bool alternates_;
  // Up to what is no card.
  std::array<Cards, 64> hosts_{};
  std::array<Cards, 64> guests_{};
  // All cards that runs from a card on may come to.
  std::array<Cards, 64> lines_{};
  // The cards of so many places after one, around the last one where builds wrap: [place -
  // 1][count]
  std::array<std::array<Cards, 16>, max_ranks + 1> windows_{};
  // [suit][height]
  std::array<std::array<Cards, 16>, suit_count> next_{};
  std::array<std::array<Capacity, max_columns + 1>, max_cells + 1> capacities_{};
};

// Whether positions and relations can say all that the rules do.
[[nodiscard]] bool have_board(const Rules& rules);

}  // namespace kungen::search
