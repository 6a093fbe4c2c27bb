#include "deals.hpp"

#include <array>

namespace kungen {
namespace {

// The generator behind the Microsoft numbering, with FreeCell Pro's extension: from 2^31 on one
// more bit of the state counts, from 2^32 on the state starts over and the output is one higher.
class DealGenerator {
 public:
  explicit DealGenerator(std::uint64_t number)
      : state_(static_cast<std::uint32_t>(number)), number_(number) {}

  std::uint32_t next() {
    state_ = state_ * 214013U + 2531011U;
    const std::uint32_t bits = (state_ >> 16U) & 0x7FFFU;
    if (number_ < (std::uint64_t{1} << 31U)) return bits;
    if (number_ < (std::uint64_t{1} << 32U)) return bits | 0x8000U;
    return (state_ >> 16U) + 1U;
  }

 private:
  std::uint32_t state_;
  std::uint64_t number_;
};

}  // namespace

std::optional<Layout> deal(const Rules& rules, std::uint64_t number) {
  if (number < first_deal || number > last_deal) return std::nullopt;
  std::array<Card, max_cards> deck{};
  const int cards = rules.cards();
  for (int card = 0; card < cards; ++card) deck[static_cast<std::size_t>(card)] = byte_of(card);
  DealGenerator generator(number);
  Layout layout;
  for (int dealt = 0; dealt < cards; ++dealt) {
    const auto left = static_cast<std::uint32_t>(cards - dealt);
    Card& place = deck[generator.next() % left];
    layout.column(dealt % rules.columns).push(place);
    place = deck[left - 1];
  }
  return layout;
}

}  // namespace kungen
