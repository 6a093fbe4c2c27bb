#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "card.hpp"

namespace kungen {

// Piles are bytes: columns from 0, cells from 16, places of the reserve from 32, foundations from
// 48, the stock and the waste.
using Pile = Byte;

inline constexpr Pile first_cell = 16;
inline constexpr Pile first_reserve = 32;
inline constexpr Pile first_foundation = 48;
inline constexpr Pile stock_pile = 64;
inline constexpr Pile waste_pile = 65;

constexpr Pile column_pile(int column) {
  return byte_of(column);
}

constexpr Pile cell_pile(int cell) {
  return byte_of(first_cell + cell);
}

constexpr Pile reserve_pile(int place) {
  return byte_of(first_reserve + place);
}

constexpr Pile foundation_pile(int suit) {
  return byte_of(first_foundation + suit);
}

constexpr bool is_column(Pile pile) {
  return pile < first_cell;
}

constexpr bool is_cell(Pile pile) {
  return pile >= first_cell && pile < first_reserve;
}

constexpr bool is_reserve(Pile pile) {
  return pile >= first_reserve && pile < first_foundation;
}

constexpr bool is_foundation(Pile pile) {
  return pile >= first_foundation && pile < stock_pile;
}

// A column has room for the whole deck, so that no move can overflow it. Its deepest cards may be
// face down; the free one never is, but between the halves of a move.
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
  // How many of the deepest cards are face down.
  [[nodiscard]] int hidden() const { return hidden_; }
  void hide(int cards) { hidden_ = byte_of(cards); }

  void push(Card card) { cards_[size_++] = card; }
  Card pop() { return cards_[--size_]; }
  // Moves the last `count` cards of `source` here, in their order.
  void take(Column& source, int count) {
    const auto from = source.cards().last(static_cast<std::size_t>(count));
    std::copy(from.begin(), from.end(), cards_.begin() + size_);
    size_ = byte_of(size_ + count);
    source.size_ = byte_of(source.size_ - count);
  }

  // Turns the free card up if it is face down, and tells whether it was.
  bool turn_up() {
    if (hidden_ == 0 || hidden_ < size_) return false;
    --hidden_;
    return true;
  }
  void turn_down() { ++hidden_; }

 private:
  std::array<Card, max_cards> cards_{};
  Byte size_ = 0;
  Byte hidden_ = 0;
};

// The stock and the waste as one line of cards, from the deepest of the waste to the last of the
// stock: what was drawn is the waste. So drawing and turning over move no card.
class Stock {
 public:
  // The cards of the stock, the next one first.
  [[nodiscard]] std::span<const Card> cards() const { return line().subspan(drawn_); }
  // The cards of the waste, the free one last.
  [[nodiscard]] std::span<const Card> waste() const { return line().first(drawn_); }
  [[nodiscard]] int turned_over() const { return turned_over_; }
  void set_turned_over(int times) { turned_over_ = byte_of(times); }

  // A card that comes after all others.
  void append(Card card) { cards_[size_++] = card; }
  void draw(int count) { drawn_ = byte_of(drawn_ + count); }
  void draw_back(int count) { drawn_ = byte_of(drawn_ - count); }
  void turn_over(bool counted) {
    drawn_ = 0;
    if (counted) ++turned_over_;
  }
  void turn_back(bool counted) {
    drawn_ = size_;
    if (counted) --turned_over_;
  }

  // Takes the free card of the waste, or puts it back.
  Card pop_waste() {
    const Card card = cards_[--drawn_];
    std::copy(cards_.begin() + drawn_ + 1, cards_.begin() + size_, cards_.begin() + drawn_);
    --size_;
    return card;
  }
  void push_waste(Card card) {
    std::copy_backward(cards_.begin() + drawn_, cards_.begin() + size_, cards_.begin() + size_ + 1);
    cards_[drawn_++] = card;
    ++size_;
  }

 private:
  [[nodiscard]] std::span<const Card> line() const { return {cards_.data(), size_}; }

  std::array<Card, max_cards> cards_{};
  Byte size_ = 0;
  Byte drawn_ = 0;
  Byte turned_over_ = 0;
};

}  // namespace kungen
