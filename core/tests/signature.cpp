#include "signature.hpp"

#include <cstdio>

int main() {
  std::puts(kungen::signature().c_str());
}
