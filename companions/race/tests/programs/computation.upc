// SPDX-License-Identifier: BSD-3-Clause
// race: 21 22
// race: 24 25
// race: 27 28
// race: 30 31
// says: by upc_all_sort
// says: by upc_all_prefix_reduceL
// UPC's reductions read the source, prefixes write the destination, and sorting changes the array, as the flags say.
#include <upc_relaxed.h>
#include <upc_collective.h>

#define OUT (FLAGS ? UPC_IN_ALLSYNC | UPC_OUT_MYSYNC : 0)
shared [3] long x[3 * THREADS], y[3 * THREADS], z[3 * THREADS], u[3 * THREADS];
shared long sum;

static int order(shared void *a, shared void *b) { return *(shared [] long *)a > *(shared [] long *)b; }

int main(void) {
  int next = 3 * ((MYTHREAD + 1) % THREADS), n = 3 * THREADS - 1;
  for (int i = 0; i < 3; i++) x[3 * MYTHREAD + i] = y[3 * MYTHREAD + i] = z[3 * MYTHREAD + i] = i;
  upc_all_reduceL(&sum, &x[1], UPC_ADD, n, 3, NULL, OUT);
  x[next + 2] = 1;
  upc_barrier;
  upc_all_prefix_reduceL(z, y, UPC_ADD, n, 3, NULL, OUT);
  if (z[next + 1] < 0) return 1;
  upc_barrier;
  upc_all_prefix_reduceL(u, y, UPC_ADD, n, 3, NULL, OUT);
  y[next] = 1;
  upc_barrier;
  upc_all_sort(z, sizeof(long), n, 3, order, FLAGS ? UPC_IN_NOSYNC | UPC_OUT_NOSYNC : 0);
  if (z[3 * MYTHREAD + 1] < 0) return 1;
  return 0;
}
