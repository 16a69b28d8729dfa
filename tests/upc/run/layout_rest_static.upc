// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 2
// Arrays whose last block is not full, and whose blocks are not as many for each thread: none reaches into the next.
#include "../check.h"

shared [4] int a[10], b[6], c[4], d[17];
shared [3] char e[2], f[4], g[10];

int main(void) {
  static shared [4] int local[13];
#define FILL(x, n, by) upc_forall (int i = 0; i < n; i++; &x[i]) x[i] = by + i
  FILL(a, 10, 100); FILL(b, 6, 200); FILL(c, 4, 300); FILL(d, 17, 400); FILL(local, 13, 500);
  FILL(e, 2, 10); FILL(f, 4, 20); FILL(g, 10, 30);
  upc_barrier;
#define SAME(x, n, by) for (int i = 0; i < n; i++) CHECK_EQ(x[i], by + i)
  SAME(a, 10, 100); SAME(b, 6, 200); SAME(c, 4, 300); SAME(d, 17, 400); SAME(local, 13, 500);
  SAME(e, 2, 10); SAME(f, 4, 20); SAME(g, 10, 30);
  return done();
}
