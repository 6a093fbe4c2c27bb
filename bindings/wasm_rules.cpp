// rules.wasm: games for the page. Only hands numbers and records over; the core does the rest.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "deals.hpp"
#include "game.hpp"
#include "goal.hpp"
#include "perft.hpp"
#include "supermove.hpp"
#include "wasm_exchange.hpp"

namespace kungen::wasm {
namespace {

constexpr int bad_rules = -1;
constexpr int bad_number = -2;
constexpr int bad_layout = -3;
constexpr int bad_goal = -1;

Handles<Game>& games() {
  static Handles<Game> handles;
  return handles;
}

std::uint32_t send_move(const std::optional<Move>& move) {
  return move.has_value() ? send_moves({&*move, 1}) : 0;
}

std::uint32_t flags_of(const Game& game) {
  std::uint32_t flags = 0;
  if (is_won(game.rules(), game.layout())) flags |= 1U;
  if (is_stuck(game.rules(), game.layout())) flags |= 2U;
  if (game.steps() > 0) flags |= 4U;
  if (game.steps_to_redo() > 0) flags |= 8U;
  if (game.finish_offered()) flags |= 16U;
  if (game.is_useless_pass()) flags |= 32U;
  return flags;
}

// The place in four bytes, then what was expected there.
std::uint32_t send_fault(const Fault& fault) {
  std::vector<Byte> bytes;
  for (const unsigned shift : {0U, 8U, 16U, 24U}) {
    bytes.push_back(static_cast<Byte>(fault.place >> shift & 0xFFU));
  }
  bytes.insert(bytes.end(), fault.expected.begin(), fault.expected.end());
  return send(bytes);
}

// Nothing for numbers that no move has.
std::optional<Move> move_of(std::uint32_t source, std::uint32_t target, std::uint32_t count) {
  if (source > 255 || target > 255 || count > 255) return std::nullopt;
  return Move{static_cast<Byte>(source), static_cast<Byte>(target), static_cast<Byte>(count)};
}

}  // namespace
}  // namespace kungen::wasm

using namespace kungen;
using namespace kungen::wasm;

KUNGEN_EXPORT(rules_fault) std::uint32_t rules_fault(std::uint32_t rules_length) {
  Fault fault;
  if (unpack_rules(received(rules_length), fault)) return 0;
  return send_fault(fault);
}

KUNGEN_EXPORT(game_open)
int game_open(std::uint32_t rules_length, std::uint32_t low, std::uint32_t high) {
  Fault fault;
  const auto rules = unpack_rules(received(rules_length), fault);
  if (!rules) return bad_rules;
  const auto layout = deal(*rules, std::uint64_t{high} << 32U | low);
  if (!layout) return bad_number;
  return games().add(std::make_unique<Game>(*rules, *layout));
}

KUNGEN_EXPORT(game_open_layout)
int game_open_layout(std::uint32_t rules_length, std::uint32_t layout_length) {
  Fault fault;
  const auto rules = unpack_rules(received(rules_length), fault);
  if (!rules) return bad_rules;
  const auto record = received(rules_length + layout_length).subspan(rules_length);
  const auto layout = unpack_layout(*rules, record, fault);
  if (!layout) return bad_layout;
  return games().add(std::make_unique<Game>(*rules, *layout));
}

KUNGEN_EXPORT(game_close) void game_close(int handle) {
  games().remove(handle);
}

KUNGEN_EXPORT(game_layout) std::uint32_t game_layout(int handle) {
  const Game& game = games()[handle];
  std::array<Byte, max_layout_record> record{};
  const std::size_t length = pack_layout(game.rules(), game.layout(), record);
  return send({record.data(), length});
}

KUNGEN_EXPORT(game_status) std::uint32_t game_status(int handle) {
  const Game& game = games()[handle];
  const Capacity most = capacity(game.rules(), game.layout());
  const std::array<std::uint32_t, 8> words{
      flags_of(game),
      static_cast<std::uint32_t>(game.steps()),
      static_cast<std::uint32_t>(game.steps_to_redo()),
      static_cast<std::uint32_t>(most.onto_card),
      static_cast<std::uint32_t>(most.into_empty),
      static_cast<std::uint32_t>(game.autoplay()),
      static_cast<std::uint32_t>(game.layout().cards_on_foundations()),
      static_cast<std::uint32_t>(game.score()),
  };
  return send_words(words);
}

