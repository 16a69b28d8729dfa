// SPDX-License-Identifier: BSD-3-Clause
//
// Heat in a ring of metal. Each thread has a part of it, with a cell at each end for its neighbours' last ones. It
// writes its ends into the neighbours' memory, and waits for these two threads alone.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  constexpr std::size_t cells = 100, row = cells + 2;
  const int p = stride::threads(), me = stride::mythread(), left = (me + p - 1) % p, right = (me + 1) % p;
  const std::vector<int> neighbours = left == right ? std::vector<int>{left} : std::vector<int>{left, right};
  stride::array<double, 2> u({static_cast<std::size_t>(p), row}, {1, row}, {p});
  const std::span<double> mine = u.own(0).data;
  std::vector<double> next(row);
  if (me == 0) std::fill_n(&mine[1], 10, 100.0);
  stride::barrier();
  for (int step = 0; step < 1000; step++) {
    u.at(left, cells + 1).write(mine[1]);
    u.at(right, 0).write(mine[cells]);
    stride::sync(neighbours);
    for (std::size_t i = 1; i <= cells; i++) next[i] = mine[i] + 0.25 * (mine[i - 1] - 2 * mine[i] + mine[i + 1]);
    std::copy(&next[1], &next[cells + 1], &mine[1]);
    stride::sync(neighbours); // they have read their ends
  }
  const bool is_right = std::fabs(stride::sum(std::accumulate(&mine[1], &mine[cells + 1], 0.0)) - 1000) < 1e-6;
  if (me == 0) std::puts(is_right ? "PASS" : "FAIL");
  return !is_right;
}
