#pragma once

#include <cstdint>
#include <vector>

#include "search/board/board.hpp"
#include "search/greedy/bucket_queue.hpp"
#include "search/greedy/worths.hpp"

namespace kungen::search {

// How a position was reached.
struct Step {
  std::uint32_t parent;
  Shift shift;
};

// What a greedy search of so many positions may hold at most.
[[nodiscard]] std::uint64_t bytes_for(std::uint32_t quota);

// A search that follows what looks best: a queue of moves, of which one is made only when it is
// taken. It finds most wins after few positions, and proves nothing.
class Greedy {
 public:
  enum class Outcome : Byte { running, won, lost };

  // Begins with a board, and forgets what was searched before.
  void begin(const Board& board, const Weights& weights, std::uint32_t quota);

  // Looks at so many positions more. Lost means that the quota, or every move, was used up.
  Outcome run(std::uint32_t positions);

  [[nodiscard]] std::uint32_t positions() const { return count_; }
  // Those whose moves were listed, or that ended the search: the one made last may still wait.
  [[nodiscard]] std::uint32_t looked_at() const {
    return count_ - (outcome_ == Outcome::running ? 1 : 0);
  }
  // The way to the win, with those cards that go up by themselves.
  [[nodiscard]] std::vector<Laid> line() const;

 private:
  template <int columns>
  Outcome run_with(std::uint32_t positions);
  template <int columns>
  void expand(const Position& position);
  [[nodiscard]] bool advance();
  [[nodiscard]] bool reach(const Choice& choice);
  void follow(Position& position) const;
  [[nodiscard]] bool is_new(std::uint64_t hash);

  const Board* board_ = nullptr;
  bool sends_all_up_ = false;
  std::uint32_t quota_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t current_ = 0;
  Outcome outcome_ = Outcome::lost;
  Worths worths_;
  std::vector<Position> positions_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> seen_;
  int seen_shift_ = 0;
  BucketQueue queue_;
};

}  // namespace kungen::search
