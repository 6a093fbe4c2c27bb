#include "search/beam/costs.hpp"

#include <algorithm>
#include <bit>

namespace kungen::search {

// Counts the cost of a column from its deepest card on.
class ColumnCount {
 public:
  explicit ColumnCount(const CostWeights& weights) : weights_(&weights) {
    lowest_of_suit_.fill(none);
  }

  void begin_run() {
    cost_ = cost();
    certain_ = certain();
    worst_ = 0;
    is_certain_ = holds_violator_ = false;
  }

  void add(Card card) {
    int& lowest = lowest_of_suit_[static_cast<std::size_t>(suit_of(card))];
    const bool must_move = place_of(card) > lowest;
    is_certain_ = is_certain_ || must_move;
    lowest = std::min(lowest, place_of(card));
    add_place(place_of(card), must_move);
  }

  // Adds a card of which only the place is known.
  void add_place(int place, bool must_move = false) {
    if (place > lowest_) {
      ++violators_;
      const auto by = static_cast<std::size_t>(must_move ? 0 : place - lowest_);
      cost_ += weights_->violator[by];
      worst_ = holds_violator_ ? std::max<int>(worst_, weights_->group[by]) : weights_->group[by];
      holds_violator_ = true;
    }
    lowest_ = std::min(lowest_, place);
  }

  [[nodiscard]] int cost() const { return cost_ + worst_; }
  [[nodiscard]] int violators() const { return violators_; }
  [[nodiscard]] int certain() const { return certain_ + (is_certain_ ? 1 : 0); }

 private:
  static constexpr int none = max_ranks + 1;

  const CostWeights* weights_;
  std::array<int, suit_count> lowest_of_suit_{};
  int lowest_ = none;
  int cost_ = 0;
  int certain_ = 0;
  int violators_ = 0;
  // Of the run that is being counted.
  int worst_ = 0;
  bool is_certain_ = false;
  bool holds_violator_ = false;
};

void Costs::begin(const Board& board, const CostWeights& weights) {
  weights_ = &weights;
  for (int number = 0; number < board.columns(); ++number) begin_column(board, number);
  for (std::size_t columns = 0; columns < rooms_.size(); ++columns) {
    for (std::size_t cells = 0; cells < rooms_[columns].size(); ++cells) {
      rooms_[columns][cells] =
          weights.room[std::min(columns, CostWeights::columns - 1) * CostWeights::cells +
                       std::min(cells, CostWeights::cells - 1)];
    }
  }
}

void Costs::begin_column(const Board& board, int number) {
  const Position& start = board.start();
  const int length = start.length_of(number);
  std::array<Card, max_untouched> cards{};
  Card card = start.free_of(number);
  for (int row = length; row-- > 0; card = start.below[card]) {
    cards[static_cast<std::size_t>(row)] = card;
  }
  ColumnCount count(*weights_);
  Card free = on_base;
  fill(board, number, 0, free, count);
  for (int row = 0; row < length; ++row) {
    const Card added = cards[static_cast<std::size_t>(row)];
    if ((board.relations().guests(free) & bit_of(added)) == 0) count.begin_run();
    count.add(added);
    free = added;
    fill(board, number, row + 1, free, count);
  }
}

// Of the cards that may come to lie on the untouched ones, one after the other, the suit is known
// only where builds are in suit.
void Costs::fill(const Board& board, int number, int untouched, Card free, ColumnCount count) {
  const std::size_t last = CostWeights::lengths - 1;
  const int alone = weights_->untouched[std::min(static_cast<std::size_t>(untouched), last)] +
                    weights_->low_card * board.prefix(number, untouched).low_cards / 8;
  for (Column& column :
       columns_[static_cast<std::size_t>(number)][static_cast<std::size_t>(untouched)]) {
    column = {static_cast<std::int16_t>(alone + count.cost()), byte_of(count.certain()),
              byte_of(count.violators())};
    const Cards guests = board.relations().guests(free);
    if (guests == 0) continue;
    free = byte_of(std::countr_zero(guests));
    if (std::has_single_bit(guests)) {
      count.add(free);
    } else {
      count.add_place(place_of(free));
    }
  }
}

Estimate::Estimate(const Board& board, const Costs& costs, const Position& position) {
  const CostWeights& weights = costs.weights();
  for (int number = 0; number < board.columns(); ++number) {
    const int untouched = position.untouched_of(number);
    const Costs::Column& column =
        costs.column(number, untouched, position.length_of(number) - untouched);
    cost += column.cost;
    certain += column.certain;
    violators += column.violators;
  }
  // Beyond the last card of a suit there are some that lie nowhere.
  constexpr int last_place = 16;
  for (int suit = 0; suit < suit_count; ++suit) {
    for (int ahead = 0; ahead < CostWeights::soon; ++ahead) {
      const int place = std::min(position.height(suit) + 1 + ahead, last_place);
      const Card card = make_card(place, suit);
      const auto number = static_cast<std::size_t>(board.column(card));
      const int row = board.row(card);
      const auto at = static_cast<std::size_t>(ahead);
      const bool is_there = row < position.untouched[number];
      over[number] += is_there ? weights.over[at] : 0;
      cost += is_there ? weights.buried[at] + weights.over[at] * (position.length[number] - row - 1)
                       : 0;
    }
  }
  cost += costs.room(position.empty_columns, position.empty_cells) +
          weights.card_left * position.cards_left;
  for (Cards left = position.slots; left != 0; left &= left - 1) {
    cost += costs.slot(position, byte_of(std::countr_zero(left)));
  }
}

}  // namespace kungen::search
