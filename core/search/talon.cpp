#include "search/talon.hpp"

#include <algorithm>

#include "moves.hpp"

namespace kungen::search {
namespace {

// Whether the cards that can be had are those that could be had with the whole waste turned over.
bool may_turn_over(const Rules& rules, const Stock& stock) {
  if (rules.passes > 0) return false;
  return stock.cards().empty() || stock.waste().size() % static_cast<std::size_t>(rules.draw) == 0;
}

}  // namespace

void settle(const Rules& rules, Stock& stock) {
  if (may_turn_over(rules, stock)) stock.turn_over(false);
  if (stock.cards().empty() && stock.waste().empty()) stock.set_turned_over(0);
}

void bring_up(Stock& stock, Card card) {
  stock.turn_over(false);
  const auto cards = stock.cards();
  stock.draw(1 + static_cast<int>(std::find(cards.begin(), cards.end(), card) - cards.begin()));
}

Drawing::Drawing(const Rules& rules, Layout& layout) : rules_(rules), layout_(layout) {
  const Card card = free_card(layout, waste_pile);
  if (card != no_card) seen_.add(card);
}

bool Drawing::next() {
  while (play()) {
    const Card card = free_card(layout_, waste_pile);
    if (card == no_card || seen_.has(card)) continue;
    seen_.add(card);
    return true;
  }
  return false;
}

bool Drawing::play() {
  const auto move = find_stock_move(rules_, layout_);
  if (!move) return false;
  if (move->target == stock_pile) {
    if (turned_over_) return false;
    turned_over_ = true;
  }
  make_move(layout_, *move);
  return true;
}

}  // namespace kungen::search
