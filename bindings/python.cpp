// kungen._core: translates between Python's bytes and the core's records. The core does the rest.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "deals.hpp"
#include "game.hpp"
#include "goal.hpp"
#include "perft.hpp"
#include "search/any_solver.hpp"
#include "search/greedy/fast_solver.hpp"
#include "signature.hpp"
#include "supermove.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace kungen;

namespace {

std::span<const Byte> bytes_of(const nb::bytes& bytes) {
  return {static_cast<const Byte*>(bytes.data()), bytes.size()};
}

nb::bytes to_bytes(std::span<const Byte> bytes) {
  return nb::bytes(bytes.data(), bytes.size());
}

[[noreturn]] void refuse(const std::string& sentence) {
  throw nb::value_error(sentence.c_str());
}

[[noreturn]] void refuse(std::string_view record, const Fault& fault) {
  refuse(std::string(record) + " record, byte " + std::to_string(fault.place) + ": expected " +
         std::string(fault.expected));
}

Rules read_rules(const nb::bytes& record) {
  Fault fault;
  const auto rules = unpack_rules(bytes_of(record), fault);
  if (!rules) refuse("rules", fault);
  return *rules;
}

Layout read_layout(const Rules& rules, const nb::bytes& record) {
  Fault fault;
  const auto layout = unpack_layout(rules, bytes_of(record), fault);
  if (!layout) refuse("layout", fault);
  return *layout;
}

Layout read_deal(const Rules& rules, std::int64_t number) {
  const auto layout = deal(rules, number < 0 ? 0 : static_cast<std::uint64_t>(number));
  if (!layout) {
    refuse("deal " + std::to_string(number) + " is out of range: expected 1 to " +
           std::to_string(last_deal));
  }
  return *layout;
}

nb::bytes write_layout(const Rules& rules, const Layout& layout) {
  std::array<Byte, max_layout_record> record{};
  const std::size_t length = pack_layout(rules, layout, record);
  return to_bytes({record.data(), length});
}

nb::bytes write_moves(std::span<const Move> moves) {
  std::vector<Byte> bytes;
  for (const Move& move : moves) bytes.insert(bytes.end(), {move.source, move.target, move.count});
  return to_bytes(bytes);
}

std::optional<nb::bytes> write_move(const std::optional<Move>& move) {
  if (!move) return std::nullopt;
  return write_moves({&*move, 1});
}

nb::bytes list_moves(const Rules& rules, const Layout& layout) {
  MoveList moves;
  generate_moves(rules, layout, moves);
  return write_moves(moves.span());
}

Move read_move(const nb::bytes& bytes) {
  const auto move = bytes_of(bytes);
  if (move.size() != 3) {
    refuse("a move has 3 bytes, not " + std::to_string(move.size()));
  }
  return {move[0], move[1], move[2]};
}

void check_depth(int depth) {
  if (depth < 0 || depth > max_perft_depth) {
    refuse("depth " + std::to_string(depth) + " is out of range: expected 0 to " +
           std::to_string(max_perft_depth));
  }
}

std::uint64_t count_sequences(const Rules& rules, Layout layout, int depth) {
  check_depth(depth);
  const nb::gil_scoped_release release;
  return perft(rules, layout, depth);
}

std::uint64_t count_layouts(const Rules& rules, const Layout& layout, int depth) {
  check_depth(depth);
  const auto count = [&] {
    const nb::gil_scoped_release release;
    return distinct(rules, layout, depth);
  }();
  if (!count) throw std::bad_alloc();
  return *count;
}

std::tuple<int, int> to_tuple(const Capacity& most) {
  return {most.onto_card, most.into_empty};
}

// The words of the status of docs/architecture.md, in their order.
std::tuple<int, std::size_t, std::size_t, int, int, int, int, int> status_of(const Game& game) {
  const Capacity most = capacity(game.rules(), game.layout());
  const int flags = (is_won(game.rules(), game.layout()) ? 1 : 0) |
                    (is_stuck(game.rules(), game.layout()) ? 2 : 0) | (game.steps() > 0 ? 4 : 0) |
                    (game.steps_to_redo() > 0 ? 8 : 0) | (game.finish_offered() ? 16 : 0) |
                    (game.is_useless_pass() ? 32 : 0);
  return {flags,
          game.steps(),
          game.steps_to_redo(),
          most.onto_card,
          most.into_empty,
          static_cast<int>(game.autoplay()),
          game.layout().cards_on_foundations(),
          game.score()};
}

nb::bytes runs_of(const Game& game) {
  std::vector<Byte> runs;
  for (int column = 0; column < game.rules().columns; ++column) {
    runs.push_back(byte_of(run_length(game.rules(), game.layout().column(column))));
  }
  return to_bytes(runs);
}

std::optional<std::tuple<std::size_t, std::string_view>> rules_fault(const nb::bytes& record) {
  Fault fault;
  if (unpack_rules(bytes_of(record), fault)) return std::nullopt;
  return std::tuple{fault.place, fault.expected};
}

void set_autoplay(Game& game, int level) {
  if (level < 0 || level > 2) {
    refuse("autoplay level " + std::to_string(level) + ": expected 0 (off), 1 (safe) or 2 (all)");
  }
  game.set_autoplay(static_cast<Autoplay>(level));
}

int replay(Game& game, const nb::bytes& history, std::size_t position) {
  const auto replayed = game.replay(bytes_of(history), position);
  const int steps = static_cast<int>(replayed.steps);
  return replayed.complete ? steps : -1 - steps;
}

bool reaches(const Game& game, const nb::bytes& record) {
  Fault fault;
  const auto goal = unpack_goal(game.rules(), bytes_of(record), fault);
  if (!goal) refuse("goal", fault);
  return is_reached(game.rules(), game.layout(), *goal);
}

nb::bytes expand_move(const Game& game, const nb::bytes& bytes) {
  const Move move = read_move(bytes);
  if (!is_legal(game.rules(), game.layout(), move)) return to_bytes({});
  return write_moves(expand(game.rules(), game.layout(), move));
}

void bind_session(nb::module_& module) {
  nb::class_<Game>(module, "Session")
      .def(
          "__init__",
          [](Game* game, const nb::bytes& record, std::int64_t number) {
            const Rules rules = read_rules(record);
            new (game) Game(rules, read_deal(rules, number));
          },
          "rules"_a, "number"_a)
      .def(
          "__init__",
          [](Game* game, const nb::bytes& record, const nb::bytes& layout) {
            const Rules rules = read_rules(record);
            new (game) Game(rules, read_layout(rules, layout));
          },
          "rules"_a, "layout"_a)
      .def("layout", [](const Game& game) { return write_layout(game.rules(), game.layout()); })
      .def("status", &status_of)
      .def("runs", &runs_of)
      .def("safe",
           [](const Game& game) { return to_bytes(safe_cards(game.rules(), game.layout())); })
      .def("moves", [](const Game& game) { return list_moves(game.rules(), game.layout()); })
      .def(
          "play",
          [](Game& game, const nb::bytes& move) { return write_moves(game.push(read_move(move))); },
          "move"_a)
      .def("undo", [](Game& game) { return write_moves(game.pop()); })
      .def("redo", [](Game& game) { return write_moves(game.redo()); })
      .def("restart", &Game::restart)
      .def("finish_step", [](Game& game) { return write_move(game.finish_step()); })
      .def("tip", [](const Game& game) { return write_move(game.tip()); })
      .def("autoplay", &set_autoplay, "level"_a)
      .def("goal", &reaches, "goal"_a)
      .def("expand", &expand_move, "move"_a)
      .def("history", [](const Game& game) { return to_bytes(game.history()); })
      .def("replay", &replay, "history"_a, "position"_a);
}

// An answer, and whether its line, if it has one, was played to a win by the rules.
struct Checked {
  search::Answer answer;
  bool wins;
};

std::vector<Checked> solve_range(const Rules& rules, std::int64_t first, std::int64_t count,
                                 std::uint64_t bytes_limit, std::uint64_t nodes_limit) {
  search::FastSolver solver(rules, bytes_limit, nodes_limit);
  std::vector<Checked> found;
  for (std::int64_t number = first; number < first + count; ++number) {
    const Layout layout = read_deal(rules, number);
    search::Answer answer = solver.solve(layout);
    const bool wins = search::wins(rules, layout, answer.line);
    found.push_back({std::move(answer), wins});
  }
  return found;
}

nb::list solve_deals(const nb::bytes& record, std::int64_t first, std::int64_t count,
                     std::uint64_t bytes_limit, std::uint64_t nodes_limit) {
  const Rules rules = read_rules(record);
  read_deal(rules, first);
  read_deal(rules, first + count - 1);
  std::vector<Checked> found;
  {
    const nb::gil_scoped_release released;
    found = solve_range(rules, first, count, bytes_limit, nodes_limit);
  }
  nb::list list;
  for (const auto& [answer, wins] : found) {
    list.append(nb::make_tuple(static_cast<int>(answer.state), answer.nodes, answer.states,
                               answer.bytes, write_moves(answer.line), wins));
  }
  return list;
}

search::Strategy read_strategy(int number) {
  if (number < 0 || number >= search::strategies) {
    refuse("strategy " + std::to_string(number) +
           ": expected 0 (complete), 1 (fast) or 2 (short lines)");
  }
  return static_cast<search::Strategy>(number);
}

void bind_solver(nb::module_& module) {
  module.def("solve_deals", &solve_deals, "rules"_a, "first"_a, "count"_a, "bytes_limit"_a,
             "nodes_limit"_a);
  nb::class_<search::AnySolver>(module, "Solver")
      .def(
          "__init__",
          [](search::AnySolver* solver, const nb::bytes& rules_record, const nb::bytes& record,
             std::uint64_t bytes_limit, std::uint64_t nodes_limit, int number) {
            const search::Strategy strategy = read_strategy(number);
            const Rules rules = read_rules(rules_record);
            const Layout layout = read_layout(rules, record);
            if (!search::can_follow(strategy, rules, layout)) {
              refuse("no search of this layout follows strategy " + std::to_string(number));
            }
            new (solver) search::AnySolver(strategy, rules, layout, bytes_limit, nodes_limit);
          },
          "rules"_a, "layout"_a, "bytes_limit"_a, "nodes_limit"_a, "strategy"_a = 0)
      .def(
          "step",
          [](search::AnySolver& solver, std::uint64_t nodes) {
            return static_cast<int>(solver.step(nodes));
          },
          "nodes"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("line", [](const search::AnySolver& solver) { return write_moves(solver.line()); })
      .def("progress", [](const search::AnySolver& solver) {
        const auto progress = solver.progress();
        return std::tuple{progress.nodes, progress.states, progress.bytes};
      });
}

}  // namespace

NB_MODULE(_core, module) {
  bind_session(module);
  bind_solver(module);
  module.def("rules_fault", &rules_fault, "rules"_a);
  module.def(
      "legal_moves",
      [](const nb::bytes& record, const nb::bytes& layout) {
        const Rules rules = read_rules(record);
        return list_moves(rules, read_layout(rules, layout));
      },
      "rules"_a, "layout"_a);
  module.def(
      "play",
      [](const nb::bytes& record, const nb::bytes& layout_record, const nb::bytes& bytes) {
        const Rules rules = read_rules(record);
        Layout layout = read_layout(rules, layout_record);
        const Move move = read_move(bytes);
        if (!is_legal(rules, layout, move)) refuse("the move is not legal in this layout");
        make_move(layout, move);
        return write_layout(rules, layout);
      },
      "rules"_a, "layout"_a, "move"_a);
  module.def(
      "deal",
      [](const nb::bytes& record, std::int64_t number) {
        const Rules rules = read_rules(record);
        return write_layout(rules, read_deal(rules, number));
      },
      "rules"_a, "number"_a);
  module.def(
      "perft",
      [](const nb::bytes& record, const nb::bytes& layout, int depth) {
        const Rules rules = read_rules(record);
        return count_sequences(rules, read_layout(rules, layout), depth);
      },
      "rules"_a, "layout"_a, "depth"_a);
  module.def(
      "distinct",
      [](const nb::bytes& record, const nb::bytes& layout, int depth) {
        const Rules rules = read_rules(record);
        return count_layouts(rules, read_layout(rules, layout), depth);
      },
      "rules"_a, "layout"_a, "depth"_a);
  module.def(
      "capacity",
      [](const nb::bytes& record, const nb::bytes& layout) {
        const Rules rules = read_rules(record);
        return to_tuple(capacity(rules, read_layout(rules, layout)));
      },
      "rules"_a, "layout"_a);
  module.def("signature", &signature, nb::call_guard<nb::gil_scoped_release>());
}
