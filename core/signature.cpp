#include "signature.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "deals.hpp"
#include "game.hpp"
#include "perft.hpp"
#include "search/complete/complete_solver.hpp"

namespace kungen {
namespace {

constexpr Rules freecell{.ranks = 13, .columns = 8, .cells = 4};

// Rules that between them have every kind of game: both builds, all ways of moving runs, beaks,
// other bases and wrapping, a reserve, filled cells, columns of their own sizes, cards face down,
// stocks and scores.
constexpr std::array<Rules, 12> several_rules{{
    freecell,
    {.ranks = 13, .columns = 8, .cells = 4, .build = Build::same_suit},
    {.ranks = 13, .columns = 10, .cells = 4, .empty_column = EmptyColumn::last_rank},
    {.ranks = 13, .columns = 8, .cells = 4, .runs = Runs::any_length, .foundation_return = true},
    {.ranks = 9, .columns = 7, .cells = 3, .runs = Runs::single_card},
    {.ranks = 7,
     .columns = 5,
     .cells = 2,
     .build = Build::same_suit,
     .empty_column = EmptyColumn::last_rank,
     .foundation_return = true},
    {.ranks = 13,
     .columns = 7,
     .cells = 7,
     .build = Build::same_suit,
     .empty_column = EmptyColumn::last_rank,
     .runs = Runs::any_length,
     .wraps = true,
     .base = 0},
    {.ranks = 13,
     .columns = 9,
     .foundation_return = true,
     .reserve = 7,
     .column_sizes = {1, 2, 3, 4, 5, 6, 7, 8, 9}},
    {.ranks = 6,
     .columns = 4,
     .cells = 3,
     .wraps = true,
     .base = 4,
     .direction = Direction::left,
     .filled_cells = {0, 1, 1}},
    {.ranks = 13,
     .columns = 7,
     .empty_column = EmptyColumn::last_rank,
     .runs = Runs::any_length,
     .foundation_return = true,
     .draw = 1,
     .direction = Direction::left,
     .column_sizes = {1, 2, 3, 4, 5, 6, 7},
     .hidden = {0, 1, 2, 3, 4, 5, 6},
     .has_score = true,
     .points = {.to_foundation = 10, .from_waste = 5, .turned_up = 5, .from_foundation = -15}},
    {.ranks = 7,
     .columns = 5,
     .foundation_return = true,
     .draw = 3,
     .passes = 3,
     .column_sizes = {4, 3, 2, 3, 4},
     .hidden = {2, 1, 0, 1, 3},
     .has_score = true,
     .points = {.to_foundation = 7, .from_waste = -2, .turned_up = 1, .from_foundation = -9}},
    {.ranks = 5,
     .columns = 4,
     .cells = 1,
     .wraps = true,
     .base = 0,
     .reserve = 2,
     .draw = 1,
     .passes = 2,
     .column_sizes = {2, 2, 2, 2}},
}};

class Text {
 public:
  void add(std::uint64_t number) {
    if (!text_.empty()) text_ += ' ';
    std::array<char, 20> digits{};
    std::size_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    while (count > 0) text_ += digits[--count];
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Plays a game by numbers that look random, and mixes all that can be seen of it into one.
class Play {
 public:
  Play(const Rules& rules, std::uint64_t number) : game_(rules, *deal(rules, number)) {}

  std::uint64_t run(int turns) {
    for (int turn = 0; turn < turns; ++turn) {
      act();
      observe();
    }
    for (const Byte byte : game_.history()) mix(byte);
    return seen_;
  }

 private:
  void act() {
    const std::uint32_t choice = next() % 16;
    if (choice == 0) {
      game_.pop();
    } else if (choice == 1) {
      game_.redo();
    } else if (choice == 2) {
      game_.set_autoplay(static_cast<Autoplay>(next() % 3));
    } else if (choice == 3 || game_.finish_offered()) {
      game_.finish_step();
    } else if (!push_something()) {
      game_.restart();
    }
  }

  bool push_something() {
    MoveList moves;
    generate_moves(game_.rules(), game_.layout(), moves);
    if (moves.size() == 0 || game_.steps() > 60) return false;
    game_.push(moves[next() % moves.size()]);
    return true;
  }

  void observe() {
    std::array<Byte, max_layout_record> record{};
    const std::size_t length = pack_layout(game_.rules(), game_.layout(), record);
    for (std::size_t place = 0; place < length; ++place) mix(record[place]);
    mix(byte_of(game_.score()));
    mix(byte_of((game_.is_useless_pass() ? 1 : 0) + (game_.finish_offered() ? 2 : 0) +
                (is_stuck(game_.rules(), game_.layout()) ? 4 : 0)));
    if (const auto tip = game_.tip()) {
      mix(tip->source);
      mix(tip->target);
      mix(tip->count);
    }
  }

  std::uint32_t next() {
    state_ = state_ * 1664525U + 1013904223U;
    return state_ >> 16U;
  }

  void mix(Byte byte) { seen_ = (seen_ ^ byte) * 0x100000001B3U; }

  Game game_;
  std::uint32_t state_ = 1;
  std::uint64_t seen_ = 0xCBF29CE484222325U;
};

void add_play(Text& text, const Rules& rules) {
  text.add(Play(rules, 1).run(1000) & 0xFFFFFFFFU);
  Layout layout = *deal(rules, 2);
  text.add(perft(rules, layout, 3));
  text.add(distinct(rules, layout, 3).value_or(0));
}

void add_search(Text& text, const Rules& rules, std::uint64_t number, std::uint64_t nodes) {
  search::CompleteSolver solver(rules, *deal(rules, number), 64U << 20U, nodes);
  while (solver.step(1000) == search::State::running) {
  }
  text.add(static_cast<std::uint64_t>(solver.state()));
  text.add(solver.progress().nodes);
  text.add(solver.progress().states);
  text.add(solver.line().size());
}

}  // namespace

std::string signature() {
  Text text;
  for (const Rules& rules : several_rules) {
    add_play(text, rules);
    add_search(text, rules, 3, 2000);
  }
  for (std::uint64_t number = 1; number <= 8; ++number) add_search(text, freecell, number, 20000);
  add_search(text, freecell, 11982, 0);
  return text.take();
}

}  // namespace kungen
