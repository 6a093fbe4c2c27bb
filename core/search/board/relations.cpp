#include "search/board/relations.hpp"

namespace kungen::search {
namespace {

// Whether cards of these suits may lie on each other when their places differ by so much.
bool can_share_run(Build build, int suit, int other, int distance) {
  if (build == Build::same_suit) return suit == other;
  return (is_red_suit(suit) == is_red_suit(other)) == (distance % 2 == 0);
}

}  // namespace

Relations::Relations(const Rules& rules)
    : deck_((Cards{1} << rules.cards()) - 1),
      ranks_(rules.ranks),
      columns_(rules.columns),
      cells_(rules.cells),
      wraps_(rules.wraps),
      takes_any_(rules.empty_column == EmptyColumn::any),
      alternates_(rules.build == Build::alternating) {
  relate(rules);
  fill_windows();
  for (int number = 0; number < rules.cards(); ++number) {
    const Card card = byte_of(number);
    auto& row = next_[static_cast<std::size_t>(suit_of(card))];
    row[static_cast<std::size_t>(place_of(card) - 1)] = bit_of(card);
  }
  for (int cells = 0; cells <= cells_; ++cells) {
    for (int columns = 0; columns <= columns_; ++columns) {
      auto& row = capacities_[static_cast<std::size_t>(cells)];
      row[static_cast<std::size_t>(columns)] = kungen::capacity(rules, cells, columns);
    }
  }
}

void Relations::fill_windows() {
  for (int before = 0; before < ranks_; ++before) {
    Cards cards = 0;
    for (int count = 1; count <= ranks_; ++count) {
      const int place = before + count;
      if (place < ranks_) cards |= Cards{0xF} << suit_count * place;
      if (place >= ranks_ && wraps_) cards |= Cards{0xF} << suit_count * (place - ranks_);
      windows_[static_cast<std::size_t>(before)][static_cast<std::size_t>(count)] = cards;
    }
  }
}

void Relations::relate(const Rules& rules) {
  for (int number = 0; number < rules.cards(); ++number) {
    const Card card = byte_of(number);
    for (int other = 0; other < rules.cards(); ++other) {
      const Card host = byte_of(other);
      const int distance = place_of(host) - place_of(card);
      if (!can_share_run(rules.build, suit_of(card), suit_of(host), distance)) continue;
      lines_[card] |= bit_of(host);
      if (distance != 1 && !(rules.wraps && distance == 1 - ranks_)) continue;
      hosts_[card] |= bit_of(host);
      guests_[host] |= bit_of(card);
    }
  }
}

// A card is needed as long as one that may lie on it is not up; in alternating colours it is not
// needed either when what would lie on those could go up from anywhere.
bool Relations::is_safe(const Position& position, Card card) const {
  Cards low = 0;
  for (int suit = 0; suit < suit_count; ++suit) {
    const Cards cards = Cards{0x1111111111111} << suit;
    low |= cards & ((Cards{1} << suit_count * position.height(suit)) - 1);
  }
  if ((guests(card) & ~low) == 0) return true;
  if (!alternates_) return false;
  if (place_of(card) <= 2) return true;
  for (int suit = 0; suit < suit_count; ++suit) {
    const int distance = is_red_suit(suit) == is_red(card) ? 3 : 2;
    if (suit == suit_of(card)) continue;
    if (position.height(suit) + distance < place_of(card)) return false;
  }
  return true;
}

bool have_board(const Rules& rules) {
  if (rules.has_stock() || rules.has_hidden()) return false;
  if (rules.wraps) return rules.build == Build::same_suit;
  return rules.base == 1;
}

}  // namespace kungen::search
