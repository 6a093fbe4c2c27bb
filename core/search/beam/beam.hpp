#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/beam/branches.hpp"

namespace kungen::search {

// The width of a beam, and the number of moves that its lines must stay below.
struct BeamSize {
  std::uint32_t width;
  int bound;
};

// What a beam of this size holds.
[[nodiscard]] std::uint64_t bytes_for(BeamSize size);

// A search for short lines, layer by layer: of the positions that so many moves lead to, only those
// are looked at that cost least, as many as the beam is wide. Every card goes up as soon as it can,
// and that is no move. Proves nothing.
class Beam {
 public:
  enum class Outcome : Byte { running, ended };

  // Begins with a board, and forgets what was searched before; false when there is no memory.
  [[nodiscard]] bool begin(const Board& board, const CostWeights& weights, BeamSize size);

  // Tries the moves of so many positions more, of fewer when a shorter line is found: each can be
  // asked for, however the search is cut into steps.
  Outcome run(std::uint64_t positions);

  // Those whose moves were tried.
  [[nodiscard]] std::uint64_t positions() const { return count_; }
  // Whether any position was left out because there are others that cost less.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] bool has_line() const { return has_line_; }
  // Moves of the shortest line found, and the bound until there is one.
  [[nodiscard]] int length() const { return bound_; }
  // It, with the cards that go up by themselves.
  [[nodiscard]] std::vector<Laid> line() const;

 private:
  // How a position was reached.
  struct Step {
    std::uint32_t parent;
    Shift shift;
  };
  // A position that may be made.
  struct Candidate {
    std::uint64_t hash;
    std::uint32_t parent;
    Shift shift;
  };
  friend std::uint64_t bytes_for(BeamSize size);

  [[nodiscard]] bool reserve(BeamSize size);
  [[nodiscard]] bool advance();
  [[nodiscard]] bool begin_layer();
  void prefetch(const Candidate& candidate) const;
  [[nodiscard]] bool reach(const Candidate& candidate);
  [[nodiscard]] bool is_new(std::uint64_t hash);
  void follow(Position& position) const;
  void expand(std::uint32_t index);
  void reach_by_ups(std::uint32_t index, Shift shift);
  void offer(int cost, int certain, const Candidate& candidate);
  void thin_out();
  void note(std::uint32_t index, int length, std::vector<Shift> last);
  [[nodiscard]] int least_length(int certain) const;

  const Board* board_ = nullptr;
  Costs costs_;
  std::uint32_t width_ = 0;
  int bound_ = 0;
  int depth_ = 0;
  std::uint64_t count_ = 0;
  bool is_cut_ = false;
  bool has_line_ = false;
  // The position from which the line found is finished, and by what moves.
  std::uint32_t won_ = 0;
  std::vector<Shift> last_;

  // The steps of all layers; the positions of the layer that is being looked at, and of the one
  // before it, and the numbers of their first steps.
  std::unique_ptr<Step[]> steps_;
  std::unique_ptr<Position[]> positions_;
  std::unique_ptr<Position[]> parents_;
  std::uint32_t made_ = 0;
  std::uint32_t first_ = 0;
  std::uint32_t first_parent_ = 0;

  // What the next layer is made from, as it was found; their costs; how many have each cost.
  std::unique_ptr<Candidate[]> candidates_;
  std::unique_ptr<std::uint16_t[]> costs_of_;
  std::vector<std::uint32_t> with_cost_;
  std::size_t found_ = 0;
  // What costs so much is not wanted any more.
  std::uint32_t cost_limit_ = 0;

  // What this layer is made from, the best first.
  std::unique_ptr<Candidate[]> sorted_;
  std::size_t sorted_count_ = 0;
  std::size_t next_ = 0;

  std::unique_ptr<std::uint32_t[]> seen_;
  std::uint32_t seen_bits_ = 0;
};

}  // namespace kungen::search
