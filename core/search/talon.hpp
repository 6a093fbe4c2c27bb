#pragma once

#include "autoplay.hpp"
#include "layout.hpp"

namespace kungen::search {

// The search counts draws and turnings over as part of the move that plays from the waste: see
// docs/pruning/draws.md, which also has the reasons for what follows.

// Whether every card of the stock and the waste can be had at any time, so that it does not matter
// how many are drawn.
[[nodiscard]] constexpr bool is_open(const Rules& rules) {
  return rules.draw == 1 && rules.passes == 0;
}

// Gives stocks that allow the same lines the same place of the next card.
void settle(const Rules& rules, Stock& stock);

// Makes a card of an open stock the free one of the waste.
void bring_up(Stock& stock, Card card);

// Goes through the free cards that the waste gets by draws and at most one turning over, each as
// early as possible and once.
class Drawing {
 public:
  Drawing(const Rules& rules, Layout& layout);

  // Goes on to the next such card; false when there is none.
  [[nodiscard]] bool next();

 private:
  [[nodiscard]] bool play();

  const Rules& rules_;
  Layout& layout_;
  CardSet seen_;
  bool turned_over_ = false;
};

}  // namespace kungen::search
