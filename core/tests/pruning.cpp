// Compares the solver's verdict with that of a plain search of all layouts, over random layouts of
// small decks under every mix of rules; and that of the search on boards with that of the search of
// layouts, which prunes less, where there are more layouts. Prints the layouts won, those lost and
// the wrong verdicts; a line that does not win is a wrong verdict.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "key_set.hpp"
#include "moves.hpp"
#include "search/complete/board_solver.hpp"
#include "search/solver.hpp"

namespace {

using namespace kungen;

constexpr std::size_t most_layouts = 3000;

class Random {
 public:
  int below(int limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state_ >> 33U) % static_cast<std::uint64_t>(limit));
  }

 private:
  std::uint64_t state_ = 1;
};

// Decks large enough that cards may have to leave a host for another.
Rules rules_like_freecell(Random& random) {
  return {.ranks = 4 + random.below(3),
          .columns = 2 + random.below(3),
          .cells = 1 + random.below(3),
          .build = Build::alternating,
          .empty_column = static_cast<EmptyColumn>(random.below(2)),
          .runs = Runs::supermove};
}

// Of three rules one has all that is in any game, and two have what FreeCell's kind of games has.
Rules random_rules(Random& random) {
  if (random.below(3) == 0) return rules_like_freecell(random);
  Rules rules{.ranks = 2 + random.below(4),
              .columns = 2 + random.below(3),
              .cells = random.below(3),
              .build = static_cast<Build>(random.below(2)),
              .empty_column = static_cast<EmptyColumn>(random.below(2)),
              .runs = static_cast<Runs>(random.below(3)),
              .foundation_return = random.below(2) == 1};
  if (random.below(2) == 0) return rules;
  rules.columns -= random.below(2);
  rules.wraps = random.below(3) == 0;
  rules.base = random.below(2) == 0 ? 1 : random.below(rules.ranks + 1);
  rules.reserve = random.below(3);
  rules.draw = random.below(3) == 0 ? 0 : 1 + 2 * random.below(2);
  rules.passes = rules.has_stock() ? random.below(4) : 0;
  return rules;
}

// Lays the cards of a deck out anywhere.
class RandomLayout {
 public:
  RandomLayout(const Rules& rules, Random& random)
      : rules_(rules), random_(random), layout_(rules) {
    if (rules_.has_beak()) layout_.base = byte_of(1 + random_.below(rules_.ranks));
    fill_foundations();
    while (count_ > 0) lay(take());
    finish_columns();
    finish_stock();
  }

  [[nodiscard]] const Layout& layout() const { return layout_; }

 private:
  void fill_foundations() {
    const int most = rules_.ranks - random_.below(2) * random_.below(rules_.ranks);
    for (int suit = 0; suit < suit_count; ++suit) {
      const int height = random_.below(most + 1);
      layout_.foundations[static_cast<std::size_t>(suit)] = byte_of(height);
      for (int place = height + 1; place <= rules_.ranks; ++place) {
        left_[count_++] = layout_.card_at(place, suit);
      }
    }
  }

  Card take() {
    Card& place = left_[static_cast<std::size_t>(random_.below(static_cast<int>(count_)))];
    return std::exchange(place, left_[--count_]);
  }

  // Every pile is as likely; the stock counts as three.
  void lay(Card card) {
    for (;;) {
      int pile = random_.below(rules_.columns + rules_.cells + rules_.reserve +
                               (rules_.has_stock() ? 3 : 0));
      if (pile < rules_.columns) return layout_.column(pile).push(card);
      pile -= rules_.columns;
      if (pile >= rules_.cells + rules_.reserve) return layout_.stock.append(card);
      Card& place = pile < rules_.cells
                        ? layout_.cells[static_cast<std::size_t>(pile)]
                        : layout_.reserve[static_cast<std::size_t>(pile - rules_.cells)];
      if (place == no_card) {
        place = card;
        return;
      }
    }
  }

  void finish_columns() {
    if (random_.below(2) == 0) return;
    for (int index = 0; index < rules_.columns; ++index) {
      Column& column = layout_.column(index);
      if (column.size() > 1 && random_.below(2) == 0) column.hide(random_.below(column.size()));
    }
  }

  void finish_stock() {
    Stock& stock = layout_.stock;
    stock.draw(random_.below(static_cast<int>(stock.cards().size()) + 1));
    if (rules_.passes > 0) stock.set_turned_over(random_.below(rules_.passes));
  }

  const Rules& rules_;
  Random& random_;
  Layout layout_;
  std::array<Card, max_cards> left_{};
  std::size_t count_ = 0;
};

// Whether any sequence of moves wins; nothing when there are too many layouts to tell.
std::optional<bool> plain_verdict(const Rules& written, const Layout& start) {
  const Rules rules = with_base_of(written, start);
  KeySet reached;
  if (!reached.add(key_of(rules, start))) return std::nullopt;
  for (std::size_t index = 0; index < reached.size(); ++index) {
    Layout layout = layout_of(rules, reached[index]);
    if (is_won(rules, layout)) return true;
    if (reached.size() > most_layouts) return std::nullopt;
    MoveList moves;
    generate_moves(rules, layout, moves);
    for (const Move& move : moves) {
      const bool turned_up = make_move(layout, move);
      if (!reached.add(key_of(rules, layout))) return std::nullopt;
      unmake_move(layout, move, turned_up);
    }
  }
  return false;
}

std::optional<bool> verdict_of_layouts(const Rules& rules, const Layout& start) {
  constexpr std::uint64_t nodes = 20'000;
  search::Solver solver(rules, start, 64U << 20U, nodes);
  const search::State state = solver.step(nodes + 1);
  if (state == search::State::solved) return true;
  if (state == search::State::unsolvable) return false;
  return std::nullopt;
}

// Whether the moves of a line are legal and win.
bool wins(const Rules& rules, Layout layout, const std::vector<Move>& line) {
  for (const Move& move : line) {
    if (!is_legal(rules, layout, move)) return false;
    make_move(layout, move);
  }
  return is_won(rules, layout);
}

template <typename Search>
bool agrees(const Rules& rules, const Layout& start, bool verdict) {
  Search solver(rules, start, 64U << 20U, 0);
  while (solver.step(1000) == search::State::running) {
  }
  if (!verdict) return solver.state() == search::State::unsolvable;
  return solver.state() == search::State::solved && wins(rules, start, solver.line());
}

bool is_right(const Rules& rules, const Layout& start, bool verdict) {
  if (!agrees<search::Solver>(rules, start, verdict)) return false;
  const bool fits = search::fits_board(with_base_of(rules, start), start);
  return !fits || agrees<search::BoardSolver>(rules, start, verdict);
}

}  // namespace

int main(int count, char** arguments) {
  const int layouts = count > 1 ? std::atoi(arguments[1]) : 10'000;
  Random random;
  int won = 0;
  int lost = 0;
  int wrong = 0;
  for (int tried = 0; tried < layouts; ++tried) {
    const Rules rules = random_rules(random);
    const Layout layout = RandomLayout(rules, random).layout();
    auto verdict = plain_verdict(rules, layout);
    if (!verdict) verdict = verdict_of_layouts(rules, layout);
    if (!verdict) continue;
    (*verdict ? won : lost) += 1;
    wrong += is_right(rules, layout, *verdict) ? 0 : 1;
  }
  std::printf("%d %d %d\n", won, lost, wrong);
}
