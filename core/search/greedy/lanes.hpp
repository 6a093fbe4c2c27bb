#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "card.hpp"

// Sixteen bytes, or eight words, reckoned with at once: one for each column. What a machine has no
// instructions for is done one by one, with the same result.
namespace kungen::search::lanes {

using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
using Words [[gnu::vector_size(16)]] = std::int16_t;
using Quads [[gnu::vector_size(16)]] = std::int32_t;
using Longs [[gnu::vector_size(16)]] = std::uint64_t;

inline constexpr std::size_t bytes = 16;
inline constexpr std::size_t words = 8;

[[nodiscard]] inline Bytes load(const void* from) {
  Bytes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

[[nodiscard]] inline Bytes all(Byte value) {
  return Bytes{} + value;
}

[[nodiscard]] inline Bytes least(Bytes one, Bytes other) {
  return one < other ? one : other;
}

// The lanes of a table by their numbers, which are less than 16.
[[nodiscard]] inline Bytes pick(Bytes table, Bytes numbers) {
#if defined(__wasm_simd128__)
  return __builtin_wasm_swizzle_i8x16(table, numbers);
#elif defined(__SSSE3__)
  using Signed [[gnu::vector_size(16)]] = char;
  return reinterpret_cast<Bytes>(
      __builtin_ia32_pshufb128(reinterpret_cast<Signed>(table), reinterpret_cast<Signed>(numbers)));
#elif defined(__clang__)
  Bytes picked{};
  for (std::size_t lane = 0; lane < bytes; ++lane) picked[lane] = table[numbers[lane] % bytes];
  return picked;
#else
  return __builtin_shuffle(table, numbers);
#endif
}

// The words of which the first, or the last, eight lanes are the halves.
[[nodiscard]] inline Words join(Bytes low, Bytes high, bool last) {
  const Bytes joined = last ? __builtin_shufflevector(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12,
                                                      28, 13, 29, 14, 30, 15, 31)
                            : __builtin_shufflevector(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20,
                                                      5, 21, 6, 22, 7, 23);
  return reinterpret_cast<Words>(joined);
}

// Sixteen words to look up.
struct Table {
  Bytes low{};
  Bytes high{};

  void set(std::size_t number, std::int16_t value) {
    const auto bits = static_cast<std::uint16_t>(value);
    low[number] = static_cast<std::uint8_t>(bits);
    high[number] = static_cast<std::uint8_t>(bits >> 8U);
  }
  [[nodiscard]] Words at(Bytes numbers, bool last) const {
    return join(pick(low, numbers), pick(high, numbers), last);
  }
};

// Which lanes are numbers of a set of up to 64 bits, as bytes of ones.
[[nodiscard]] inline Bytes are_in(std::uint64_t set, Bytes numbers) {
  const Longs both{set, set};
  const Bytes bits{1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const Bytes found =
      pick(reinterpret_cast<Bytes>(both), numbers >> 3 & 7) & pick(bits, numbers & 7);
  return reinterpret_cast<Bytes>(found != 0);
}

[[nodiscard]] inline int sum_of(Words values) {
  const auto pairs = reinterpret_cast<Quads>(values);
  Quads sums = (pairs >> 16) + ((pairs << 16) >> 16);
  sums += __builtin_shufflevector(sums, sums, 2, 3, 0, 1);
  sums += __builtin_shufflevector(sums, sums, 1, 0, 3, 2);
  return sums[0];
}

// Eight rows of six words each as six of eight.
[[nodiscard]] inline std::array<Words, 6> turned(const std::array<Words, words>& rows) {
  const auto low = [](Words one, Words other) {
    return reinterpret_cast<Quads>(__builtin_shufflevector(one, other, 0, 8, 1, 9, 2, 10, 3, 11));
  };
  const auto high = [](Words one, Words other) {
    return reinterpret_cast<Quads>(__builtin_shufflevector(one, other, 4, 12, 5, 13, 6, 14, 7, 15));
  };
  const auto low_pair = [](Quads one, Quads other) {
    return reinterpret_cast<Longs>(__builtin_shufflevector(one, other, 0, 4, 1, 5));
  };
  const auto high_pair = [](Quads one, Quads other) {
    return reinterpret_cast<Longs>(__builtin_shufflevector(one, other, 2, 6, 3, 7));
  };
  const auto first = [](Longs one, Longs other) {
    return reinterpret_cast<Words>(__builtin_shufflevector(one, other, 0, 2));
  };
  const auto second = [](Longs one, Longs other) {
    return reinterpret_cast<Words>(__builtin_shufflevector(one, other, 1, 3));
  };
  const Quads low0 = low(rows[0], rows[1]), low1 = low(rows[2], rows[3]);
  const Quads low2 = low(rows[4], rows[5]), low3 = low(rows[6], rows[7]);
  const Quads high0 = high(rows[0], rows[1]), high1 = high(rows[2], rows[3]);
  const Quads high2 = high(rows[4], rows[5]), high3 = high(rows[6], rows[7]);
  const Longs a = low_pair(low0, low1), b = low_pair(low2, low3);
  const Longs c = high_pair(low0, low1), d = high_pair(low2, low3);
  const Longs e = low_pair(high0, high1), f = low_pair(high2, high3);
  return {first(a, b), second(a, b), first(c, d), second(c, d), first(e, f), second(e, f)};
}

}  // namespace kungen::search::lanes
