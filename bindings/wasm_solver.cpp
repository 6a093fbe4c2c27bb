// solver.wasm: searches for the page's worker. Only hands numbers and records over.

#include <array>
#include <string>

#include "search/any_solver.hpp"
#include "signature.hpp"
#include "wasm_exchange.hpp"

namespace kungen::wasm {
namespace {

constexpr int bad_rules = -1;
constexpr int bad_layout = -3;
constexpr int no_memory = -4;
constexpr int bad_strategy = -5;

Handles<search::AnySolver>& solvers() {
  static Handles<search::AnySolver> handles;
  return handles;
}

}  // namespace
}  // namespace kungen::wasm

using namespace kungen;
using namespace kungen::wasm;

KUNGEN_EXPORT(solver_open)
int solver_open(std::uint32_t rules_length, std::uint32_t layout_length, std::uint32_t bytes_limit,
                std::uint32_t nodes_limit, std::uint32_t number) {
  Fault fault;
  const auto rules = unpack_rules(received(rules_length), fault);
  if (!rules) return bad_rules;
  const auto record = received(rules_length + layout_length).subspan(rules_length);
  const auto layout = unpack_layout(*rules, record, fault);
  if (!layout) return bad_layout;
  if (number >= search::strategies) return bad_strategy;
  const auto strategy = static_cast<search::Strategy>(number);
  if (!search::can_follow(strategy, *rules, *layout)) return bad_strategy;
  auto solver =
      std::make_unique<search::AnySolver>(strategy, *rules, *layout, bytes_limit, nodes_limit);
  if (solver->state() == search::State::out_of_memory) return no_memory;
  return solvers().add(std::move(solver));
}

KUNGEN_EXPORT(solver_step) int solver_step(int handle, std::uint32_t nodes) {
  return static_cast<int>(solvers()[handle].step(nodes));
}

KUNGEN_EXPORT(solver_line) std::uint32_t solver_line(int handle) {
  return send_moves(solvers()[handle].line());
}

KUNGEN_EXPORT(solver_progress) std::uint32_t solver_progress(int handle) {
  const auto progress = solvers()[handle].progress();
  const std::array<std::uint32_t, 3> words{static_cast<std::uint32_t>(progress.nodes),
                                           static_cast<std::uint32_t>(progress.states),
                                           static_cast<std::uint32_t>(progress.bytes)};
  return send_words(words);
}

KUNGEN_EXPORT(solver_close) void solver_close(int handle) {
  solvers().remove(handle);
}

KUNGEN_EXPORT(signature) std::uint32_t signature_line() {
  const std::string line = signature();
  return send({reinterpret_cast<const Byte*>(line.data()), line.size()});
}
