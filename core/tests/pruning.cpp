// Compares the solver's verdict with that of a plain search of all layouts, over random layouts of
// small decks under every mix of rules. Prints the layouts won, those lost and the wrong verdicts.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "key_set.hpp"
#include "moves.hpp"
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

Rules random_rules(Random& random) {
  return {.ranks = 2 + random.below(4),
          .columns = 2 + random.below(3),
          .cells = random.below(3),
          .build = static_cast<Build>(random.below(2)),
          .empty_column = static_cast<EmptyColumn>(random.below(2)),
          .runs = static_cast<Runs>(random.below(3)),
          .foundation_return = random.below(2) == 1};
}

// Some ranks are up already; the other cards lie anywhere.
Layout random_layout(const Rules& rules, Random& random) {
  Layout layout(rules);
  std::array<Card, max_cards> left{};
  int count = 0;
  for (int suit = 0; suit < suit_count; ++suit) {
    const int height = random.below(rules.ranks + 1);
    layout.foundations[static_cast<std::size_t>(suit)] = byte_of(height);
    for (int rank = height + 1; rank <= rules.ranks; ++rank) {
      left[static_cast<std::size_t>(count++)] = make_card(rank, suit);
    }
  }
  while (count > 0) {
    Card& card = left[static_cast<std::size_t>(random.below(count))];
    const int pile = random.below(rules.columns + rules.cells);
    const bool cell = pile >= rules.columns;
    if (!cell) {
      layout.column(pile).push(card);
    } else if (layout.cell(pile - rules.columns) == no_card) {
      layout.cells[static_cast<std::size_t>(pile - rules.columns)] = card;
    } else {
      continue;
    }
    card = left[static_cast<std::size_t>(--count)];
  }
  return layout;
}

// Whether any sequence of moves wins; nothing when there are too many layouts to tell.
std::optional<bool> plain_verdict(const Rules& rules, const Layout& start) {
  KeySet reached;
  if (!reached.add(key_of(rules, start))) return std::nullopt;
  for (std::size_t index = 0; index < reached.size(); ++index) {
    Layout layout = layout_of(rules, reached[index]);
    if (is_won(rules, layout)) return true;
    if (reached.size() > most_layouts) return std::nullopt;
    MoveList moves;
    generate_moves(rules, layout, moves);
    for (const Move& move : moves) {
      make_move(layout, move);
      if (!reached.add(key_of(rules, layout))) return std::nullopt;
      unmake_move(layout, move);
    }
  }
  return false;
}

bool solver_verdict(const Rules& rules, const Layout& start) {
  search::Solver solver(rules, start, 64U << 20U, 0);
  while (solver.step(1000) == search::State::running) {
  }
  return solver.state() == search::State::solved;
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
    const Layout layout = random_layout(rules, random);
    const auto verdict = plain_verdict(rules, layout);
    if (!verdict) continue;
    (*verdict ? won : lost) += 1;
    wrong += solver_verdict(rules, layout) == *verdict ? 0 : 1;
  }
  std::printf("%d %d %d\n", won, lost, wrong);
}
