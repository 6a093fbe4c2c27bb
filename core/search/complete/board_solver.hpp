#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/complete/compact_key.hpp"
#include "search/complete/forcing.hpp"
#include "search/complete/node_queue.hpp"
#include "search/greedy/outlook.hpp"
#include "search/solver.hpp"

namespace kungen::search {

// A position that was reached: its key, where it came from and by which move (the deepest card that
// moved and what it went onto), after how many moves, and the next in the same bucket of the queue.
struct Reached {
  CompactKey key;
  Index parent;
  Index next;
  Card card;
  Byte onto;
  std::uint16_t depth;
};

// A search on a board keeps less than this beside its nodes and their table.
inline constexpr std::uint64_t fixed_board_bytes = 40 * 1024;

// What `Solver` does, several times as fast, for layouts that fit a board. Positions are made of
// their keys when they are expanded; those that come after them are looked up by their keys alone.
class BoardSolver {
 public:
  BoardSolver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
              std::uint64_t nodes_limit);

  // The board and what is made of it know each other by their places.
  BoardSolver(const BoardSolver&) = delete;
  BoardSolver& operator=(const BoardSolver&) = delete;

  // Expands up to `nodes` positions. A search that has ended stays as it is.
  State step(std::uint64_t nodes);

  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] Progress progress() const { return {nodes_, store_.size(), store_.bytes()}; }

  // The winning moves from the start, each of them legal; empty unless solved.
  [[nodiscard]] std::vector<Move> line() const;

 private:
  struct Child {
    CompactKey key;
    std::uint64_t hash;
    int value;
    Card card;
    Byte onto;
  };
  // Looked up together, so that memory is asked for all of them at once.
  static constexpr std::size_t batch = 32;
  using Offers = std::array<Offer, most_offers>;
  // Of each card.
  using Columns = std::array<Byte, 64>;

  void add_start();
  template <int columns>
  void expand(Index index);
  template <int columns>
  std::size_t list(const Position& position, const Outlook& outlook, Offers& offers) const;
  [[nodiscard]] std::size_t join(const Position& position, const Outlook& outlook, Offers& offers,
                                 std::size_t count) const;
  [[nodiscard]] std::size_t uncover(const Position& position, const Outlook& outlook,
                                    Offers& offers, std::size_t count) const;
  [[nodiscard]] Columns columns_of_runs(const Position& position, const Outlook& outlook) const;
  [[nodiscard]] Shift taking(const Position& position, const Columns& columns, Card card,
                             int cells) const;
  [[nodiscard]] std::size_t add_parts(const Position& position, const Outlook& outlook,
                                      Offers& offers, std::size_t count) const;
  [[nodiscard]] std::size_t add_returns(const Position& position, const Outlook& outlook,
                                        Offers& offers, std::size_t count) const;
  [[nodiscard]] Child child_of(const Position& position, const CompactKey& key, Offer offer) const;
  void keep(Index parent, const Child& child);

  Rules rules_;
  Layout start_;
  std::uint64_t nodes_limit_;
  std::uint64_t nodes_ = 0;
  State state_ = State::running;
  Index won_ = no_index;
  Relations relations_;
  Board board_;
  Forcing forcing_;
  Codec codec_;
  Worths worths_;
  KeyedStore<Reached> store_;
  NodeQueue queue_;
};

}  // namespace kungen::search
