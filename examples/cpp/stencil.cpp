// SPDX-License-Identifier: BSD-3-Clause
//
// A stencil with halos: each element becomes the mean of its four neighbours. Each thread has eight lines of the plate,
// and gets them with a halo of one element on every side. It goes on until no element changes by more than 1e-5.
#include <cmath>
#include <cstdio>
#include <vector>
#include <upc_stride.hpp>

int main() {
  stride::program program;
  const std::size_t lines = 8, width = 64, p = static_cast<std::size_t>(stride::threads());
  stride::array<double, 2> plate({p * lines, width}, {lines, width});
  std::vector<double> around((lines + 2) * (width + 2));
  const auto block = plate.own(0);
  for (std::size_t i = 0; i < lines; i++) block(i, 0) = 100; // the left edge is hot

  int steps = 0;
  for (double change = 1; change > 1e-5; steps++) {
    stride::halo(std::span<double>(around), plate[stride::blocks], 1, 0, stride::mysync);
    double mine = 0;
    for (std::size_t i = 0; i < lines; i++)
      for (std::size_t j = 1; j < width - 1 && block.first[0] + i > 0 && block.first[0] + i < p * lines - 1; j++) {
        const double *x = &around[(i + 1) * (width + 2) + j + 1];
        const double mean = (x[-1] + x[1] + x[-static_cast<std::ptrdiff_t>(width + 2)] + x[width + 2]) / 4;
        mine = std::fmax(mine, std::fabs(mean - block(i, j))), block(i, j) = mean;
      }
    change = stride::max(mine);
  }

  double wrong = 0; // the plate is symmetric: line i from above is line i from below
  for (std::size_t i = 0; i < lines; i++)
    wrong += std::fabs(block(i, 8) - plate.at(p * lines - 1 - block.first[0] - i, 8).read());
  wrong = stride::sum(wrong);
  if (stride::mythread() == 0) std::printf("%d steps\n%s\n", steps, wrong <= 1e-9 ? "PASS" : "FAIL");
  return !(wrong <= 1e-9);
}
