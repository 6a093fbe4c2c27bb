#include "search/complete/board_solver.hpp"

#include <algorithm>
#include <bit>

#include "search/complete/play.hpp"
#include "search/greedy/lister.hpp"
#include "search/greedy/weights_for.hpp"

namespace kungen::search {
namespace {

static_assert(sizeof(BoardSolver) + 4096 <= fixed_board_bytes);
static_assert(sizeof(Reached) == 40);

// Most games have no more columns.
constexpr int few_columns = 8;
// What one more card that must go to a cell takes from the worth of a move.
constexpr int cell_cost = 40;

// The deepest of so many cards at the free end of a column.
Card deepest_of(const Position& position, Card free, int count) {
  for (; count > 1; --count) free = position.below[free];
  return free;
}

constexpr Byte no_column = 255;

// The other card of its rank and colour.
constexpr Card twin_of(Card card) {
  return byte_of(card ^ 3U);
}
static_assert(is_red(make_card(5, 1)) == is_red(twin_of(make_card(5, 1))));

Byte first_empty(const Position& position) {
  Byte column = 0;
  while (position.length[column] > 0) ++column;
  return column;
}

}  // namespace

BoardSolver::BoardSolver(const Rules& rules, const Layout& start, std::uint64_t bytes_limit,
                         std::uint64_t nodes_limit)
    : rules_(with_base_of(rules, start)),
      start_(start),
      nodes_limit_(nodes_limit),
      relations_(rules_),
      board_(relations_),
      forcing_(rules_, relations_),
      store_(bytes_limit, fixed_board_bytes) {
  board_.begin(start);
  codec_.begin(board_);
  worths_.begin(board_, order_for(rules_));
  add_start();
}

void BoardSolver::add_start() {
  Play play(board_, forcing_);
  play.follow();
  Child child{.key = codec_.key_of(play.position()), .hash = 0, .value = 0, .card = 0, .onto = 0};
  child.hash = hash_of(child.key);
  keep(no_index, child);
  if (state_ != State::running || play.position().cards_left > 0) return;
  won_ = 0;
  state_ = State::solved;
}

State BoardSolver::step(std::uint64_t nodes) {
  for (; nodes > 0 && state_ == State::running; --nodes) {
    const Index index = queue_.pop(store_);
    if (index == no_index) {
      state_ = State::unsolvable;
    } else if (nodes_limit_ != 0 && nodes_ == nodes_limit_) {
      state_ = State::out_of_nodes;
    } else {
      ++nodes_;
      if (board_.columns() <= few_columns) {
        expand<few_columns>(index);
      } else {
        expand<max_columns>(index);
      }
    }
  }
  return state_;
}

template <int columns>
void BoardSolver::expand(Index index) {
  const CompactKey key = store_[index].key;
  Position position = codec_.position_of(key);
  position.depth = store_[index].depth;
  Outlook outlook;
  outlook.look<columns>(board_, worths_, position);
  if (board_.is_won(position, outlook.violators)) {
    won_ = index;
    state_ = State::solved;
    return;
  }
  Offers offers;
  const std::size_t count = list<columns>(position, outlook, offers);
  std::array<Child, batch> children;
  for (std::size_t first = 0; first < count; first += batch) {
    const std::size_t some = std::min(batch, count - first);
    for (std::size_t number = 0; number < some; ++number) {
      children[number] = child_of(position, key, offers[first + number]);
      store_.prefetch(children[number].hash);
    }
    for (std::size_t number = 0; number < some && state_ == State::running; ++number) {
      keep(index, children[number]);
    }
  }
}

// All moves that matter: the greedy search lists them but for some that it does not need.
template <int columns>
std::size_t BoardSolver::list(const Position& position, const Outlook& outlook,
                              Offers& offers) const {
  std::size_t count = outlook.list<columns>(board_, worths_, position, offers);
  if (forcing_.joins()) count = join(position, outlook, offers, count);
  if (forcing_.uncovers()) count = uncover(position, outlook, offers, count);
  const bool needs_parts = forcing_.joins() || rules_.runs == Runs::any_length;
  if (needs_parts && relations_.takes_any() && position.empty_columns > 0) {
    count = add_parts(position, outlook, offers, count);
  }
  return rules_.foundation_return ? add_returns(position, outlook, offers, count) : count;
}

// Instead of single cards all that are joined go to cells, unless they would go onto a host.
std::size_t BoardSolver::join(const Position& position, const Outlook& outlook, Offers& offers,
                              std::size_t count) const {
  std::size_t kept = 0;
  for (const Offer& offer : std::span(offers).first(count)) {
    const Shift shift = unpacked(offer.shift);
    if (shift.target != in_cell) {
      offers[kept++] = offer;
      continue;
    }
    const int cards = forcing_.joined(shift.card, outlook.run[shift.source]);
    if (cards > position.empty_cells) continue;
    if (forcing_.joins_at_once(position, deepest_of(position, shift.card, cards))) continue;
    offers[kept++] = {offer.value - cell_cost * (cards - 1),
                      packed({shift.card, shift.source, in_cell, byte_of(cards)})};
  }
  return kept;
}

// Moves for which joined cards leave for the cells, so many of them as cover another.
std::size_t BoardSolver::uncover(const Position& position, const Outlook& outlook, Offers& offers,
                                 std::size_t count) const {
  const Columns columns = columns_of_runs(position, outlook);
  for (Byte target = 0; target < board_.columns(); ++target) {
    const int most = std::min<int>(outlook.run[target] - 1, position.empty_cells);
    Card covering = position.free[target];
    for (int covered = 1; covered <= most; ++covered) {
      const Card card = position.below[covering];
      const int value = outlook.value - cell_cost * covered;
      if ((outlook.next & bit_of(card)) != 0) {
        offers[count++] = {
            value, packed({position.free[target], target, on_foundation, byte_of(covered + 1)})};
      }
      const Shift twin = taking(position, columns, twin_of(covering), covered);
      if (twin.card != no_card) {
        offers[count++] = {value, packed({twin.card, twin.source, target, twin.count})};
      }
      covering = card;
    }
  }
  return count;
}

// The columns of those cards that lie in the free runs.
BoardSolver::Columns BoardSolver::columns_of_runs(const Position& position,
                                                  const Outlook& outlook) const {
  Columns columns;
  columns.fill(no_column);
  for (Byte column = 0; column < board_.columns(); ++column) {
    Card card = position.free[column];
    for (int left = outlook.run[column]; left > 0 && card != on_base; --left) {
      columns[card] = column;
      card = position.below[card];
    }
  }
  return columns;
}

// How a card is taken from a slot, or with its run when so many cells are needed for others;
// `no_shift` when it cannot be.
Shift BoardSolver::taking(const Position& position, const Columns& columns, Card card,
                          int cells) const {
  if ((position.slots & bit_of(card)) != 0) return {card, position.below[card], 0, 1};
  const Byte source = columns[card];
  if (source == no_column) return no_shift;
  const int cards = relations_.run(position.free[source], card);
  if (cards > 1 + position.empty_cells - cells) return no_shift;
  return {position.free[source], source, 0, byte_of(cards)};
}

// Parts of runs into an empty column, of each length between one card and the most.
std::size_t BoardSolver::add_parts(const Position& position, const Outlook& outlook, Offers& offers,
                                   std::size_t count) const {
  const int most = relations_.capacity(position).into_empty;
  const Byte target = first_empty(position);
  for (Byte column = 0; column < board_.columns(); ++column) {
    const int parts = std::min<int>(outlook.run[column], most);
    for (int carried = 2; carried < parts; ++carried) {
      offers[count++] = {outlook.value,
                         packed({position.free[column], column, target, byte_of(carried)})};
    }
  }
  return count;
}

std::size_t BoardSolver::add_returns(const Position& position, const Outlook& outlook,
                                     Offers& offers, std::size_t count) const {
  for (int suit = 0; suit < suit_count; ++suit) {
    if (position.height(suit) == 0) continue;
    const Card card = make_card(position.height(suit), suit);
    Cards hosts = relations_.hosts(card) & position.tops;
    if (relations_.takes_any() || place_of(card) == relations_.ranks()) {
      hosts |= position.tops & bit_of(on_base);
    }
    for (; hosts != 0; hosts &= hosts - 1) {
      const Byte target = column_ending_with(position, byte_of(std::countr_zero(hosts)));
      offers[count++] = {outlook.value, packed({card, on_foundation, target, 1})};
    }
  }
  return count;
}

// The key changes as the cards are laid; a position is made only where forced moves may follow.
BoardSolver::Child BoardSolver::child_of(const Position& position, const CompactKey& key,
                                         Offer offer) const {
  Shift shift = unpacked(offer.shift);
  if (shift.source < max_columns) {
    shift.card = deepest_of(position, shift.card, shift.count);
  }
  const int covering = forcing_.covering(position, shift);
  const Byte onto = covering > 0 ? deepest_of(position, position.free[shift.target], covering + 1)
                                 : board_.ground(position, shift.target);
  Child child{key, 0, offer.value, shift.card, onto};
  const bool is_many = (shift.target == in_cell && shift.count > 1) || covering > 0;
  if (!is_many && !forcing_.may_follow(position, shift)) {
    codec_.lay(child.key, shift.card, onto);
  } else {
    Play play(board_, forcing_, position);
    const auto lay = [&](Laid laid) { codec_.lay(child.key, laid.card, laid.onto); };
    play.make(shift, lay);
    play.follow(lay);
  }
  child.hash = hash_of(child.key);
  return child;
}

void BoardSolver::keep(Index parent, const Child& child) {
  const auto [index, is_new] = store_.add(child.key, child.hash);
  if (index == no_index) {
    state_ = State::out_of_memory;
  } else if (is_new) {
    Reached& node = store_[index];
    node.parent = parent;
    node.card = child.card;
    node.onto = child.onto;
    const int depth = parent == no_index ? 0 : store_[parent].depth + 1;
    node.depth = static_cast<std::uint16_t>(std::min(depth, 1000));
    queue_.push(store_, index, child.value);
  }
}

// The search's own columns have no order, so that moves are looked up in those of the start.
std::vector<Move> BoardSolver::line() const {
  if (state_ != State::solved) return {};
  std::vector<Index> path;
  for (Index index = won_; store_[index].parent != no_index; index = store_[index].parent) {
    path.push_back(index);
  }
  std::vector<Laid> laid;
  const auto write = [&laid](Laid one) { laid.push_back(one); };
  Play play(board_, forcing_);
  play.follow(write);
  for (std::size_t left = path.size(); left-- > 0;) {
    const Reached& node = store_[path[left]];
    play.make(play.find(node.card, node.onto), write);
    play.follow(write);
  }
  play.finish(write);
  return moves_of(rules_, start_, laid);
}

}  // namespace kungen::search
