// Counts what a search really asks for, byte by byte, against the limit it was given.
// Prints for each limit: the least bytes with which there is a search, the limit, the most bytes
// held at once, the most bytes reported, the state at the end.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "deals.hpp"
#include "search/complete/board_solver.hpp"
#include "search/solver.hpp"

namespace {

std::size_t held = 0;
std::size_t most_held = 0;

// Each block remembers its size in front of itself.
constexpr std::size_t header = alignof(std::max_align_t);

void* allocate(std::size_t bytes) {
  auto* const block = static_cast<std::byte*>(std::malloc(header + bytes));
  if (block == nullptr) std::abort();
  *reinterpret_cast<std::size_t*>(block) = bytes;
  held += bytes;
  most_held = std::max(most_held, held);
  return block + header;
}

void release(void* memory) {
  if (memory == nullptr) return;
  std::byte* const block = static_cast<std::byte*>(memory) - header;
  held -= *reinterpret_cast<std::size_t*>(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes);
}

void* operator new[](std::size_t bytes) {
  return allocate(bytes);
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes);
}

void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes);
}

void operator delete(void* memory) noexcept {
  release(memory);
}

void operator delete[](void* memory) noexcept {
  release(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  release(memory);
}

void operator delete[](void* memory, std::size_t) noexcept {
  release(memory);
}

namespace {

using namespace kungen;

template <typename Search>
void measure(const Rules& rules, std::uint64_t number, std::uint64_t limit, std::uint64_t least) {
  const Layout layout = *deal(rules, number);
  most_held = held;
  const std::size_t before = held;
  std::uint64_t reported = 0;
  Search solver(rules, layout, limit, 0);
  search::State state = search::State::running;
  do {
    state = solver.step(50);
    reported = std::max(reported, solver.progress().bytes);
  } while (state == search::State::running);
  // The solver itself lies on the stack here, and counts all the same.
  const std::size_t most = most_held - before + sizeof(solver);
  std::printf("%llu %llu %llu %llu %d\n", static_cast<unsigned long long>(least),
              static_cast<unsigned long long>(limit), static_cast<unsigned long long>(most),
              static_cast<unsigned long long>(reported), static_cast<int>(state));
}

}  // namespace

// A game without a stock and one with it, each with a deal that cannot be won.
int main() {
  constexpr Rules freecell{.ranks = 13, .columns = 8, .cells = 4};
  constexpr Rules klondike{.ranks = 13,
                           .columns = 7,
                           .empty_column = EmptyColumn::last_rank,
                           .runs = Runs::any_length,
                           .foundation_return = true,
                           .draw = 1,
                           .direction = Direction::left,
                           .column_sizes = {1, 2, 3, 4, 5, 6, 7},
                           .hidden = {0, 1, 2, 3, 4, 5, 6}};
  for (std::uint64_t limit = 1000; limit < 8'000'000; limit += limit / 3) {
    measure<search::Solver>(freecell, 11982, limit, search::fixed_bytes);
    measure<search::Solver>(klondike, 143, limit, search::fixed_bytes);
    measure<search::BoardSolver>(freecell, 11982, limit, search::fixed_board_bytes);
  }
}
