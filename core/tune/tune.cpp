// Fits the weights of the greedy search to a game, and puts them in stages. Reads a rules record,
// then sets of weights; writes sets. All numbers are little-endian; a set is its weights, 16 bits
// each, and a byte that says whether all cards go up.
//
//   kungen_tune fit FIRST LAST QUOTA STEPS SEED all|safe STAGES [winnable]
//       < rules, stages, a set or nothing
//   kungen_tune pick FIRST LAST MORE TRIES SEED STAGES [winnable] < rules, stages, sets
//
// `fit` lowers what a deal costs: the positions looked at, and a quota more when it is not won. It
// begins with the set that is given, or plainly.
//
// `pick` chooses so many stages more: again and again the set and the quota that win most of the
// deals still open for each position looked at. It may also take sets that differ from the given
// ones by chance, as many as it is told to try.
//
// For both only those deals count that the stages before leave open and, with `winnable`, that are
// not soon proven lost. A stage is a quota of 32 bits and a set.
//
// The same arguments always give the same result.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "deals.hpp"
#include "search/complete/complete_solver.hpp"
#include "search/greedy/greedy.hpp"

namespace {

using namespace kungen;
using namespace kungen::search;

// Of weights that are multiplied with a number.
constexpr int change_by_number = 8;
constexpr int largest_weight = 3000;

struct Stage {
  std::uint32_t quota;
  Weights weights;
};

// Whole numbers that look random, always the same ones for a seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  int below(int end) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state_ >> 33U) % static_cast<std::uint64_t>(end));
  }
  int within(int most) { return below(2 * most + 1) - most; }
  // About as often near 0 as in a normal distribution of deviation 1.
  double bell() { return (within(1000) + within(1000) + within(1000)) / 1000.0; }

 private:
  std::uint64_t state_;
};

constexpr bool counts_a_number(std::size_t index) {
  return index >= feature::card_left && index <= feature::low_card;
}

Weight limited(int value) {
  return static_cast<Weight>(std::clamp(value, -largest_weight, largest_weight));
}

