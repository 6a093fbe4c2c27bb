#include "deals.hpp"

#include <array>
#include <span>
#include <utility>

namespace kungen {
namespace {

// The generator behind the Microsoft numbering, with FreeCell Pro's extension: from 2^31 on one
// more bit of the state counts, from 2^32 on the state starts over and the output is one higher.
class DealGenerator {
 public:
  explicit DealGenerator(std::uint64_t number)
      : state_(static_cast<std::uint32_t>(number)), number_(number) {}

  std::uint32_t next() {
    state_ = state_ * 214013U + 2531011U;
    const std::uint32_t bits = (state_ >> 16U) & 0x7FFFU;
    if (number_ < (std::uint64_t{1} << 31U)) return bits;
    if (number_ < (std::uint64_t{1} << 32U)) return bits | 0x8000U;
    return (state_ >> 16U) + 1U;
  }

 private:
  std::uint32_t state_;
  std::uint64_t number_;
};

// Gives the cards out. In games with a beak the cards of its rank go to their foundations.
class Dealer {
 public:
  Dealer(const Rules& rules, std::uint64_t number)
      : rules_(rules), layout_(rules), generator_(number), left_(rules.cards()) {
    for (int card = 0; card < left_; ++card) deck_[static_cast<std::size_t>(card)] = byte_of(card);
    if (rules_.has_beak()) find_beak();
  }

  Layout deal() {
    if (rules_.spreads_evenly()) {
      deal_evenly();
    } else {
      deal_columns(rules_.hidden);
      deal_columns(rules_.column_sizes);
      for (int column = 0; column < rules_.columns; ++column) {
        layout_.column(column).hide(rules_.hidden[static_cast<std::size_t>(column)]);
      }
    }
    for (std::size_t cell = 0; cell < layout_.cells.size(); ++cell) {
      if (rules_.filled_cells[cell] != 0) layout_.cells[cell] = next();
    }
    for (int place = 0; place < rules_.reserve; ++place) {
      layout_.reserve[static_cast<std::size_t>(place)] = next();
    }
    for (Card card = next(); card != no_card; card = next()) layout_.stock.append(card);
    return layout_;
  }

 private:
  void find_beak() {
    beak_ = draw();
    layout_.base = byte_of(rank_of(beak_));
    next_ = beak_;
  }

  // The columns in the order of a row.
  [[nodiscard]] int in_row(int index) const {
    return rules_.direction == Direction::right ? index : rules_.columns - 1 - index;
  }

  void deal_evenly() {
    const int cards = rules_.cards() - rules_.cards_beside_columns();
    for (int dealt = 0; dealt < cards; ++dealt) {
      layout_.column(in_row(dealt % rules_.columns)).push(next());
    }
  }

  // Row by row, one card to each column that has not yet as many as it gets.
  void deal_columns(std::span<const Byte> sizes) {
    for (bool more = true; more;) {
      more = false;
      for (int index = 0; index < rules_.columns; ++index) {
        const int column = in_row(index);
        if (layout_.column(column).size() < sizes[static_cast<std::size_t>(column)]) {
          layout_.column(column).push(next());
          more = true;
        }
      }
    }
  }

  // The next card that takes a place; `no_card` when the deck is dealt.
  Card next() {
    if (next_ != no_card) return std::exchange(next_, no_card);
    while (left_ > 0) {
      const Card card = draw();
      if (!rules_.has_beak() || rank_of(card) != rank_of(beak_)) return card;
      ++layout_.foundations[static_cast<std::size_t>(suit_of(card))];
    }
    return no_card;
  }

  Card draw() {
    Card& place = deck_[generator_.next() % static_cast<std::uint32_t>(left_)];
    const Card card = place;
    place = deck_[static_cast<std::size_t>(--left_)];
    return card;
  }

  const Rules& rules_;
  Layout layout_;
  DealGenerator generator_;
  std::array<Card, max_cards> deck_{};
  int left_;
  Card beak_ = no_card;
  // The beak, until it lies.
  Card next_ = no_card;
};

}  // namespace

std::optional<Layout> deal(const Rules& rules, std::uint64_t number) {
  if (number < first_deal || number > last_deal) return std::nullopt;
  return Dealer(rules, number).deal();
}

}  // namespace kungen
