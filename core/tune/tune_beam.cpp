// Fits the weights of the beam search to a game. Reads a rules record and, when one follows, a set
// of weights to begin with, 16 bits each, little-endian; writes a set as lines of a C++
// initialiser.
//
//   kungen_tune_beam FIRST LAST WIDTH STEPS SEED < rules, a set or nothing
//
// It climbs: a step changes some weights by chance and keeps the change when the lines of a batch
// of deals then have fewer moves in all. A deal without a line counts as 40.
//
// The same arguments always give the same result.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "deals.hpp"
#include "search/beam/beam.hpp"

namespace {

using namespace kungen;
using namespace kungen::search;

using Weight = CostWeights::Weight;
using Values = std::array<Weight, sizeof(CostWeights) / sizeof(Weight)>;

constexpr int longest_line = 80;
// What a deal without a line counts: a wider beam will find one.
constexpr int no_line = 40;
constexpr int steps_on_batch = 100;
constexpr std::size_t smallest_batch = 800;
constexpr std::size_t largest_batch = 1600;
constexpr int largest_change = 16;
constexpr int largest_weight = 400;
constexpr int longest_stretch = 6;

// Whole numbers that look random, always the same ones for a seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  int below(int end) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int>((state_ >> 33U) % static_cast<std::uint64_t>(end));
  }
  int within(int most) { return below(2 * most + 1) - most; }

 private:
  std::uint64_t state_;
};

Weight limited(int value) {
  return static_cast<Weight>(std::clamp(value, -largest_weight, largest_weight));
}

// Runs that must move cost most, then cards over those that go up next and what fills cells.
CostWeights plain_weights(const Rules& rules) {
  CostWeights weights;
  weights.violator.fill(4);
  weights.buried = {6, 2, 0, 0};
  weights.over = {6, 2, 0, 0};
  weights.low_card = 8;
  for (std::size_t by = 0; by < CostWeights::places; ++by) {
    const int places = static_cast<int>(by);
    weights.group[by] = limited(by == 0 ? 40 : std::min(40, 10 + 4 * places));
    weights.slot[by] = limited(std::min(8, 4 * places - 16));
  }
  for (std::size_t number = 0; number < CostWeights::lengths; ++number) {
    weights.untouched[number] = limited(std::min(24, 6 * static_cast<int>(number)));
  }
  const int cells = std::min<int>(rules.cells, CostWeights::cells - 1);
  for (std::size_t at = 0; at < weights.room.size(); ++at) {
    const int columns = static_cast<int>(at / CostWeights::cells);
    const int used = std::max(0, cells - static_cast<int>(at % CostWeights::cells));
    weights.room[at] = limited(8 * used + 6 * used * used - 12 * columns);
  }
  return weights;
}

// Searches deals by their numbers.
class Searcher {
 public:
  Searcher(const Rules& rules, std::uint32_t width)
      : rules_(rules), relations_(rules), board_(relations_), width_(width) {}

  // Moves of the line that is found.
  int length(std::uint64_t number, const CostWeights& weights) {
    board_.begin(*deal(rules_, number));
    if (!beam_.begin(board_, weights, {width_, longest_line})) return no_line;
    while (beam_.run(1'000'000) == Beam::Outcome::running) {
    }
    return beam_.has_line() ? beam_.length() : no_line;
  }

 private:
  Rules rules_;
  Relations relations_;
  Board board_;
  std::uint32_t width_;
  Beam beam_;
};

class Climber {
 public:
  Climber(Searcher& searcher, std::vector<std::uint64_t> numbers, int steps, std::uint64_t seed,
          const CostWeights& weights)
      : searcher_(searcher),
        numbers_(std::move(numbers)),
        steps_(steps),
        values_(std::bit_cast<Values>(weights)),
        dice_(seed) {}

  CostWeights run() {
    for (int step = 0; step < steps_; ++step) {
      if (step % steps_on_batch == 0) begin_batch(step);
      const Values before = values_;
      change(step);
      if (!is_better()) values_ = before;
    }
    begin_batch(steps_);
    return std::bit_cast<CostWeights>(values_);
  }

 private:
  // What fails on the first deals of a batch is not tried on the others: so many of 24 parts, and
  // by how many thousandths it may be worse there.
  struct Hurdle {
    std::size_t parts;
    int worse;
  };
  static constexpr std::array<Hurdle, 3> hurdles{{{3, 2}, {9, 0}, {24, 0}}};