// Room is good, cards that lie over others are not, and the moves that help most come first.
Weights plain_weights() {
  Weights weights;
  auto& values = weights.values;
  const auto set = [&](std::size_t index, int value) { values[index] = limited(value); };
  for (std::size_t columns = 0; columns < feature::columns; ++columns) {
    for (std::size_t cells = 0; cells < feature::cells; ++cells) {
      set(feature::room + columns * feature::cells + cells,
          static_cast<int>(40 * cells + 100 * columns));
    }
  }
  set(feature::card_left, -40);
  set(feature::group, -20);
  set(feature::low_card, -8);
  for (std::size_t number = 0; number < feature::most; ++number) {
    const auto times = static_cast<int>(number);
    set(feature::violators + number, -20 * times);
    set(feature::slot + number, -2 * times);
    if (number == 0 || number + 1 == feature::most) continue;
    set(feature::over_next + number, -20 * (times - 1));
    set(feature::over_second + number, -8 * (times - 1));
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

// Searches deals by their numbers.
class Searcher {
 public:
  explicit Searcher(const Rules& rules) : rules_(rules), relations_(rules), board_(relations_) {}

  // The positions looked at; nothing when the deal is not won.
  std::optional<std::uint32_t> search(std::uint64_t number, const Weights& weights,
                                      std::uint32_t quota) {
    board_.begin(*deal(rules_, number));
    greedy_.begin(board_, weights, quota);
    if (greedy_.run(quota + 1) != Greedy::Outcome::won) return std::nullopt;
    return greedy_.positions();
  }

  [[nodiscard]] bool is_soon_lost(std::uint64_t number) const {
    constexpr std::uint64_t bytes = 64 << 20;
    constexpr std::uint64_t nodes = 20'000;
    CompleteSolver solver(rules_, *deal(rules_, number), bytes, nodes);
    return solver.step(nodes + 1) == State::unsolvable;
  }

 private:
  Rules rules_;
  Relations relations_;
  Board board_;
  Greedy greedy_;
};

struct Task {
  std::uint32_t quota = 0;
  int steps = 0;
  std::uint64_t seed = 0;
};

// Follows the slope of the cost downwards. The slope is felt by trying pairs of opposite changes of
// all weights at once on the same deals (Salimans and others, "Evolution strategies as a scalable
// alternative to reinforcement learning", 2017); steps are as long as the slope is steady (Kingma
// and Ba, "Adam", 2015).
class Descent {
 public:
  Descent(Searcher& searcher, std::vector<std::uint64_t> numbers, const Task& task,
          const Weights& start)
      : searcher_(searcher),
        numbers_(std::move(numbers)),
        task_(task),
        weights_(start),
        dice_(task.seed) {
    for (std::size_t index = 0; index < feature::count; ++index) {
      place_[index] = start.values[index] / unit(index);
    }
  }

  const Weights& run() {
    for (int step = 0; step < task_.steps; ++step) {
      if (step % steps_between_reports == 0) report(step);
      feel();
      move(step);
    }
    report(task_.steps);
    return weights_;
  }

 private:
  using Vector = std::array<double, feature::count>;

  static constexpr int steps_between_reports = 50;
  static constexpr std::size_t reported_deals = 3000;
  static constexpr std::size_t deals = 300;
  static constexpr int pairs = 24;
  static constexpr double first_step = 0.2;
  static constexpr double last_step = 0.02;
  static constexpr double memory_of_slope = 0.9;
  static constexpr double memory_of_size = 0.99;
  static constexpr double tiny = 1e-6;

  // What a change of one means for a weight.
  static double unit(std::size_t index) { return counts_a_number(index) ? 2.0 : 10.0; }

  void report(int step) {
    set(Vector{}, 0);
    const std::size_t count = std::min(reported_deals, numbers_.size());
    const std::vector<std::uint64_t> first(numbers_.begin(),
                                           numbers_.begin() + static_cast<std::ptrdiff_t>(count));
    std::fprintf(stderr, "step %d: %.1f positions a deal\n", step, cost(first));
  }

  void set(const Vector& change, double times) {
    for (std::size_t index = 0; index < feature::count; ++index) {
      const double value = (place_[index] + times * change[index]) * unit(index);
      weights_.values[index] = limited(static_cast<int>(std::lround(value)));
    }
  }

  double cost(const std::vector<std::uint64_t>& numbers) {
    std::uint64_t sum = 0;
    for (const std::uint64_t number : numbers) {
      sum += searcher_.search(number, weights_, task_.quota).value_or(2 * task_.quota);
    }
    return static_cast<double>(sum) / static_cast<double>(numbers.size());
  }

  void feel() {
    std::vector<std::uint64_t> numbers(deals);
    for (std::uint64_t& number : numbers) {
      number = numbers_[static_cast<std::size_t>(dice_.below(static_cast<int>(numbers_.size())))];
    }
    slope_ = Vector{};
    double squares = tiny;
    Vector change{};
    for (int pair = 0; pair < pairs; ++pair) {
      for (double& one : change) one = dice_.bell();
      set(change, 1);
      const double there = cost(numbers);
      set(change, -1);
      const double difference = there - cost(numbers);
      squares += difference * difference;
      for (std::size_t index = 0; index < feature::count; ++index) {
        slope_[index] += difference * change[index];
      }
    }
    for (double& one : slope_) one /= std::sqrt(squares);
  }

  void move(int step) {
    const double done = static_cast<double>(step) / task_.steps;
    const double length = first_step + (last_step - first_step) * done;
    const double slope_share = 1 - std::pow(memory_of_slope, step + 1);
    const double size_share = 1 - std::pow(memory_of_size, step + 1);
    for (std::size_t index = 0; index < feature::count; ++index) {
      const double slope = slope_[index];
      steady_[index] += (1 - memory_of_slope) * (slope - steady_[index]);
      size_[index] += (1 - memory_of_size) * (slope * slope - size_[index]);
      place_[index] -=
          length * (steady_[index] / slope_share) / (std::sqrt(size_[index] / size_share) + tiny);
    }
  }

  Searcher& searcher_;
  std::vector<std::uint64_t> numbers_;
  Task task_;
  Weights weights_;
  Dice dice_;
  Vector place_{};
  Vector slope_{};
  Vector steady_{};
  Vector size_{};
};

// Puts sets in stages.
class Picker {
 public:
  Picker(Searcher& searcher, std::vector<std::uint64_t> numbers, std::vector<Weights> sets,
         std::uint64_t seed)
      : searcher_(searcher), open_(std::move(numbers)), sets_(std::move(sets)), dice_(seed) {}

  // The first set is the first stage when there was none, for it was fitted to all deals.
  std::vector<Stage> pick(std::size_t stages, std::size_t tries, bool is_beginning) {
    std::vector<Stage> picked;
    if (is_beginning) {
      note(1);
      take(best_of(1, quotas.front()), picked);
    }
    const std::uint32_t least = is_beginning ? quotas.front() : least_late_quota;
    const std::size_t given = sets_.size();
    for (std::size_t left = tries; left > 0; --left) {
      sets_.push_back(
          varied(sets_[static_cast<std::size_t>(dice_.below(static_cast<int>(given)))]));
    }
    note(sets_.size());
    while (picked.size() < stages && !open_.empty()) take(best_of(sets_.size(), least), picked);
    return picked;
  }

 private:
  static constexpr auto quotas =
      std::to_array<std::uint32_t>({50, 65, 80, 100, 125, 150, 200, 250, 320, 400, 520, 700, 1000,
                                    1500, 2200, 3500, 6000, 10000});
  // Short tries of what others have left open win a little at a time, and each takes a set.
  static constexpr std::uint32_t least_late_quota = 1000;
  static constexpr std::uint32_t never = 1'000'000;

  struct Best {
    std::size_t set = 0;
    std::uint32_t quota = quotas.back();
    std::uint64_t won = 0;
    std::uint64_t positions = 1;
  };

  Weights varied(Weights weights) {
    const int most = 10 + dice_.below(40);
    for (Weight& value : weights.values) {
      if (value == 0) continue;
      const auto index = static_cast<std::size_t>(&value - weights.values.data());
      const int size = counts_a_number(index) ? change_by_number : most;
      value = limited(value + dice_.within(size));
    }
    if (dice_.below(3) == 0) weights.sends_all_up = !weights.sends_all_up;
    return weights;
  }

  void note(std::size_t sets) {
    needed_.resize(sets);
    for (std::size_t set = 0; set < sets; ++set) {
      needed_[set].clear();
      for (const std::uint64_t number : open_) {
        needed_[set].push_back(searcher_.search(number, sets_[set], quotas.back()).value_or(never));
      }
    }
  }

  Best best_of(std::size_t sets, std::uint32_t least_quota) const {
    Best best;
    for (std::size_t set = 0; set < sets; ++set) {
      for (const std::uint32_t quota : quotas) {
        if (quota < least_quota) continue;
        Best tried{set, quota, 0, 0};
        for (const std::uint32_t needed : needed_[set]) {
          tried.won += needed <= quota ? 1 : 0;
          tried.positions += std::min(needed, quota);
        }
        if (tried.won * best.positions > best.won * tried.positions) best = tried;
      }
    }
    return best;
  }

  void take(const Best& best, std::vector<Stage>& picked) {
    picked.push_back({best.quota, sets_[best.set]});
    const std::vector<std::uint32_t> won_with = needed_[best.set];
    const auto keep = [&](auto& values) {
      std::size_t kept = 0;
      for (std::size_t place = 0; place < won_with.size(); ++place) {
        if (won_with[place] > best.quota) values[kept++] = values[place];
      }
      values.resize(kept);
    };
    keep(open_);
    for (auto& needed : needed_) keep(needed);
    std::fprintf(stderr, "stage %zu: set %zu, quota %u: %llu won for %llu positions, %zu open\n",
                 picked.size(), best.set, best.quota, static_cast<unsigned long long>(best.won),
                 static_cast<unsigned long long>(best.positions), open_.size());
  }

  Searcher& searcher_;
  std::vector<std::uint64_t> open_;
  std::vector<Weights> sets_;
  // The positions that each set needs for each open deal.
  std::vector<std::vector<std::uint32_t>> needed_;
  Dice dice_;
};

template <typename Number>
bool read(Number& number) {
  return std::fread(&number, sizeof number, 1, stdin) == 1;
}

bool read(Weights& weights) {
  std::uint8_t all = 0;
  const bool is_read = read(weights.values) && read(all);
  weights.sends_all_up = all != 0;
  return is_read;
}

void write(const Weights& weights) {
  const auto all = static_cast<std::uint8_t>(weights.sends_all_up ? 1 : 0);
  std::fwrite(weights.values.data(), sizeof weights.values, 1, stdout);
  std::fwrite(&all, sizeof all, 1, stdout);
}

// The numbers of an argument list.
class Arguments {
 public:
  explicit Arguments(std::span<const std::string_view> texts) : texts_(texts) {}

  [[nodiscard]] std::uint64_t number(std::size_t place) {
    std::uint64_t number = 0;
    const std::string_view text = word(place);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) are_good_ = false;
    return number;
  }
  [[nodiscard]] std::string_view word(std::size_t place) {
    if (place < texts_.size()) return texts_[place];
    are_good_ = false;
    return {};
  }
  [[nodiscard]] bool ends_with(std::string_view word) const { return texts_.back() == word; }
  [[nodiscard]] bool are_good() const { return are_good_; }

 private:
  std::span<const std::string_view> texts_;
  bool are_good_ = true;
};

std::vector<std::uint64_t> range(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(last + 1 - first));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// Those of the deals that the stages read next leave open; nothing when they cannot be read.
std::optional<std::vector<std::uint64_t>> open_after(std::uint64_t stages, bool winnable,
                                                     Searcher& searcher,
                                                     std::vector<std::uint64_t> numbers) {
  for (; stages > 0; --stages) {
    Stage stage{};
    if (!read(stage.quota) || !read(stage.weights)) return std::nullopt;
    std::erase_if(numbers, [&](std::uint64_t number) {
      return searcher.search(number, stage.weights, stage.quota).has_value();
    });
  }
  if (winnable) {
    std::erase_if(numbers, [&](std::uint64_t number) { return searcher.is_soon_lost(number); });
  }
  if (numbers.empty()) return std::nullopt;
  std::fprintf(stderr, "%zu deals open\n", numbers.size());
  return numbers;
}

int fit(Arguments arguments, Searcher& searcher) {
  const std::uint64_t first = arguments.number(1);
  const std::uint64_t last = arguments.number(2);
  const Task task{static_cast<std::uint32_t>(arguments.number(3)),
                  static_cast<int>(arguments.number(4)), arguments.number(5)};
  const bool all = arguments.word(6) == "all";
  const std::uint64_t stages = arguments.number(7);
  if (!arguments.are_good() || last < first || task.quota == 0) return 2;
  auto numbers = open_after(stages, arguments.ends_with("winnable"), searcher, range(first, last));
  if (!numbers) return 2;
  Weights weights;
  if (!read(weights)) weights = plain_weights();
  weights.sends_all_up = all;
  write(Descent(searcher, std::move(*numbers), task, weights).run());
  return 0;
}

int pick(Arguments arguments, Searcher& searcher) {
  const std::uint64_t first = arguments.number(1);
  const std::uint64_t last = arguments.number(2);
  const std::uint64_t more = arguments.number(3);
  const std::uint64_t tries = arguments.number(4);
  const std::uint64_t seed = arguments.number(5);
  const std::uint64_t stages = arguments.number(6);
  if (!arguments.are_good() || last < first) return 2;
  auto numbers = open_after(stages, arguments.ends_with("winnable"), searcher, range(first, last));
  if (!numbers) return 2;
  std::vector<Weights> sets;
  for (Weights weights; read(weights);) sets.push_back(weights);
  if (sets.empty()) return 2;
  Picker picker(searcher, std::move(*numbers), std::move(sets), seed);
  for (const Stage& stage : picker.pick(more, tries, stages == 0)) {
    std::fwrite(&stage.quota, sizeof stage.quota, 1, stdout);
    write(stage.weights);
  }
  return 0;
}

int tune(std::span<const std::string_view> texts) {
  std::array<Byte, rules_record_size> record{};
  if (texts.empty() || !read(record)) return 2;
  Fault fault;
  const auto rules = unpack_rules(record, fault);
  if (!rules || !have_board(*rules)) return 2;
  Searcher searcher(*rules);
  if (texts[0] == "fit") return fit(Arguments(texts), searcher);
  if (texts[0] == "pick") return pick(Arguments(texts), searcher);
  return 2;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> texts(values + 1, values + count);
  return tune(texts);
}
