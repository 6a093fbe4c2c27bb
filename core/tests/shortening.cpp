// Looks for short lines of deals of many games, and prints what it found of each.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "deals.hpp"
#include "search/beam/short_solver.hpp"
#include "search/greedy/fast_solver.hpp"

namespace {

using namespace kungen;

constexpr std::uint64_t bytes_limit = 2U << 20U;
constexpr std::uint64_t nodes_limit = 6'000;
constexpr std::uint64_t one_step = 77;

std::ptrdiff_t length_of(const std::vector<Move>& line) {
  return std::ranges::count_if(line, [](const Move& move) {
    return move.target < foundation_pile(0) || move.target > foundation_pile(suit_count - 1);
  });
}

// Whether no line that was the best at any time is longer than the ones before.
bool improves(search::ShortSolver& solver) {
  bool is_good = true;
  std::ptrdiff_t length = 0;
  while (solver.step(one_step) == search::State::running) {
    const std::ptrdiff_t now = length_of(solver.line());
    is_good = is_good && (length == 0 || (now > 0 && now <= length));
    length = now;
  }
  return is_good;
}

void solve(const Rules& rules, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t number = first; number <= last; ++number) {
    const Layout layout = *deal(rules, number);
    if (!search::fits_board(rules, layout)) return;
    search::ShortSolver solver(rules, layout, bytes_limit, nodes_limit);
    const bool is_good = improves(solver);
    const auto line = solver.line();
    std::printf("%llu %d %llu %llu %d %d\n", static_cast<unsigned long long>(number),
                static_cast<int>(solver.state()),
                static_cast<unsigned long long>(solver.progress().nodes),
                static_cast<unsigned long long>(solver.progress().bytes), is_good ? 1 : 0,
                search::wins(rules, layout, line) ? 1 : 0);
  }
}

}  // namespace

// Reads rules records, 50 bytes each, until there are no more.
int main() {
  std::vector<Byte> record(rules_record_size);
  while (std::fread(record.data(), 1, record.size(), stdin) == record.size()) {
    Fault fault;
    const auto rules = unpack_rules(record, fault);
    if (!rules) return 1;
    solve(*rules, 1, 12);
  }
  return 0;
}
