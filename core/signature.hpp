#pragma once

#include <string>

namespace kungen {

// One line of numbers from a fixed workload: plays under several rules, counts and searches. Two
// builds that differ in any result differ here; a change that moves it says so.
[[nodiscard]] std::string signature();

}  // namespace kungen
