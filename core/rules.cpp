#include "rules.hpp"

#include <algorithm>

namespace kungen {
namespace {

constexpr std::size_t first_version_size = 9;

// Where the parts of a record lie.
constexpr std::size_t wraps_at = 9;
constexpr std::size_t base_at = 10;
constexpr std::size_t passes_at = 13;
constexpr std::size_t sizes_at = 16;
constexpr std::size_t hidden_at = 26;
constexpr std::size_t filled_at = 36;
constexpr std::size_t points_at = 46;

constexpr int most_points = 100;

struct Field {
  Byte low;
  Byte high;
  std::string_view expected;
};

// The fields of which each has its own meaning; both versions begin with the mark.
constexpr std::array<Field, sizes_at> fields{{
    {0x4B, 0x4B, "the mark 0x4B"},
    {1, 2, "version 1 or 2"},
    {1, max_ranks, "1 to 13 ranks"},
    {1, max_columns, "1 to 10 columns"},
    {0, max_cells, "0 to 10 cells"},
    {0, 1, "build order 0 (alternating colour) or 1 (same suit)"},
    {0, 1, "empty column 0 (any card) or 1 (the last rank)"},
    {0, 2, "runs 0 (supermove), 1 (any length) or 2 (single card)"},
    {0, 1, "foundation return 0 (off) or 1 (on)"},
    {0, 1, "wrapping build 0 (off) or 1 (on)"},
    {0, max_ranks, "base 1 to 13, or 0 (the beak)"},
    {0, max_reserve, "0 to 16 places in the reserve"},
    {0, 3, "1 or 3 cards drawn, or 0 (no stock)"},
    {0, 99, "1 to 99 passes, or 0 (unlimited)"},
    {0, 1, "direction 0 (right) or 1 (left)"},
    {0, 1, "score 0 (none) or 1"},
}};

constexpr int signed_byte(Byte byte) {
  return byte < 128 ? byte : byte - 256;
}

std::array<Byte, max_columns> ten_bytes(std::span<const Byte> record, std::size_t place) {
  std::array<Byte, max_columns> bytes{};
  std::copy_n(record.begin() + static_cast<std::ptrdiff_t>(place), bytes.size(), bytes.begin());
  return bytes;
}

// Looks for faults of a record; the first one stands.
class Check {
 public:
  Check(std::span<const Byte> record, Fault& fault) : record_(record), fault_(fault) {}

  [[nodiscard]] bool good() const { return good_; }

  void require(bool right, std::size_t place, std::string_view expected) {
    if (right || !good_) return;
    fault_ = {place, expected};
    good_ = false;
  }

  void size_and_version() {
    const bool known = record_.size() == rules_record_size || record_.size() == first_version_size;
    require(known, record_.size(), "a record of exactly 50 bytes, or 9 in version 1");
    if (!good_) return;
    require(record_[0] == 0x4B, 0, "the mark 0x4B");
    const bool first = record_.size() == first_version_size;
    require(record_[1] == (first ? 1 : 2), 1, first ? "version 1" : "version 2");
  }

  void each_field() {
    for (std::size_t place = 0; place < std::min(fields.size(), record_.size()); ++place) {
      const Field& field = fields[place];
      require(record_[place] >= field.low && record_[place] <= field.high, place, field.expected);
    }
    if (!good_ || record_.size() == first_version_size) return;
    require(record_[12] != 2, 12, fields[12].expected);
    list(sizes_at, record_[3], max_cards, "0 to 52 cards, and 0 where there is no column");
    list(hidden_at, record_[3], max_cards, "0 to 52 cards, and 0 where there is no column");
    list(filled_at, record_[4], 1, "0 or 1 (filled), and 0 where there is no cell");
    for (std::size_t place = points_at; place < rules_record_size; ++place) {
      const int points = signed_byte(record_[place]);
      require(points >= -most_points && points <= most_points, place, "-100 to 100 points");
      require(points == 0 || record_[15] == 1, place, "0 points in a game without a score");
    }
  }

  void together(const Rules& rules) {
    require(!rules.wraps || rules.ranks > 1, wraps_at, "two ranks or more where the build wraps");
    require(rules.base <= rules.ranks, base_at, "a base that is one of the ranks");
    require(rules.passes == 0 || rules.has_stock(), passes_at, "0 passes without a stock");
    require(!rules.has_stock() || !rules.spreads_evenly(), sizes_at,
            "columns with sizes of their own in a game with a stock");
    hidden_cards(rules);
    cards(rules);
  }

 private:
  void list(std::size_t place, int used, int most, std::string_view expected) {
    for (int index = 0; index < max_columns; ++index, ++place) {
      require(record_[place] <= (index < used ? most : 0), place, expected);
    }
  }

  void hidden_cards(const Rules& rules) {
    for (std::size_t column = 0; column < rules.hidden.size(); ++column) {
      const int hidden = rules.hidden[column];
      require(hidden == 0 || !rules.has_beak(), hidden_at + column,
              "no card face down with a beak");
      require(hidden == 0 || hidden < rules.column_sizes[column], hidden_at + column,
              "fewer cards face down than cards in the column");
    }
  }

  void cards(const Rules& rules) {
    int dealt = rules.cards_beside_columns();
    for (const Byte size : rules.column_sizes) dealt += size;
    require(dealt <= rules.cards(), sizes_at, "no more cards dealt than the deck has");
    if (rules.spreads_evenly()) {
      require(!rules.has_beak() || dealt < rules.cards(), sizes_at, "a column for the beak");
    } else {
      require(dealt == rules.cards() || rules.has_stock(), sizes_at,
              "every card dealt where there is no stock");
    }
  }

  std::span<const Byte> record_;
  Fault& fault_;
  bool good_ = true;
};

Rules read_first(std::span<const Byte> record) {
  return {.ranks = record[2],
          .columns = record[3],
          .cells = record[4],
          .build = static_cast<Build>(record[5]),
          .empty_column = static_cast<EmptyColumn>(record[6]),
          .runs = static_cast<Runs>(record[7]),
          .foundation_return = record[8] == 1};
}

Rules read_second(std::span<const Byte> record) {
  Rules rules = read_first(record);
  rules.wraps = record[wraps_at] == 1;
  rules.base = record[base_at];
  rules.reserve = record[11];
  rules.draw = record[12];
  rules.passes = record[passes_at];
  rules.direction = static_cast<Direction>(record[14]);
  rules.has_score = record[15] == 1;
  rules.column_sizes = ten_bytes(record, sizes_at);
  rules.hidden = ten_bytes(record, hidden_at);
  rules.filled_cells = ten_bytes(record, filled_at);
  rules.points = {.to_foundation = signed_byte(record[points_at]),
                  .from_waste = signed_byte(record[points_at + 1]),
                  .turned_up = signed_byte(record[points_at + 2]),
                  .from_foundation = signed_byte(record[points_at + 3])};
  return rules;
}

}  // namespace

std::optional<Rules> unpack_rules(std::span<const Byte> record, Fault& fault) {
  Check check(record, fault);
  check.size_and_version();
  if (check.good()) check.each_field();
  if (!check.good()) return std::nullopt;
  const Rules rules = record.size() == rules_record_size ? read_second(record) : read_first(record);
  check.together(rules);
  if (!check.good()) return std::nullopt;
  return rules;
}

}  // namespace kungen
