// SPDX-License-Identifier: BSD-3-Clause
//
// A reduction that overlaps with work. All threads start to add up their vectors, compute something else, and then wait
// for the sum. test() lets the reduction progress while the thread computes.
#include <cstdio>
#include <numeric>
#include <upc_stride.hpp>

static double work(int step) {
  double x = 1;
  for (int i = 0; i < 1000; i++) x += 1 / (x + step);
  return x;
}

int main() {
  stride::program program;
  constexpr std::size_t n = 1000;
  const std::size_t p = static_cast<std::size_t>(stride::threads());
  stride::array<double, 1> part({p * n}, {n}), sum({p * n}, {n}); // one block on each thread
  const std::span<double> mine = part.own(0).data, all = sum.own(0).data;
  std::iota(mine.begin(), mine.end(), stride::mythread());

  double other = 0;
  stride::handle handle = stride::reduce_all_nb(sum[stride::blocks], part[stride::blocks], n, stride::op::add);
  for (int i = 0; i < 100; i++) {
    other += work(i);
    handle.test();
  }
  handle.wait(); // from here on the sum is there

  int wrong = 0;
  const double first = static_cast<double>(p * (p - 1)) / 2;
  for (std::size_t i = 0; i < n; i++) wrong += all[i] != first + static_cast<double>(p * i);
  wrong = stride::sum(wrong);
  if (stride::mythread() == 0) std::printf("other work gave %.3f\n%s\n", other, wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
