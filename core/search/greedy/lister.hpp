#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "search/greedy/outlook.hpp"

namespace kungen::search {

namespace outlook {

// Lists the moves of a position that was looked at.
template <int columns>
class Lister {
 public:
  Lister(const Board& board, const Worths& worths, const Position& position, const Outlook& outlook,
         std::array<Offer, most_offers>& offers)
      : relations_(board.relations()),
        worths_(worths),
        position_(position),
        outlook_(outlook),
        offers_(offers),
        capacity_(relations_.capacity(position)) {
    for (std::size_t column = 0; column < columns; ++column) {
      column_of_[position.free[column]] = static_cast<Byte>(column);
    }
  }

  std::size_t list() {
    runs_onto_cards();
    if (position_.empty_cells > 0) cards_into_cells();
    if (position_.empty_columns > 0) runs_into_empty();
    from_slots();
    up();
    return count_;
  }

 private:
  // Written in any case, and kept or not.
  void offer(bool is_kept, int value, Shift shift) {
    offers_[count_] = {value, packed(shift)};
    count_ += is_kept ? 1 : 0;
  }

  [[nodiscard]] int value_of(Kind kind) const {
    const std::size_t rooms = feature::columns * feature::cells;
    return outlook_.value + worths_[feature::kind + kind * rooms + outlook_.room];
  }

  void runs_onto_cards() {
    const int value_of_run = value_of(Kind::run_onto_card);
    const int value_of_part = value_of(Kind::part_onto_card);
    std::array<Cards, columns> hosts;
    std::uint32_t with_hosts = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const Card free = position_.free[column];
      const int most = std::min<int>(outlook_.run[column], capacity_.onto_card);
      hosts[column] = relations_.hosts_of_run(free, most) & position_.tops & ~bit_of(free);
      with_hosts |= static_cast<std::uint32_t>(hosts[column] != 0) << column;
    }
    for (; with_hosts != 0; with_hosts &= with_hosts - 1) {
      const auto column = static_cast<std::size_t>(std::countr_zero(with_hosts));
      const Card free = position_.free[column];
      const int cards = outlook_.run[column];
      for (Cards left = hosts[column]; left != 0; left &= left - 1) {
        const auto host = static_cast<Card>(std::countr_zero(left));
        const int carried = relations_.count_onto(free, host);
        const Byte target = column_of_[host];
        const int taking = carried == cards ? value_of_run + outlook_.run_onto_card[column]
                                            : value_of_part + worths_.at(feature::part, carried);
        offer(true, taking + outlook_.laying_run[target],
              {free, static_cast<Byte>(column), target, byte_of(carried)});
      }
    }
  }

  void cards_into_cells() {
    const int value = value_of(Kind::into_cell);
    for (std::size_t column = 0; column < columns; ++column) {
      const Card free = position_.free[column];
      offer(free != on_base, value + outlook_.card_into_cell[column],
            {free, static_cast<Byte>(column), in_cell, 1});
    }
  }

  void runs_into_empty() {
    const int value_of_run = value_of(Kind::run_into_empty);
    const int value_of_part = value_of(Kind::part_into_empty);
    const Byte target = column_of_[on_base];
    for (std::size_t column = 0; column < columns; ++column) {
      const Card free = position_.free[column];
      const auto source = static_cast<Byte>(column);
      const int cards = outlook_.run[column];
      const int largest = largest_into_empty(free, cards);
      const auto part = [&](bool is_kept, int carried) {
        offer(is_kept, value_of_part + worths_.at(feature::part, carried),
              {free, source, target, byte_of(carried)});
      };
      if (largest == 0) continue;
      if (largest < cards) {
        part(true, largest);
      } else {
        offer(cards < position_.length[column], value_of_run + outlook_.run_into_empty[column],
              {free, source, target, byte_of(cards)});
      }
      // Of a run that may lie anywhere, all that can go, or one card.
      part(relations_.takes_any() && largest > 1, 1);
    }
  }

  // 0 when none goes; only so many as end with a card of the last place where others may not lie.
  [[nodiscard]] int largest_into_empty(Card free, int cards) const {
    if (free == on_base) return 0;
    const int most = std::min(cards, capacity_.into_empty);
    if (relations_.takes_any()) return most;
    const int wanted = relations_.ranks() - place_of(free) + 1;
    return wanted <= most ? wanted : 0;
  }

  void from_slots() {
    const int value_onto_card = value_of(Kind::slot_onto_card);
    const int value_into_empty = value_of(Kind::slot_into_empty);
    const Byte empty = column_of_[on_base];
    for (Cards left = position_.slots; left != 0; left &= left - 1) {
      const Card card = byte_of(std::countr_zero(left));
      const Byte source = position_.below[card];
      const int value = worths_.at(place_from_slot, place_of(card));
      Cards hosts = relations_.hosts(card) & position_.tops;
      for (; hosts != 0; hosts &= hosts - 1) {
        const Byte target = column_of_[static_cast<std::size_t>(std::countr_zero(hosts))];
        offer(true, value_onto_card + value + outlook_.laying_card[target],
              {card, source, target, 1});
      }
      const bool may_lie = relations_.takes_any() || place_of(card) == relations_.ranks();
      offer(position_.empty_columns > 0 && may_lie, value_into_empty + value,
            {card, source, empty, 1});
    }
  }

  void up() {
    const int value = value_of(Kind::up);
    Cards left = (position_.tops | position_.slots) & outlook_.next;
    for (; left != 0; left &= left - 1) {
      const Card card = byte_of(std::countr_zero(left));
      const bool is_slot = (position_.slots & bit_of(card)) != 0;
      const Byte source = is_slot ? position_.below[card] : column_of_[card];
      const bool is_run = !is_slot && outlook_.run[source] == 1;
      offer(true, value + (is_run ? outlook_.taking_run[source] : 0),
            {card, source, on_foundation, 1});
    }
  }

  const Relations& relations_;
  const Worths& worths_;
  const Position& position_;
  const Outlook& outlook_;
  std::array<Offer, most_offers>& offers_;
  Capacity capacity_;
  std::size_t count_ = 0;
  // Of each free card; of an empty column by `on_base`. The others are not set.
  std::array<Byte, 64> column_of_;
};

}  // namespace outlook

template <int columns>
std::size_t Outlook::list(const Board& board, const Worths& worths, const Position& position,
                          std::array<Offer, most_offers>& offers) const {
  return outlook::Lister<columns>(board, worths, position, *this, offers).list();
}

}  // namespace kungen::search
