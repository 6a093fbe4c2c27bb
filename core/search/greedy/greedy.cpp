#include "search/greedy/greedy.hpp"

#include <algorithm>
#include <utility>

namespace kungen::search {
namespace {

constexpr Byte nowhere = 255;
constexpr std::uint32_t fewest_seen = 4096;
// Choices for each position, on average.
constexpr std::uint32_t choices = 24;
constexpr int none = feature::most - 1;

// The kinds of moves.
constexpr std::size_t run_onto_card = 0;
constexpr std::size_t part_onto_card = 1;
constexpr std::size_t run_into_empty = 2;
constexpr std::size_t part_into_empty = 3;
constexpr std::size_t into_cell = 4;
constexpr std::size_t slot_onto_card = 5;
constexpr std::size_t slot_into_empty = 6;
constexpr std::size_t up = 7;

// The groups of weights that differ between a whole run and a single card, and between places.
constexpr int whole_run = 0;
constexpr int one_card = 1;
constexpr std::size_t place_onto_card = 0;
constexpr std::size_t place_in_cell = 1;
constexpr std::size_t place_in_empty = 2;
constexpr std::size_t place_from_slot = 3;

constexpr std::size_t row(std::size_t first, std::size_t group) {
  return first + group * feature::most;
}

constexpr std::size_t index_of(int number) {
  return static_cast<std::size_t>(number);
}

// A weight for low cards is for eight of them.
constexpr int shared(int weight, int number) {
  return weight * number / 8;
}

std::uint32_t table_size(std::uint32_t quota) {
  std::uint32_t size = fewest_seen;
  while (size < 4 * quota) size *= 2;
  return size;
}

int lowest_in(const Board& board, const Position& position, int column) {
  int lowest = max_ranks + 1;
  Card card = position.free_of(column);
  for (int left = position.length[index_of(column)]; left > 0; --left) {
    lowest = std::min(lowest, board.place(card));
    card = position.below[card];
  }
  return lowest;
}

// Where a card goes aside: to the first empty cell or into the first empty column.
Pile first_room(const Board& board, const Position& position) {
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (position.slots[index_of(cell)] == no_card) return cell_pile(cell);
  }
  int column = 0;
  while (position.length[index_of(column)] > 0) ++column;
  return column_pile(column);
}

// The move that digs for the lowest card in the columns.
Move dig(const Board& board, const Position& position) {
  int source = 0;
  int lowest = max_ranks + 1;
  for (int column = 0; column < board.columns(); ++column) {
    const int found = lowest_in(board, position, column);
    if (found >= lowest) continue;
    source = column;
    lowest = found;
  }
  return {column_pile(source), first_room(board, position), 1};
}

// Plays moves and those that follow by themselves, and writes all down.
class Writer {
 public:
  Writer(const Board& board, bool sends_all_up)
      : board_(board), sends_all_up_(sends_all_up), position_(board.start()) {
    follow();
  }

  void play(Move move) {
    make(move);
    follow();
  }

  void finish() {
    sends_all_up_ = true;
    follow();
    while (position_.cards_left > 0) play(dig(board_, position_));
  }

  [[nodiscard]] std::vector<Move> take() { return std::move(moves_); }

 private:
  void make(Move move) {
    moves_.push_back(move);
    board_.make(position_, move);
  }

  void follow() {
    while (const auto move = board_.forced(position_, sends_all_up_)) make(*move);
  }

  const Board& board_;
  bool sends_all_up_;
  Position position_;
  std::vector<Move> moves_;
};

}  // namespace

std::uint64_t bytes_for(std::uint32_t quota) {
  const std::uint64_t positions = std::uint64_t{quota} + 1;
  return sizeof(Greedy) + positions * (sizeof(Position) + sizeof(Step)) +
         std::uint64_t{quota} * choices * sizeof(Choice) +
         table_size(quota) * sizeof(std::uint32_t);
}

