// SPDX-License-Identifier: BSD-3-Clause
// Loops whose bound is in shared memory, beside accesses that move with them.
#include "../check.h"

shared int portion[THREADS], total;
shared [10] int v[10 * THREADS];
shared int w[40 * THREADS];
struct sizes { int first, last; };
shared struct sizes range[THREADS];

int main(void) {
  int i, j, sum = 0;
  portion[MYTHREAD] = 8;
  range[MYTHREAD].first = 1, range[MYTHREAD].last = 9;
  if (MYTHREAD == 0) total = 40 * THREADS;
  upc_barrier;
  for (i = 1; i <= portion[MYTHREAD]; i++) v[10 * MYTHREAD + i] = i;
  for (i = 1; i <= portion[MYTHREAD]; i++) sum += v[10 * MYTHREAD + i];
  CHECK_EQ(sum, 36);
  for (i = range[MYTHREAD].last - 1, sum = 0; i >= range[MYTHREAD].first; i--) sum += v[10 * MYTHREAD + i] * i;
  CHECK_EQ(sum, 204);
  upc_forall (i = 0; i < total; i++; &w[i]) w[i] = i;
  upc_barrier;
  for (i = 0, sum = 0; i < total; i += 1) sum += w[i];
  CHECK_EQ(sum, 20 * THREADS * (40 * THREADS - 1));
  upc_barrier;
  upc_forall (i = 0; i < total; i++; i) w[i] += total;
  upc_barrier;
  for (j = 0, sum = 0; j < THREADS; j++)
    for (i = 0; i < 5 * portion[j]; i++) sum += w[j * 40 + i] - total;
  CHECK_EQ(sum, 20 * THREADS * (40 * THREADS - 1));
  upc_barrier;
  for (i = 0; i < portion[MYTHREAD]; i++)
    if (i == 3) portion[MYTHREAD] = 5;
  CHECK_EQ(i, 5);
  return done();
}
