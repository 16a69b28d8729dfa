// SPDX-License-Identifier: BSD-3-Clause
// upc_stride.hpp with the extensions of a compiler (-std=gnu++20): integers of 128 bits are numbers, and what has no
// type of the library is none.
#include <upc_stride.hpp>

static_assert(stride::type_of<long>() == UPC_INT64 && stride::type_of<unsigned char>() == UPC_UINT8);
static_assert(!stride::number<int *> && !stride::number<stride::error>);
#ifdef __SIZEOF_FLOAT128__
static_assert(!stride::number<__float128> || sizeof(long double) == 16);
#endif

int main() {
  stride::program program;
  bool right = true;
#ifdef __SIZEOF_INT128__
  const __int128 one = static_cast<__int128>(1) << 100;
  right = stride::sum(one) == one * stride::threads();
  right = right && stride::min(-one - stride::mythread()) == -one - stride::threads() + 1;
#endif
  right = stride::min(right ? 1 : 0) == 1;
  if (stride::mythread() == 0) std::puts(right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