void Greedy::begin(const Board& board, const Weights& weights, std::uint32_t quota) {
  board_ = &board;
  weights_ = &weights;
  quota_ = quota;
  count_ = current_ = 0;
  queue_.clear(std::size_t{quota} * choices);
  column_of_.fill(nowhere);
  is_free_.fill(false);
  seen_.assign(table_size(quota), 0);
  seen_mask_ = table_size(quota) - 1;
  if (positions_.size() < quota + 1) {
    positions_.resize(quota + 1);
    steps_.resize(quota + 1);
  }
  positions_[0] = board.start();
  reach(positions_[0]);
  count_ = 1;
  outcome_ = Outcome::running;
}

// What follows by itself happens before a position is looked at.
void Greedy::reach(Position& position) {
  while (const auto move = board_->forced(position, weights_->sends_all_up)) {
    board_->make(position, *move);
  }
}

// A table that forgets: a position may be looked at twice, and hardly ever is another missed.
bool Greedy::is_new(std::uint64_t hash) {
  std::uint32_t& tag = seen_[static_cast<std::uint32_t>(hash) & seen_mask_];
  const auto wanted = static_cast<std::uint32_t>(hash >> 32U);
  return std::exchange(tag, wanted) != wanted;
}

Greedy::Outcome Greedy::run(std::uint32_t positions) {
  for (; positions > 0 && outcome_ == Outcome::running; --positions) {
    const Position& position = positions_[current_];
    const int violators = board_->violators(position);
    if (board_->is_won(position, violators)) {
      outcome_ = Outcome::won;
    } else if (count_ >= quota_) {
      outcome_ = Outcome::lost;
    } else {
      expand(violators);
      if (!advance()) outcome_ = Outcome::lost;
    }
  }
  return outcome_;
}

// Makes the best move that leads to a position not seen before; false when there is none.
bool Greedy::advance() {
  while (!queue_.empty()) {
    const Choice choice = queue_.pop();
    Position& position = positions_[count_];
    position = positions_[choice.position];
    board_->make(position, choice.move);
    reach(position);
    if (!is_new(position.hash)) continue;
    ++position.depth;
    steps_[count_] = {choice.position, choice.move};
    current_ = count_++;
    return true;
  }
  return false;
}

void Greedy::expand(int violators) {
  const Position& position = positions_[current_];
  view_.capacity = board_->capacity(position);
  view_.room =
      std::min<std::size_t>(position.empty_columns, feature::columns - 1) * feature::cells +
      std::min<std::size_t>(position.empty_cells, feature::cells - 1);
  note_free(position, true);
  note_overs(position);
  note_value(position, violators);
  for (int column = 0; column < board_->columns(); ++column) {
    if (position.free_of(column) != no_card) from_column(position, column);
  }
  for (int slot = 0; slot < board_->slots(); ++slot) {
    if (position.slots[index_of(slot)] != no_card) from_slot(position, slot);
  }
  note_free(position, false);
}

void Greedy::note_free(const Position& position, bool is_free) {
  for (int column = 0; column < board_->columns(); ++column) {
    const Card card = position.free_of(column);
    if (card == no_card) continue;
    column_of_[card] = is_free ? byte_of(column) : nowhere;
    is_free_[card] = is_free;
  }
  for (int slot = 0; slot < board_->slots(); ++slot) {
    const Card card = position.slots[index_of(slot)];
    if (card != no_card) is_free_[card] = is_free;
  }
}

void Greedy::note_overs(const Position& position) {
  view_.over.fill(byte_of(none));
  view_.second.fill(byte_of(none));
  const auto note = [&](std::array<Byte, max_columns>& overs, Card card) {
    if (card == no_card) return;
    const auto column = index_of(board_->column(card));
    if (board_->row(card) >= position.untouched[column]) return;
    const int over = position.length[column] - board_->row(card);
    overs[column] = std::min({overs[column], byte_of(over), byte_of(none - 1)});
  };
  for (int suit = 0; suit < suit_count; ++suit) {
    const int height = position.foundations[index_of(suit)];
    note(view_.over, board_->next(suit, height));
    if (height < board_->rules().ranks) note(view_.second, board_->next(suit, height + 1));
  }
}

