// Fits the weights of the greedy search to a game by hill climbing, and prints them.
//
//   kungen_tune all|safe FIRST LAST QUOTA STEPS [plain]  < rules record
//
// A step changes a few weights by chance and keeps the change when a batch of deals then costs
// less: the positions looked at, and a quota more for each deal that is not won. It begins with the
// weights that the game has, or plainly. The same arguments always give the same weights.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "deals.hpp"
#include "search/greedy/greedy.hpp"
#include "search/greedy/scatter.hpp"
#include "search/greedy/weights_for.hpp"

namespace {

using namespace kungen;
using namespace kungen::search;

constexpr int steps_on_batch = 1500;
constexpr std::size_t smallest_batch = 1500;
constexpr std::size_t largest_batch = 6000;
constexpr int largest_change = 60;
// Of weights that are multiplied with a number of cards.
constexpr int change_by_card = 8;
constexpr int largest_weight = 3000;

struct Task {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint32_t quota = 0;
  int steps = 0;
};

// Whole numbers that look random, always the same ones.
class Dice {
 public:
  int below(int end) {
    state_ = scramble(state_);
    return static_cast<int>(state_ % static_cast<std::uint64_t>(end));
  }
  int within(int most) { return below(2 * most + 1) - most; }

 private:
  std::uint64_t state_ = 7;
};

// Room is good, cards that lie over others are not, and the moves that help most come first.
Weights plain_weights() {
  Weights weights;
  auto& values = weights.values;
  const auto set = [&](std::size_t index, int value) {
    values[index] = static_cast<Weight>(value);
  };
  for (std::size_t columns = 0; columns < feature::columns; ++columns) {
    for (std::size_t cells = 0; cells < feature::cells; ++cells) {
      const auto worth = static_cast<int>(40 * cells + 100 * columns);
      set(feature::room + columns * feature::cells + cells, worth);
    }
  }
  set(feature::card_left, -40);
  set(feature::violator, -20);
  set(feature::disorder, -20);
  set(feature::low_card, -8);
  for (std::size_t over = 1; over + 1 < feature::most; ++over) {
    set(feature::over_next + over, -20 * static_cast<int>(over - 1));
    set(feature::over_second + over, -8 * static_cast<int>(over - 1));
  }
  constexpr std::array<int, feature::kinds> kinds{60, -20, -30, -60, -60, 80, -40, 100};
  constexpr std::size_t rooms = feature::columns * feature::cells;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (std::size_t room = 0; room < rooms; ++room) {
      set(feature::kind + kind * rooms + room, kinds[kind]);
    }
  }
  return weights;
}

class Tuner {
 public:
  Tuner(const Rules& rules, const Task& task, const Weights& weights)
      : task_(task), weights_(weights) {
    for (std::uint64_t number = task.first; number <= task.last; ++number) {
      boards_.emplace_back(rules, *deal(rules, number));
    }
    order_.resize(boards_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  const Weights& run() {
    for (int step = 0; step < task_.steps; ++step) {
      if (step % steps_on_batch == 0) begin_batch(step);
      const Weights before = weights_;
      change(step);
      if (!is_better()) weights_ = before;
    }
    return weights_;
  }

 private:
  void begin_batch(int step) {
    for (std::size_t left = order_.size(); left > 1; --left) {
      std::swap(order_[left - 1],
                order_[static_cast<std::size_t>(dice_.below(static_cast<int>(left)))]);
    }
    const auto grown = smallest_batch + (largest_batch - smallest_batch) *
                                            static_cast<std::size_t>(step) /
                                            static_cast<std::size_t>(task_.steps);
    batch_ = std::min(order_.size(), grown);
    first_cost_ = cost(0, batch_ / 6);
    best_ = first_cost_ + cost(batch_ / 6, batch_);
    std::fprintf(stderr, "step %d: %.1f positions a deal\n", step,
                 static_cast<double>(best_) / static_cast<double>(batch_));
  }

  std::uint64_t cost(std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t place = first; place < last; ++place) {
      greedy_.begin(boards_[order_[place]], weights_, task_.quota);
      const bool won = greedy_.run(task_.quota + 1) == Greedy::Outcome::won;
      sum += greedy_.positions() + (won ? 0 : task_.quota);
    }
    return sum;
  }

  // What fails on the first deals of the batch is not tried on the others.
  bool is_better() {
    const std::uint64_t first = cost(0, batch_ / 6);
    if (100 * first > 103 * first_cost_) return false;
    const std::uint64_t all = first + cost(batch_ / 6, batch_);
    if (50 * all + batch_ > 50 * best_) return false;
    first_cost_ = first;
    best_ = all;
    return true;
  }

  // The changes become smaller towards the end.
  void change(int step) {
    const int most = largest_change - largest_change * 7 * step / (10 * task_.steps);
    for (int left = 1 + dice_.below(4); left > 0; --left) {
      const std::size_t index = choose();
      const bool by_card = index >= feature::card_left && index <= feature::low_card;
      const int by = dice_.within(by_card ? change_by_card : most);
      add(index, by);
      if (dice_.below(4) == 0 && index + 1 < feature::count) add(index + 1, by);
    }
  }

  // The few weights that matter in every position are tried more often.
  std::size_t choose() {
    if (dice_.below(3) > 0) return static_cast<std::size_t>(dice_.below(feature::count));
    return static_cast<std::size_t>(dice_.below(feature::low_card + 1));
  }

  void add(std::size_t index, int by) {
    const int sum = weights_.values[index] + by;
    weights_.values[index] = static_cast<Weight>(std::clamp(sum, -largest_weight, largest_weight));
  }

  Task task_;
  Weights weights_;
  std::vector<Board> boards_;
  std::vector<std::size_t> order_;
  std::size_t batch_ = 0;
  std::uint64_t first_cost_ = 0;
  std::uint64_t best_ = 0;
  Dice dice_;
  Greedy greedy_;
};

void print(const Weights& weights) {
  std::puts("    .values = {");
  for (std::size_t index = 0; index < weights.values.size(); ++index) {
    std::printf("%s%d,", index % feature::most == 0 ? "        " : " ", weights.values[index]);
    if (index % feature::most == feature::most - 1) std::puts("");
  }
  std::puts("\n    },");
  std::printf("    .sends_all_up = %s,\n", weights.sends_all_up ? "true" : "false");
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() && number > 0;
}

int tune(std::span<const std::string_view> arguments) {
  Task task;
  const bool are_good = arguments.size() >= 5 && read_number(arguments[1], task.first) &&
                        read_number(arguments[2], task.last) &&
                        read_number(arguments[3], task.quota) &&
                        read_number(arguments[4], task.steps) && task.first <= task.last;
  std::array<Byte, rules_record_size> record{};
  Fault fault;
  if (!are_good || std::fread(record.data(), 1, record.size(), stdin) != record.size()) return 2;
  const auto rules = unpack_rules(record, fault);
  if (!rules) return 2;
  Weights weights = arguments.size() > 5 ? plain_weights() : *stages_for(*rules).front().weights;
  weights.sends_all_up = arguments[0] == "all";
  print(Tuner(*rules, task, weights).run());
  return 0;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  return tune(arguments);
}
