// SPDX-License-Identifier: BSD-3-Clause
//
// Bodies that attract each other. Each thread moves its own bodies; gather_all gives it the positions of all. The sum
// of all impulses stays what it is.
#include <array>
#include <cmath>
#include <cstdio>
#include <upc_stride.hpp>

struct body {
  double x, y, mass;
};

int main() {
  stride::program program;
  constexpr std::size_t each = 32;
  const std::size_t p = static_cast<std::size_t>(stride::threads()), me = static_cast<std::size_t>(stride::mythread());
  stride::array<body, 1> bodies({p * each}, {each}), copies({p * p * each}, {p * each});
  const std::span<body> mine = bodies.own(0).data, all = copies.own(0).data;
  std::array<double, each> vx{}, vy{};
  for (std::size_t i = 0; i < each; i++) {
    const int n = static_cast<int>(me * each + i);
    mine[i] = {std::cos(0.7 * n) * (1 + n % 5), std::sin(0.7 * n) * (1 + n % 3), 1.0 + n % 4};
  }

  for (int step = 0; step < 50; step++) {
    stride::gather_all(copies[stride::blocks], bodies[stride::blocks], each, stride::mysync);
    for (std::size_t i = 0; i < each; i++)
      for (const body &other : all) {
        const double dx = other.x - mine[i].x, dy = other.y - mine[i].y, d = dx * dx + dy * dy + 0.01;
        vx[i] += 0.001 * other.mass * dx / (d * std::sqrt(d)), vy[i] += 0.001 * other.mass * dy / (d * std::sqrt(d));
      }
    for (std::size_t i = 0; i < each; i++) mine[i].x += 0.001 * vx[i], mine[i].y += 0.001 * vy[i];
  }

  double impulse = 0, push = 0;
  for (std::size_t i = 0; i < each; i++) impulse += mine[i].mass * vx[i], push += std::fabs(mine[i].mass * vx[i]);
  impulse = stride::sum(impulse), push = stride::sum(push);
  const bool right = std::fabs(impulse) < 1e-9 * push;
  if (me == 0) std::puts(right ? "PASS" : "FAIL");
  return !right;
}
