// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 2
// Arrays whose last block is not full, and whose blocks are not as many for each thread: none reaches into the next.
#include "../check.h"

shared [64] int a[180], b[100], c[64], d[300];
shared [50] char e[20], f[70], g[140];

int main(void) {
  static shared [64] int local[180];
#define FILL(x, n, by) upc_forall (int i = 0; i < n; i++; &x[i]) x[i] = (by + i) % 101
  FILL(a, 180, 1000); FILL(b, 100, 220); FILL(c, 64, 340); FILL(d, 300, 460); FILL(local, 180, 580);
  FILL(e, 20, 10); FILL(f, 70, 20); FILL(g, 140, 30);
  upc_barrier;
#define SAME(x, n, by) for (int i = 0; i < n; i++) CHECK_EQ(x[i], (by + i) % 101)
  SAME(a, 180, 1000); SAME(b, 100, 220); SAME(c, 64, 340); SAME(d, 300, 460); SAME(local, 180, 580);
  SAME(e, 20, 10); SAME(f, 70, 20); SAME(g, 140, 30);
  return done();
}
