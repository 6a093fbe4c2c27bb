// What the compiler's libraries would bring in at many times the size: memory that traps when it
// runs out, and an end without a message.

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void* allocate(std::size_t bytes) {
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) __builtin_trap();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return allocate(bytes);
}

void* operator new[](std::size_t bytes) {
  return allocate(bytes);
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes);
}

void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes);
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

void operator delete[](void* memory) noexcept {
  std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

_LIBCPP_BEGIN_NAMESPACE_STD

[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept {
  __builtin_trap();
}

_LIBCPP_END_NAMESPACE_STD
