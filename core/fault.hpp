#pragma once

#include <cstddef>
#include <string_view>

namespace kungen {

// Why a record was refused: the byte where it went wrong and what was expected there.
struct Fault {
  std::size_t place = 0;
  std::string_view expected;
};

}  // namespace kungen
