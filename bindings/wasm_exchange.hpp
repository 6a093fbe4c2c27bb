#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "moves.hpp"

#define KUNGEN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace kungen::wasm {

// The exchange buffer, at least `bytes` long. It may move whenever it grows.
std::span<Byte> exchange(std::size_t bytes);

// What the caller has put into the exchange.
inline std::span<const Byte> received(std::size_t bytes) {
  return exchange(bytes).first(bytes);
}

// Each gives the number of things written.
std::uint32_t send(std::span<const Byte> bytes);
std::uint32_t send_words(std::span<const std::uint32_t> words);
std::uint32_t send_moves(std::span<const Move> moves);

// Objects behind positive numbers. A number that stands for nothing is the caller's mistake and
// traps.
template <typename Object>
class Handles {
 public:
  int add(std::unique_ptr<Object> object) {
    for (std::size_t index = 0; index < objects_.size(); ++index) {
      if (objects_[index] == nullptr) {
        objects_[index] = std::move(object);
        return static_cast<int>(index + 1);
      }
    }
    objects_.push_back(std::move(object));
    return static_cast<int>(objects_.size());
  }

  Object& operator[](int handle) {
    const auto index = static_cast<std::size_t>(handle) - 1;
    if (index >= objects_.size() || objects_[index] == nullptr) __builtin_trap();
    return *objects_[index];
  }

  void remove(int handle) {
    (*this)[handle];
    objects_[static_cast<std::size_t>(handle) - 1] = nullptr;
  }

 private:
  std::vector<std::unique_ptr<Object>> objects_;
};

}  // namespace kungen::wasm
