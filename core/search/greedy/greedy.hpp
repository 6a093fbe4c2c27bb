#pragma once

#include <cstdint>
#include <vector>

#include "search/greedy/board.hpp"
#include "search/greedy/bucket_queue.hpp"
#include "search/greedy/weights.hpp"

namespace kungen::search {

// How a position was reached.
struct Step {
  std::uint32_t parent;
  Move move;
};

// What a greedy search of so many positions may hold at most.
[[nodiscard]] std::uint64_t bytes_for(std::uint32_t quota);

// A search that follows what looks best: a queue of moves, of which one is made only when it is
// taken. It finds most wins after few positions, and proves nothing.
class Greedy {
 public:
  enum class Outcome : Byte { running, won, lost };

  // Begins with a deal, and forgets what was searched before.
  void begin(const Board& board, const Weights& weights, std::uint32_t quota);

  // Looks at so many positions more. Lost means that the quota, or every move, was used up.
  Outcome run(std::uint32_t positions);

  [[nodiscard]] std::uint32_t positions() const { return count_; }
  // The moves to the win, each of them legal, those that go up by themselves among them.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  // Of the position that is looked at.
  struct View {
    Capacity capacity;
    std::size_t room = 0;
    int value = 0;
    // For each column 1 and the cards over one that goes up next, or next but one.
    std::array<Byte, max_columns> over;
    std::array<Byte, max_columns> second;
  };

  void reach(Position& position);
  [[nodiscard]] bool is_new(std::uint64_t hash);
  [[nodiscard]] bool advance();
  void expand(int violators);
  void note_free(const Position& position, bool is_free);
  void note_overs(const Position& position);
  void note_value(const Position& position, int violators);
  [[nodiscard]] int worth_of_taking(const Position& position, int column, int group,
                                    int count) const;
  [[nodiscard]] int worth_of_laying(const Position& position, int column, int group) const;
  void from_column(const Position& position, int column);
  void onto_cards(const Position& position, int column);
  void into_empty(const Position& position, int column);
  void from_slot(const Position& position, int slot);
  void push(int value, Pile source, Pile target, int count);
  [[nodiscard]] int weight(std::size_t feature) const { return weights_->values[feature]; }
  [[nodiscard]] int weight(std::size_t row, int number) const {
    return weights_->values[row + std::min(static_cast<std::size_t>(number), feature::most - 1)];
  }
  [[nodiscard]] int kind(std::size_t which) const {
    return weight(feature::kind + which * feature::columns * feature::cells + view_.room);
  }

  const Board* board_ = nullptr;
  const Weights* weights_ = nullptr;
  std::uint32_t quota_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t current_ = 0;
  View view_{};
  Outcome outcome_ = Outcome::lost;
  std::vector<Position> positions_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t seen_mask_ = 0;
  BucketQueue queue_;
  // Where a card lies free: a column, or `nowhere`; and whether it is free at all.
  std::array<Byte, max_cards> column_of_{};
  std::array<bool, max_cards> is_free_{};
};

}  // namespace kungen::search
