#include "goal.hpp"

namespace kungen {
namespace {

constexpr int mark = 0x47;
constexpr int version = 1;

int cards_face_down(const Rules& rules, const Layout& layout) {
  int hidden = 0;
  for (int column = 0; column < rules.columns; ++column) hidden += layout.column(column).hidden();
  return hidden;
}

bool lies_on(const Rules& rules, const Layout& layout, Pair pair) {
  for (int index = 0; index < rules.columns; ++index) {
    const Column& column = layout.column(index);
    for (int place = column.hidden() + 1; place < column.size(); ++place) {
      if (column[place] == pair.card) return column[place - 1] == pair.below;
    }
  }
  return false;
}

// Reads a goal record from the left. The first fault stands; everything read after it is zero.
class Reader {
 public:
  Reader(const Rules& rules, std::span<const Byte> record, Fault& fault)
      : rules_(rules), record_(record), fault_(fault) {}

  [[nodiscard]] bool good() const { return good_; }

  // A number from `least` to `most`.
  int read(int least, int most, std::string_view expected) {
    require(place_ < record_.size(), "more bytes");
    if (!good_) return 0;
    const int value = record_[place_];
    require(value >= least && value <= most, expected);
    ++place_;
    return good_ ? value : 0;
  }

  int read_face_down() {
    const bool any = place_ < record_.size() && record_[place_] == any_face_down;
    return any ? read(any_face_down, any_face_down, {}) : read(0, max_cards, "0 to 52, or 255");
  }

  int read_count() { return read(0, max_cards, "0 to 52"); }

  Card read_card() { return byte_of(read(0, rules_.cards() - 1, "a card of the deck")); }

  // A card that must be up, and that none of the others is.
  Card read_up() {
    const std::size_t place = place_;
    const Card card = read_card();
    if (good_ && up_.has(card)) {
      place_ = place;
      require(false, "every card only once");
    }
    up_.add(card);
    return card;
  }

  void finish(const Goal& goal) {
    require(place_ == record_.size(), "the end of the record");
    require(goal.won || goal.cells > 0 || goal.columns > 0 || goal.face_down != any_face_down ||
                !goal.up.empty() || !goal.on.empty(),
            "a condition");
  }

 private:
  void require(bool right, std::string_view expected) {
    if (right || !good_) return;
    fault_ = {place_, expected};
    good_ = false;
  }

  const Rules& rules_;
  std::span<const Byte> record_;
  Fault& fault_;
  std::size_t place_ = 0;
  CardSet up_;
  bool good_ = true;
};

}  // namespace

bool is_reached(const Rules& rules, const Layout& layout, const Goal& goal) {
  if (goal.won && !is_won(rules, layout)) return false;
  if (empty_cells(rules, layout) < goal.cells) return false;
  if (empty_columns(rules, layout) < goal.columns) return false;
  if (cards_face_down(rules, layout) > goal.face_down) return false;
  for (const Card card : goal.up) {
    if (!layout.is_up(card)) return false;
  }
  for (const Pair pair : goal.on) {
    if (!lies_on(rules, layout, pair)) return false;
  }
  return true;
}

std::optional<Goal> unpack_goal(const Rules& rules, std::span<const Byte> record, Fault& fault) {
  Reader reader(rules, record, fault);
  Goal goal;
  reader.read(mark, mark, "the mark 0x47");
  reader.read(version, version, "version 1");
  goal.won = reader.read(0, 1, "0 or 1") == 1;
  goal.cells = reader.read(0, rules.cells, "no more cells than there are");
  goal.columns = reader.read(0, rules.columns, "no more columns than there are");
  goal.face_down = reader.read_face_down();
  const int up = reader.read_count();
  for (int count = 0; reader.good() && count < up; ++count) goal.up.push_back(reader.read_up());
  const int on = reader.read_count();
  for (int count = 0; reader.good() && count < on; ++count) {
    const Card card = reader.read_card();
    goal.on.push_back({card, reader.read_card()});
  }
  reader.finish(goal);
  if (!reader.good()) return std::nullopt;
  return goal;
}

}  // namespace kungen
