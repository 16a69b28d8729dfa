// SPDX-License-Identifier: BSD-3-Clause
//
// Hello: every thread gives a number, and all threads get the sum.
//
//   g++ -std=c++20 $(pkg-config --cflags upc_stride) hello.cpp $(pkg-config --libs upc_stride) -o hello
//   upcrun -n 4 ./hello
#include <cstdio>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  const int p = stride::threads(), sum = stride::sum(stride::mythread() + 1);
  if (stride::mythread() != 0) return 0;
  std::printf("the sum of 1 to %d is %d\n%s\n", p, sum, sum == p * (p + 1) / 2 ? "PASS" : "FAIL");
  return sum != p * (p + 1) / 2;
}
