#include "perft.hpp"

#include <utility>

#include "key_set.hpp"
#include "moves.hpp"

namespace kungen {

std::uint64_t perft(const Rules& rules, Layout& layout, int depth) {
  if (depth <= 0) return 1;
  MoveList moves;
  generate_moves(rules, layout, moves);
  // The last move need not be made to be counted.
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const Move& move : moves) {
    const bool turned_up = make_move(layout, move);
    count += perft(rules, layout, depth - 1);
    unmake_move(layout, move, turned_up);
  }
  return count;
}

namespace {

// Adds all layouts that one move reaches from a layout of `level`; false when memory runs out.
bool add_next_level(const Rules& rules, const KeySet& level, KeySet& next) {
  for (std::size_t index = 0; index < level.size(); ++index) {
    Layout layout = layout_of(rules, level[index]);
    MoveList moves;
    generate_moves(rules, layout, moves);
    for (const Move& move : moves) {
      const bool turned_up = make_move(layout, move);
      if (!next.add(key_of(rules, layout))) return false;
      unmake_move(layout, move, turned_up);
    }
  }
  return true;
}

}  // namespace

std::optional<std::uint64_t> distinct(const Rules& rules, const Layout& layout, int depth) {
  KeySet level;
  if (!level.add(key_of(rules, layout))) return std::nullopt;
  for (int done = 0; done < depth; ++done) {
    KeySet next;
    if (!add_next_level(with_base_of(rules, layout), level, next)) return std::nullopt;
    level = std::move(next);
  }
  return level.size();
}

}  // namespace kungen
