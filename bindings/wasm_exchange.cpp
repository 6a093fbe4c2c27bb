#include "wasm_exchange.hpp"

#include <algorithm>
#include <cstring>

namespace kungen::wasm {
namespace {

constexpr std::size_t first_size = 64 * 1024;

// Made by _initialize, so that asking for its address never moves the memory.
std::vector<Byte> buffer(first_size);

}  // namespace

std::span<Byte> exchange(std::size_t bytes) {
  if (buffer.size() < bytes) buffer.resize(bytes);
  return buffer;
}

std::uint32_t send(std::span<const Byte> bytes) {
  std::copy(bytes.begin(), bytes.end(), exchange(bytes.size()).begin());
  return static_cast<std::uint32_t>(bytes.size());
}

std::uint32_t send_words(std::span<const std::uint32_t> words) {
  std::memcpy(exchange(words.size_bytes()).data(), words.data(), words.size_bytes());
  return static_cast<std::uint32_t>(words.size());
}

std::uint32_t send_moves(std::span<const Move> moves) {
  const auto bytes = exchange(moves.size() * 3);
  std::size_t length = 0;
  for (const Move& move : moves) {
    bytes[length++] = move.source;
    bytes[length++] = move.target;
    bytes[length++] = move.count;
  }
  return static_cast<std::uint32_t>(moves.size());
}

}  // namespace kungen::wasm

KUNGEN_EXPORT(exchange) void* exchange_address() {
  return kungen::wasm::exchange(0).data();
}

KUNGEN_EXPORT(exchange_reserve) void* exchange_reserve(std::uint32_t bytes) {
  return kungen::wasm::exchange(bytes).data();
}
