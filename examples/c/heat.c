/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Heat in a ring of metal. Each thread has a part of it, with a cell at each end for its neighbours' last ones. It
 * writes its ends into the neighbours' memory, and waits for these two threads alone. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <upc_stride.h>

enum { CELLS = 100, ROW = CELLS + 2 };

int main(void) {
  upc_stride_init(NULL);
  const int p = upc_stride_threads(), me = upc_stride_mythread(), left = (me + p - 1) % p, right = (me + 1) % p;
  const int neighbours[] = {left, right}, count = left == right ? 1 : 2;
  const size_t cells[] = {(size_t)p * ROW}, row[] = {ROW};
  upc_stride_array_t u = upc_stride_all_alloc(1, cells, row, sizeof(double), 0, NULL);
  const size_t before = (size_t)left * ROW + CELLS + 1, after = (size_t)right * ROW;
  double *mine = upc_stride_own_block(u, 0, NULL), next[ROW], heat = 0;
  for (int i = 1; me == 0 && i <= 10; i++) mine[i] = 100;
  upc_stride_barrier_all();
  for (int step = 0; step < 1000; step++) {
    upc_stride_put(upc_stride_at(u, &before), &mine[1], sizeof(double));
    upc_stride_put(upc_stride_at(u, &after), &mine[CELLS], sizeof(double));
    upc_stride_sync_threads(neighbours, (size_t)count);
    for (int i = 1; i <= CELLS; i++) next[i] = mine[i] + 0.25 * (mine[i - 1] - 2 * mine[i] + mine[i + 1]);
    memcpy(&mine[1], &next[1], sizeof(double[CELLS]));
    upc_stride_sync_threads(neighbours, (size_t)count); /* they have read their ends */
  }
  for (int i = 1; i <= CELLS; i++) heat += mine[i];
  const int is_right = fabs(upc_stride_sum(heat) - 1000) < 1e-6;
  if (me == 0) puts(is_right ? "PASS" : "FAIL");
  return upc_stride_finalize() || !is_right;
}
