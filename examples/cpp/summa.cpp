// SPDX-License-Identifier: BSD-3-Clause
//
// SUMMA: C = A * B on a grid of threads. In step k the tiles of column k of A go along the rows of threads. The tiles
// of row k of B go along the columns of threads. Each thread multiplies what it got into its own tiles of C.
#include <cstdio>
#include <upc_stride.hpp>

constexpr std::size_t tile = 16;

// c += a * b for three tiles. In a real program this is dgemm.
static void multiply(double *c, const double *a, const double *b) {
  for (std::size_t i = 0; i < tile; i++)
    for (std::size_t k = 0; k < tile; k++)
      for (std::size_t j = 0; j < tile; j++) c[i * tile + j] += a[i * tile + k] * b[k * tile + j];
}

int main() {
  stride::program program;
  const std::size_t p = static_cast<std::size_t>(stride::threads()), me = static_cast<std::size_t>(stride::mythread());
  const std::size_t rows = p % 2 == 0 ? 2 : 1, columns = p / rows, row = me / columns, column = me % columns;
  const std::size_t tiles = 2 * p, n = tiles * tile; // each thread has as many of them
  const std::vector<int> grid{static_cast<int>(rows), static_cast<int>(columns)};
  stride::array<double, 2> A({n, n}, {tile, tile}, grid), B({n, n}, {tile, tile}, grid), C({n, n}, {tile, tile}, grid);
  stride::array<double, 2> tileA({rows * tile, columns * tile}, {tile, tile}, grid);
  stride::array<double, 2> tileB({rows * tile, columns * tile}, {tile, tile}, grid);
  for (std::size_t t = 0; t < A.own_blocks(); t++) {
    const auto a = A.own(t), b = B.own(t);
    for (std::size_t i = 0; i < tile; i++)
      for (std::size_t j = 0; j < tile; j++) {
        const std::size_t I = a.first[0] + i, J = a.first[1] + j;
        a(i, j) = I == J ? 2 : 0; // twice the unit matrix
        b(i, j) = static_cast<double>(I * n + J);
      }
  }

  for (std::size_t k = 0; k < tiles; k++)
    for (auto c : C.own()) {
      const auto [i, j] = c.index;
      if (j == column) // the first of its row
        stride::broadcast(tileA(row, stride::all), A.at(i * tile, k * tile), tile * tile);
      stride::broadcast(tileB(stride::all, column), B.at(k * tile, j * tile), tile * tile);
      multiply(c.data.data(), tileA.own(0).data.data(), tileB.own(0).data.data());
    }

  int wrong = 0;
  for (auto c : C.own())
    for (std::size_t i = 0; i < tile; i++)
      for (std::size_t j = 0; j < tile; j++)
        wrong += c(i, j) != static_cast<double>(2 * ((c.first[0] + i) * n + c.first[1] + j));
  wrong = stride::sum(wrong);
  if (stride::mythread() == 0) std::puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
