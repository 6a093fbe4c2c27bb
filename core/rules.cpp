#include "rules.hpp"

#include <array>

namespace kungen {
namespace {

struct Field {
  Byte low;
  Byte high;
  std::string_view expected;
};

constexpr std::array<Field, rules_record_size> fields{{
    {0x4B, 0x4B, "the mark 0x4B"},
    {1, 1, "version 1"},
    {1, max_ranks, "1 to 13 ranks"},
    {1, max_columns, "1 to 10 columns"},
    {0, max_cells, "0 to 10 cells"},
    {0, 1, "build order 0 (alternating colour) or 1 (same suit)"},
    {0, 1, "empty column 0 (any card) or 1 (the highest rank)"},
    {0, 2, "runs 0 (supermove), 1 (any length) or 2 (single card)"},
    {0, 1, "foundation return 0 (off) or 1 (on)"},
}};

}  // namespace

std::optional<Rules> unpack_rules(std::span<const Byte> record, Fault& fault) {
  if (record.size() != rules_record_size) {
    fault = {record.size(), "a record of exactly 9 bytes"};
    return std::nullopt;
  }
  for (std::size_t place = 0; place < fields.size(); ++place) {
    const Field& field = fields[place];
    if (record[place] < field.low || record[place] > field.high) {
      fault = {place, field.expected};
      return std::nullopt;
    }
  }
  return Rules{.ranks = record[2],
               .columns = record[3],
               .cells = record[4],
               .build = static_cast<Build>(record[5]),
               .empty_column = static_cast<EmptyColumn>(record[6]),
               .runs = static_cast<Runs>(record[7]),
               .foundation_return = record[8] == 1};
}

}  // namespace kungen
