#include "autoplay.hpp"

namespace kungen {
namespace {

// Whether every card of a suit that may lie on `host` is up.
bool are_guests_up(const Rules& rules, const Layout& layout, Card host, int suit) {
  const int rank = rank_of(host) > 1 || !rules.wraps ? rank_of(host) - 1 : rules.ranks;
  return rank == 0 || !rules.stacks(make_card(rank, suit), host) ||
         layout.is_up(make_card(rank, suit));
}

bool is_lowest_pair(const Rules& rules, const Layout& layout, Card card) {
  return layout.base == 1 && !rules.wraps && rules.build == Build::alternating &&
         rank_of(card) <= 2;
}

}  // namespace

bool is_safe(const Rules& rules, const Layout& layout, Card card) {
  if (is_lowest_pair(rules, layout, card)) return true;
  for (int suit = 0; suit < suit_count; ++suit) {
    if (!are_guests_up(rules, layout, card, suit)) return false;
  }
  return true;
}

std::vector<Card> safe_cards(const Rules& rules, const Layout& layout) {
  std::vector<Card> cards;
  for (int index = 0; index < suit_count * rules.ranks; ++index) {
    const Card card = byte_of(index);
    if (is_safe(rules, layout, card)) cards.push_back(card);
  }
  return cards;
}

std::optional<Move> automatic_move(const Rules& rules, const Layout& layout, Autoplay level,
                                   CardSet held) {
  if (level == Autoplay::off) return std::nullopt;
  return first_up(rules, layout, rules.draw == 1, [&](Card card) {
    return !held.has(card) && (level == Autoplay::all || is_safe(rules, layout, card));
  });
}

std::optional<Move> finish_move(const Rules& rules, const Layout& layout, bool& went_up) {
  if (const auto up = first_up(rules, layout, true, [](Card) { return true; })) {
    went_up = true;
    return up;
  }
  const auto stock_move = find_stock_move(rules, layout);
  if (!stock_move || stock_move->target != stock_pile) return stock_move;
  if (!went_up) return std::nullopt;
  went_up = false;
  return stock_move;
}

bool can_finish(const Rules& rules, Layout layout) {
  if (is_won(rules, layout)) return false;
  for (const Column& column : layout.columns) {
    if (column.hidden() > 0) return false;
  }
  bool went_up = true;
  while (const auto move = finish_move(rules, layout, went_up)) make_move(layout, *move);
  return is_won(rules, layout);
}

}  // namespace kungen
