/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Heat in a ring of metal. Each thread has a part of it, with a cell at each end for its neighbours' last ones. It
 * writes its ends into the neighbours' memory, and waits for these two threads alone: sync images in coarrays.
 *
 *   upcc -O2 heat.upc -o heat && upcrun -n 4 ./heat
 */
#include <math.h>
#include <stdio.h>
#include <upc_stride_coll.h>

#define CELLS 100                                 /* of a thread */
#define STEPS 1000

shared [CELLS + 2] double u[THREADS * (CELLS + 2)]; /* real :: u(0:cells+1)[*] */

int main(void) {
  const int left = (MYTHREAD + THREADS - 1) % THREADS, right = (MYTHREAD + 1) % THREADS;
  const int neighbours[] = {left, right}, count = left == right ? 1 : 2;
  double *mine = (double *)&u[MYTHREAD * (CELLS + 2)], next[CELLS + 2], heat = 0;
  int step, i;
  for (i = 1; i <= CELLS; i++) mine[i] = MYTHREAD == 0 && i <= 10 ? 100 : 0;
  upc_barrier;
  for (step = 0; step < STEPS; step++) {
    u[left * (CELLS + 2) + CELLS + 1] = mine[1];  /* u(cells + 1)[left] = u(1) */
    u[right * (CELLS + 2)] = mine[CELLS];         /* u(0)[right] = u(cells) */
    upc_stride_sync_threads(neighbours, count);   /* sync images (neighbours) */
    for (i = 1; i <= CELLS; i++) next[i] = mine[i] + 0.25 * (mine[i - 1] - 2 * mine[i] + mine[i + 1]);
    for (i = 1; i <= CELLS; i++) mine[i] = next[i];
    upc_stride_sync_threads(neighbours, count);   /* they have read their ends */
  }
  for (i = 1; i <= CELLS; i++) heat += mine[i];
  heat = upc_stride_sum(heat);                    /* call co_sum (heat) */
  if (MYTHREAD == 0) printf("the heat is %.6f\n", heat);
  return !(fabs(heat - 1000) < 1e-6);
}