void Greedy::note_value(const Position& position, int violators) {
  int disorder = 0;
  int low_cards = 0;
  int value = weight(feature::room + view_.room) +
              weight(feature::card_left) * position.cards_left +
              weight(feature::depth) * position.depth + weight(feature::violator) * violators;
  for (int column = 0; column < board_->columns(); ++column) {
    const auto index = index_of(column);
    const int untouched = position.untouched[index];
    disorder += board_->disorder(column, untouched);
    low_cards += board_->low_cards(column, untouched);
    value += weight(feature::over_next, view_.over[index]) +
             weight(feature::over_second, view_.second[index]) +
             weight(feature::untouched, untouched);
  }
  view_.value =
      value + weight(feature::disorder) * disorder + shared(weight(feature::low_card), low_cards);
}

// What it is worth to take cards away from a column.
int Greedy::worth_of_taking(const Position& position, int column, int group, int count) const {
  const auto index = index_of(column);
  const auto rows = index_of(group);
  const auto after = [count](int over) { return over == none ? none : std::max(0, over - count); };
  const int run = position.run[index];
  int value = weight(row(feature::left_over_next, rows), after(view_.over[index])) +
              weight(row(feature::left_over_second, rows), after(view_.second[index])) +
              weight(row(feature::left_cards, rows), position.length[index] - count) +
              shared(weight(feature::left_low_card + rows),
                     board_->low_cards(column, position.untouched[index]));
  value += group == whole_run ? weight(feature::run, run) : weight(feature::broken_run, run);
  if (count < run) return value;
  const Byte freed = position.below[base_of(position, column, run)];
  if (freed == on_floor) return value;
  const std::size_t first = feature::freed + rows * 3;
  const auto is_any = [](const Pair& pair, const auto& has) {
    return (pair[0] != no_card && has(pair[0])) || (pair[1] != no_card && has(pair[1]));
  };
  if (is_any(board_->hosts(freed), [&](Card card) { return column_of_[card] != nowhere; })) {
    value += weight(first);
  }
  if (is_any(board_->guests(freed), [&](Card card) { return is_free_[card]; })) {
    value += weight(first + 1);
  }
  const int suit = suit_of(freed);
  if (board_->next(suit, position.foundations[index_of(suit)]) == freed) {
    value += weight(first + 2);
  }
  return value;
}

// What it is worth to lay cards on a column.
int Greedy::worth_of_laying(const Position& position, int column, int group) const {
  const auto index = index_of(column);
  const int untouched = position.untouched[index];
  return weight(feature::onto_untouched, untouched) +
         shared(weight(feature::onto_low_card), board_->low_cards(column, untouched)) +
         weight(row(feature::onto_over_next, index_of(group)), view_.over[index]);
}

void Greedy::push(int value, Pile source, Pile target, int count) {
  queue_.push(current_, {source, target, byte_of(count)}, view_.value + value);
}

void Greedy::from_column(const Position& position, int column) {
  const auto index = index_of(column);
  const Card card = position.free_of(column);
  onto_cards(position, column);
  if (position.empty_columns > 0) into_empty(position, column);
  if (position.empty_cells > 0) {
    const auto* const found = std::ranges::find(position.slots, no_card);
    const Pile cell = cell_pile(static_cast<int>(found - position.slots.begin()));
    push(kind(into_cell) + worth_of_taking(position, column, one_card, 1) +
             weight(row(feature::place, place_in_cell), board_->place(card)),
         column_pile(column), cell, 1);
  }
  const int suit = suit_of(card);
  if (board_->next(suit, position.foundations[index_of(suit)]) == card) {
    const int value =
        position.run[index] == 1 ? worth_of_taking(position, column, whole_run, 1) : 0;
    push(kind(up) + value, column_pile(column), foundation_pile(suit), 1);
  }
}