  void begin_batch(int step) {
    for (std::size_t left = numbers_.size(); left > 1; --left) {
      std::swap(numbers_[left - 1],
                numbers_[static_cast<std::size_t>(dice_.below(static_cast<int>(left)))]);
    }
    const auto grown = smallest_batch + (largest_batch - smallest_batch) *
                                            static_cast<std::size_t>(step) /
                                            static_cast<std::size_t>(steps_);
    batch_ = std::min(numbers_.size(), grown);
    std::size_t first = 0;
    int sum = 0;
    for (std::size_t hurdle = 0; hurdle < hurdles.size(); ++hurdle) {
      const std::size_t last = batch_ * hurdles[hurdle].parts / 24;
      sum += moves(first, last);
      best_[hurdle] = sum;
      first = last;
    }
    std::fprintf(stderr, "step %d: %.3f moves a deal\n", step,
                 static_cast<double>(sum) / static_cast<double>(batch_));
  }

  int moves(std::size_t first, std::size_t last) {
    const auto weights = std::bit_cast<CostWeights>(values_);
    int sum = 0;
    for (std::size_t place = first; place < last; ++place) {
      sum += searcher_.length(numbers_[place], weights);
    }
    return sum;
  }

  bool is_better() {
    std::array<int, hurdles.size()> sums{};
    std::size_t first = 0;
    int sum = 0;
    for (std::size_t hurdle = 0; hurdle < hurdles.size(); ++hurdle) {
      const std::size_t last = batch_ * hurdles[hurdle].parts / 24;
      sum += moves(first, last);
      sums[hurdle] = sum;
      first = last;
      if (1000 * sum > (1000 + hurdles[hurdle].worse) * best_[hurdle]) return false;
    }
    if (sum == best_.back()) return false;
    best_ = sums;
    return true;
  }

  // The changes become smaller towards the end.
  void change(int step) {
    const int most = largest_change - largest_change * step / (2 * steps_);
    for (int left = 1 + dice_.below(3); left > 0; --left) {
      const std::size_t index =
          static_cast<std::size_t>(dice_.below(static_cast<int>(values_.size())));
      const int by = dice_.within(most);
      const int stretch = dice_.below(2) > 0 ? 1 : 1 + dice_.below(longest_stretch);
      for (int more = 0; more < stretch; ++more) {
        const std::size_t at = index + static_cast<std::size_t>(more);
        if (at == values_.size()) break;
        values_[at] = limited(values_[at] + by);
      }
    }
  }

  Searcher& searcher_;
  std::vector<std::uint64_t> numbers_;
  int steps_;
  Values values_;
  Dice dice_;
  std::size_t batch_ = 0;
  std::array<int, hurdles.size()> best_{};
};

void write(std::string_view name, std::span<const Weight> values) {
  std::printf("    .%.*s =\n        {", static_cast<int>(name.size()), name.data());
  for (std::size_t at = 0; at < values.size(); ++at) {
    std::printf("%s%d", at == 0 ? "" : at % 16 == 0 ? ",\n         " : ", ", values[at]);
  }
  std::printf("},\n");
}

void write(const CostWeights& weights) {
  write("violator", weights.violator);
  write("group", weights.group);
  write("untouched", weights.untouched);
  std::printf("    .low_card = %d,\n    .card_left = %d,\n", weights.low_card, weights.card_left);
  write("buried", weights.buried);
  write("over", weights.over);
  write("room", weights.room);
  write("slot", weights.slot);
}

bool read(std::span<Byte> bytes) {
  return std::fread(bytes.data(), 1, bytes.size(), stdin) == bytes.size();
}

bool read(std::string_view text, std::uint64_t& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size();
}

int tune(std::span<const std::string_view> texts) {
  std::array<std::uint64_t, 5> numbers{};
  if (texts.size() != numbers.size()) return 2;
  for (std::size_t place = 0; place < numbers.size(); ++place) {
    if (!read(texts[place], numbers[place])) return 2;
  }
  const auto [first, last, width, steps, seed] = numbers;
  std::array<Byte, rules_record_size> record{};
  if (!read(record) || last < first || width == 0 || steps == 0) return 2;
  Fault fault;
  const auto rules = unpack_rules(record, fault);
  if (!rules || !have_board(*rules)) return 2;
  std::array<Byte, sizeof(CostWeights)> set{};
  const CostWeights weights = read(set) ? std::bit_cast<CostWeights>(set) : plain_weights(*rules);
  std::vector<std::uint64_t> deals(static_cast<std::size_t>(last + 1 - first));
  std::iota(deals.begin(), deals.end(), first);
  Searcher searcher(*rules, static_cast<std::uint32_t>(width));
  write(Climber(searcher, std::move(deals), static_cast<int>(steps), seed, weights).run());
  return 0;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> texts(values + 1, values + count);
  return tune(texts);
}
