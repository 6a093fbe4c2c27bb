// Solves deals of many games by the fast search, and prints what it found of each.
#include <cstdio>
#include <iterator>
#include <vector>

#include "deals.hpp"
#include "search/greedy/fast_solver.hpp"

namespace {

using namespace kungen;

constexpr std::uint64_t bytes_limit = 16U << 20U;
constexpr std::uint64_t nodes_limit = 20'000;

void solve(const Rules& rules, std::uint64_t first, std::uint64_t last) {
  search::FastSolver solver(rules, bytes_limit, nodes_limit);
  for (std::uint64_t number = first; number <= last; ++number) {
    const Layout layout = *deal(rules, number);
    const search::Answer answer = solver.solve(layout);
    const bool wins = search::wins(rules, layout, answer.line);
    std::printf("%llu %d %llu %llu %d\n", static_cast<unsigned long long>(number),
                static_cast<int>(answer.state), static_cast<unsigned long long>(answer.nodes),
                static_cast<unsigned long long>(answer.line.size()), wins ? 1 : 0);
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
    solve(*rules, 1, 40);
  }
  return 0;
}