void Greedy::onto_cards(const Position& position, int column) {
  const auto index = index_of(column);
  const int run = position.run[index];
  const int most = std::min(run, view_.capacity.onto_card);
  Card card = position.free_of(column);
  for (int count = 1; count <= most; ++count) {
    for (const Card host : board_->hosts(card)) {
      if (host == no_card) break;
      const Byte target = column_of_[host];
      if (target == nowhere || target == column) continue;
      if (count == run) {
        push(kind(run_onto_card) + worth_of_taking(position, column, whole_run, run) +
                 worth_of_laying(position, target, whole_run) +
                 weight(row(feature::place, place_onto_card), board_->place(card)),
             column_pile(column), target, count);
      } else {
        push(kind(part_onto_card) + worth_of_laying(position, target, whole_run) +
                 weight(feature::part, count),
             column_pile(column), target, count);
      }
    }
    if (count < most) card = position.below[card];
  }
}

void Greedy::into_empty(const Position& position, int column) {
  const Rules& rules = board_->rules();
  const auto index = index_of(column);
  const int run = position.run[index];
  const int most = std::min(run, view_.capacity.into_empty);
  int empty = 0;
  while (position.free_of(empty) != no_card) ++empty;
  const bool takes_any = rules.empty_column == EmptyColumn::any;
  Card card = position.free_of(column);
  for (int count = 1; count <= most; ++count) {
    const bool is_whole = count == run;
    // Of a run that may lie anywhere, all that can go, or one card.
    const bool is_meant =
        takes_any ? count == most || count == 1 : board_->place(card) == rules.ranks;
    if (is_meant && is_whole && run < position.length[index]) {
      push(kind(run_into_empty) + worth_of_taking(position, column, whole_run, run) +
               weight(row(feature::place, place_in_empty), board_->place(card)),
           column_pile(column), column_pile(empty), count);
    } else if (is_meant && !is_whole) {
      push(kind(part_into_empty) + weight(feature::part, count), column_pile(column),
           column_pile(empty), count);
    }
    if (count < most) card = position.below[card];
  }
}

void Greedy::from_slot(const Position& position, int slot) {
  const Rules& rules = board_->rules();
  const Card card = position.slots[index_of(slot)];
  const Pile source = slot < rules.cells ? cell_pile(slot) : reserve_pile(slot - rules.cells);
  const int place = board_->place(card);
  const int value = weight(row(feature::place, place_from_slot), place);
  for (const Card host : board_->hosts(card)) {
    if (host == no_card) break;
    const Byte target = column_of_[host];
    if (target == nowhere) continue;
    push(kind(slot_onto_card) + value + worth_of_laying(position, target, one_card), source, target,
         1);
  }
  if (position.empty_columns > 0 &&
      (rules.empty_column == EmptyColumn::any || place == rules.ranks)) {
    int empty = 0;
    while (position.free_of(empty) != no_card) ++empty;
    push(kind(slot_into_empty) + value, source, column_pile(empty), 1);
  }
  const int suit = suit_of(card);
  if (board_->next(suit, position.foundations[index_of(suit)]) == card) {
    push(kind(up), source, foundation_pile(suit), 1);
  }
}

std::vector<Move> Greedy::line() const {
  if (outcome_ != Outcome::won) return {};
  std::vector<Move> path;
  for (std::uint32_t index = current_; index != 0; index = steps_[index].parent) {
    path.push_back(steps_[index].move);
  }
  Writer writer(*board_, weights_->sends_all_up);
  for (std::size_t left = path.size(); left-- > 0;) writer.play(path[left]);
  writer.finish();
  return writer.take();
}

}  // namespace kungen::search
