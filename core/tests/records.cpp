// Feeds games and damaged records to the core: every step is taken back, every key laid out again.
// Takes the number of rounds and rules records in hexadecimal; prints how many rules, layouts,
// histories and goals were good, how many moves turned a card up, and how often something did not
// come back or a move was not what its single moves make.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "deals.hpp"
#include "game.hpp"
#include "goal.hpp"
#include "perft.hpp"
#include "supermove.hpp"

namespace {

using namespace kungen;
using Record = std::vector<Byte>;

class Random {
 public:
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % limit;
  }

  void damage(Record& record) {
    if (record.empty()) return;
    Byte& byte = record[below(record.size())];
    const std::size_t kind = below(20);
    if (kind == 0) {
      record.pop_back();
    } else if (kind < 8) {
      std::swap(byte, record[below(record.size())]);
    } else {
      byte = static_cast<Byte>(below(kind < 16 ? 8 : 256));
    }
  }

 private:
  std::uint64_t state_ = 1;
};

struct Counts {
  int rules = 0;
  int layouts = 0;
  int histories = 0;
  int goals = 0;
  int turned_up = 0;
  int wrong = 0;
};

Record pack(const Rules& rules, const Layout& layout) {
  std::array<Byte, max_layout_record> record{};
  const std::size_t length = pack_layout(rules, layout, record);
  return {record.data(), record.data() + length};
}

// Plays the single moves for which a move stands.
Record played_singly(const Rules& rules, Layout layout, Move move, Counts& counts) {
  for (const Move& single : expand(rules, layout, move)) {
    counts.wrong += is_legal(rules, layout, single) ? 0 : 1;
    make_move(layout, single);
  }
  return pack(rules, layout);
}

// Makes every legal move, lays its key out again, and takes it back.
void try_moves(const Rules& rules, Layout layout, const MoveList& moves, Counts& counts) {
  const Record before = pack(rules, layout);
  const Rules fixed = with_base_of(rules, layout);
  for (const Move& move : moves) {
    const Record after = played_singly(rules, layout, move, counts);
    const bool turned_up = make_move(layout, move);
    counts.wrong += pack(rules, layout) == after ? 0 : 1;
    counts.turned_up += turned_up ? 1 : 0;
    const Key key = key_of(rules, layout);
    counts.wrong += key_of(rules, layout_of(fixed, key)) == key ? 0 : 1;
    unmake_move(layout, move, turned_up);
    counts.wrong += pack(rules, layout) == before ? 0 : 1;
  }
}

// Plays at random, undoes and redoes everything; gives the layouts on the way.
std::vector<Record> play(Game& game, Random& random, Counts& counts) {
  const Rules& rules = game.rules();
  std::vector<Record> seen{pack(rules, game.layout())};
  for (int turn = 0; turn < 25; ++turn) {
    MoveList moves;
    generate_moves(rules, game.layout(), moves);
    if (moves.size() == 0) break;
    try_moves(rules, game.layout(), moves, counts);
    game.push(moves[random.below(moves.size())]);
    seen.push_back(pack(rules, game.layout()));
  }
  while (!game.pop().empty()) {
    counts.wrong += pack(rules, game.layout()) == seen[game.steps()] ? 0 : 1;
  }
  while (!game.redo().empty()) {
    counts.wrong += pack(rules, game.layout()) == seen[game.steps()] ? 0 : 1;
  }
  return seen;
}

// Asks for all that a game can tell, and plays its finish.
void ask_everything(Game& game) {
  Layout layout = game.layout();
  static_cast<void>(perft(game.rules(), layout, 2));
  static_cast<void>(distinct(game.rules(), layout, 2));
  static_cast<void>(capacity(game.rules(), layout));
  static_cast<void>(is_stuck(game.rules(), layout));
  static_cast<void>(game.tip());
  static_cast<void>(game.is_useless_pass());
  while (game.finish_step()) {
  }
}

void replay(const Rules& rules, const Layout& layout, Record history, Random& random,
            Counts& counts) {
  Game game(rules, layout);
  if (random.below(2) == 0) random.damage(history);
  counts.histories += game.replay(history, random.below(30)).complete ? 1 : 0;
  ask_everything(game);
  game.restart();
  counts.wrong += pack(rules, game.layout()) == pack(rules, layout) ? 0 : 1;
}

// Asks for a goal of some cards, mostly a damaged one.
void ask_goal(const Game& game, Random& random, Counts& counts) {
  const auto card = [&] { return static_cast<Byte>(random.below(max_cards)); };
  Record record{0x47, 1, 0, 1, 0, 255, 2, card(), card(), 1, card(), card()};
  if (random.below(3) > 0) random.damage(record);
  Fault fault;
  const auto goal = unpack_goal(game.rules(), record, fault);
  if (!goal) return;
  ++counts.goals;
  static_cast<void>(is_reached(game.rules(), game.layout(), *goal));
}

void run_round(Record record, Random& random, Counts& counts) {
  for (std::size_t times = random.below(3); times > 0; --times) random.damage(record);
  Fault fault;
  const auto rules = unpack_rules(record, fault);
  if (!rules) return;
  ++counts.rules;
  Game game(*rules, *deal(*rules, 1 + random.below(1'000'000)));
  auto seen = play(game, random, counts);
  ask_goal(game, random, counts);
  // From the deal itself the history of the game can be replayed.
  Record& chosen = seen[random.below(2) == 0 ? 0 : random.below(seen.size())];
  if (random.below(4) > 0) random.damage(chosen);
  const auto layout = unpack_layout(*rules, chosen, fault);
  if (!layout) return;
  ++counts.layouts;
  counts.wrong += pack(*rules, *layout) == chosen ? 0 : 1;
  replay(*rules, *layout, game.history(), random, counts);
}

Record read_hex(std::string_view text) {
  Record record;
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    const std::array<char, 3> digits{text[at], text[at + 1], '\0'};
    record.push_back(static_cast<Byte>(std::strtol(digits.data(), nullptr, 16)));
  }
  return record;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const int rounds = std::atoi(arguments[1]);
  Random random;
  Counts counts;
  for (int done = 0; done < rounds; ++done) {
    const std::size_t chosen = 2 + random.below(static_cast<std::size_t>(count) - 2);
    run_round(read_hex(arguments[chosen]), random, counts);
  }
  std::printf("%d %d %d %d %d %d\n", counts.rules, counts.layouts, counts.histories, counts.goals,
              counts.turned_up, counts.wrong);
}
