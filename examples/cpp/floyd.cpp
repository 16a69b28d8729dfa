// SPDX-License-Identifier: BSD-3-Clause
//
// Floyd and Warshall's algorithm: the shortest ways between all towns. In step k the owner of line k sends it to all
// threads, and each makes its own lines shorter. The lines are blocks.
#include <algorithm>
#include <cstdio>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  constexpr std::size_t n = 48;
  const int p = stride::threads();
  stride::array<int, 2> way({n, n}, {1, n}, {p}); // line i is on thread i mod p
  stride::array<int, 1> line_k({static_cast<std::size_t>(p) * n}, {n});
  const std::span<const int> through = line_k.own(0).data;
  for (auto line : way.own()) { // a street from each town to the next one, and to the one 7 on
    const std::size_t from = line.index[0];
    std::ranges::fill(line.data, 1000000);
    line.data[from] = 0, line.data[(from + 1) % n] = 1, line.data[(from + 7) % n] = 3;
  }

  for (std::size_t k = 0; k < n; k++) {
    stride::broadcast(line_k[stride::blocks], way.at(k, 0), n, stride::mysync);
    for (auto line : way.own())
      for (std::size_t j = 0; j < n; j++) line.data[j] = std::min(line.data[j], line.data[k] + through[j]);
  }

  int wrong = 0;
  for (auto line : way.own()) // d towns on: d / 7 long streets, d % 7 short ones
    for (std::size_t d = 0; d < n; d++)
      wrong += line.data[(line.index[0] + d) % n] != static_cast<int>(d / 7 * 3 + d % 7);
  wrong = stride::sum(wrong);
  if (stride::mythread() == 0) std::puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