KUNGEN_EXPORT(game_runs) std::uint32_t game_runs(int handle) {
  const Game& game = games()[handle];
  std::array<Byte, max_columns> runs{};
  const auto columns = static_cast<std::size_t>(game.rules().columns);
  for (std::size_t column = 0; column < columns; ++column) {
    runs[column] = byte_of(run_length(game.rules(), game.layout().columns[column]));
  }
  return send({runs.data(), columns});
}

KUNGEN_EXPORT(game_moves) std::uint32_t game_moves(int handle) {
  const Game& game = games()[handle];
  MoveList moves;
  generate_moves(game.rules(), game.layout(), moves);
  return send_moves(moves.span());
}

KUNGEN_EXPORT(game_play)
std::uint32_t game_play(int handle, std::uint32_t source, std::uint32_t target,
                        std::uint32_t count) {
  const auto move = move_of(source, target, count);
  return move ? send_moves(games()[handle].push(*move)) : 0;
}

KUNGEN_EXPORT(game_undo) std::uint32_t game_undo(int handle) {
  return send_moves(games()[handle].pop());
}

KUNGEN_EXPORT(game_redo) std::uint32_t game_redo(int handle) {
  return send_moves(games()[handle].redo());
}

KUNGEN_EXPORT(game_restart) std::uint32_t game_restart(int handle) {
  return static_cast<std::uint32_t>(games()[handle].restart());
}

KUNGEN_EXPORT(game_finish_step) std::uint32_t game_finish_step(int handle) {
  return send_move(games()[handle].finish_step());
}

KUNGEN_EXPORT(game_tip) std::uint32_t game_tip(int handle) {
  return send_move(games()[handle].tip());
}

KUNGEN_EXPORT(game_autoplay) void game_autoplay(int handle, std::uint32_t level) {
  games()[handle].set_autoplay(static_cast<Autoplay>(std::min(level, 2U)));
}

KUNGEN_EXPORT(game_safe) std::uint32_t game_safe(int handle) {
  return send(safe_cards(games()[handle].rules(), games()[handle].layout()));
}

KUNGEN_EXPORT(game_goal) int game_goal(int handle, std::uint32_t length) {
  const Game& game = games()[handle];
  Fault fault;
  const auto goal = unpack_goal(game.rules(), received(length), fault);
  if (!goal) return bad_goal;
  return is_reached(game.rules(), game.layout(), *goal) ? 1 : 0;
}

KUNGEN_EXPORT(game_expand)
std::uint32_t game_expand(int handle, std::uint32_t source, std::uint32_t target,
                          std::uint32_t count) {
  const Game& game = games()[handle];
  const auto move = move_of(source, target, count);
  if (!move || !is_legal(game.rules(), game.layout(), *move)) return 0;
  return send_moves(expand(game.rules(), game.layout(), *move));
}

KUNGEN_EXPORT(game_history) std::uint32_t game_history(int handle) {
  return send(games()[handle].history());
}

KUNGEN_EXPORT(game_replay)
int game_replay(int handle, std::uint32_t length, std::uint32_t position) {
  const auto replayed = games()[handle].replay(received(length), position);
  const int steps = static_cast<int>(replayed.steps);
  return replayed.complete ? steps : -1 - steps;
}

KUNGEN_EXPORT(perft_count) double perft_count(int handle, std::uint32_t depth) {
  Layout layout = games()[handle].layout();
  if (depth > max_perft_depth) return std::nan("");
  return static_cast<double>(perft(games()[handle].rules(), layout, static_cast<int>(depth)));
}

KUNGEN_EXPORT(distinct_count) double distinct_count(int handle, std::uint32_t depth) {
  const Game& game = games()[handle];
  if (depth > max_perft_depth) return std::nan("");
  const auto count = distinct(game.rules(), game.layout(), static_cast<int>(depth));
  return count ? static_cast<double>(*count) : std::nan("");
}
