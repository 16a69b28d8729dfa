// SPDX-License-Identifier: BSD-3-Clause
//
// A grid: a matrix in tiles of 4 x 4, which belong to a grid of threads. Each thread fills its own tiles. All threads
// add up all elements, and thread 0 prints who owns which tile.
#include <cstdio>
#include <numeric>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  const int rows = stride::threads() % 2 == 0 ? 2 : 1, columns = stride::threads() / rows;
  stride::array<double, 2> A({16, 12}, {4, 4}, {rows, columns}); // 4 x 3 tiles
  double sum = 0;
  for (auto tile : A.own()) {
    for (std::size_t i = 0; i < 4; i++)
      for (std::size_t j = 0; j < 4; j++)
        tile(i, j) = static_cast<double>((tile.first[0] + i) * 12 + tile.first[1] + j);
    sum = std::accumulate(tile.data.begin(), tile.data.end(), sum);
  }
  const double all = stride::sum(sum);
  if (stride::mythread() != 0) return 0;
  for (int i = 0; i < 4; i++) std::printf("%2d%2d%2d\n", A.owner(i, 0), A.owner(i, 1), A.owner(i, 2));
  std::printf("sum %g\n%s\n", all, all == 191 * 192 / 2 ? "PASS" : "FAIL");
  return all != 191 * 192 / 2;
}
