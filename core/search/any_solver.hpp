#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/beam/short_solver.hpp"
#include "search/complete/complete_solver.hpp"
#include "search/greedy/fast_solver.hpp"

namespace kungen::search {

// `complete` looks at everything that matters, `fast` first along what looks best, `shortening`
// for ever shorter lines.
enum class Strategy : Byte { complete, fast, shortening };

inline constexpr int strategies = 3;

// Whether a search of a layout can follow a strategy.
[[nodiscard]] bool can_follow(Strategy strategy, const Rules& rules, const Layout& layout);

// A search in steps by any strategy.
class AnySolver {
 public:
  // The strategy must be one that can be followed; limits are those of `Solver`.
  AnySolver(Strategy strategy, const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
            std::uint64_t nodes_limit);

  State step(std::uint64_t nodes);
  [[nodiscard]] State state() const;
  [[nodiscard]] Progress progress() const;
  // The winning moves, the best so far of a search for short ones; empty while there are none.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  // One of these.
  std::optional<CompleteSolver> complete_;
  std::optional<FastSolver> fast_;
  std::optional<ShortSolver> shortening_;
};

}  // namespace kungen::search
