// Deals and solves a range, and prints how many deals there were of each verdict: what the
// benchmark times, without lines, replays and Python.
//
//   kungen_solve FIRST LAST < rules record
#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

#include "deals.hpp"
#include "search/greedy/fast_solver.hpp"

namespace {

using namespace kungen;

constexpr std::uint64_t bytes_limit = 64U << 20U;
constexpr std::uint64_t one_step = 100'000;

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

int main(int count, char** arguments) {
  std::array<Byte, rules_record_size> record{};
  Fault fault;
  if (count != 3 || std::fread(record.data(), 1, record.size(), stdin) != record.size()) return 2;
  const auto rules = unpack_rules(record, fault);
  if (!rules) return 2;
  search::FastSolver solver(*rules, bytes_limit, 0);
  std::array<std::uint64_t, 5> verdicts{};
  std::uint64_t nodes = 0;
  for (auto deal_number = number_of(arguments[1]); deal_number <= number_of(arguments[2]);
       ++deal_number) {
    solver.begin(*deal(*rules, deal_number));
    while (solver.step(one_step) == search::State::running) {
    }
    ++verdicts[static_cast<std::size_t>(solver.state())];
    nodes += solver.progress().nodes;
  }
  std::printf("%llu %llu %llu %llu\n", static_cast<unsigned long long>(verdicts[1]),
              static_cast<unsigned long long>(verdicts[2]),
              static_cast<unsigned long long>(verdicts[3] + verdicts[4]),
              static_cast<unsigned long long>(nodes));
  return 0;
}
