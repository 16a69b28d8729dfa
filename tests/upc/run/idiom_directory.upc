// SPDX-License-Identifier: BSD-3-Clause
// NAS CG's and FT's way with shared space: a directory of shared [] pointers, private tables of them, pointers swapped.
#include "../check.h"
#define N 30

shared [] double *shared x_dir[THREADS], *shared y_dir[THREADS];
typedef struct { double re, im; } complex_t;
typedef struct { shared [] complex_t *cell; int count; } slab_t;
shared slab_t slab[THREADS];

int main(void) {
  x_dir[MYTHREAD] = upc_alloc(N * sizeof(double));
  y_dir[MYTHREAD] = (shared [] double *)upc_alloc(N * sizeof(double));
  double *mine = (double *)x_dir[MYTHREAD], *other = (double *)y_dir[MYTHREAD];
  for (int k = 0; k < N; k++) mine[k] = MYTHREAD * N + k, other[k] = -1;
  upc_barrier;
  shared [] double *x[THREADS], *y[THREADS];
  for (int t = 0; t < THREADS; t++) x[t] = x_dir[t], y[t] = y_dir[t];
  /* push to the right neighbour, pull from the left one */
  int right = (MYTHREAD + 1) % THREADS, left = (MYTHREAD + THREADS - 1) % THREADS;
  for (int k = 0; k < N / 2; k++) y[right][k] = mine[k];
  upc_memput(&y[right][N / 2], &mine[N / 2], (N - N / 2) * sizeof(double));
  upc_barrier;
  for (int k = 0; k < N; k++) CHECK_D(other[k], left * N + k);
  for (int it = 0; it < 4; it++) {
    for (int t = 0; t < THREADS; t++) {
      shared [] double *swap = x[t];
      x[t] = y[t];
      y[t] = swap;
    }
    for (int t = 0; t < THREADS; t++) CHECK_D(x[t][3], (it % 2 == 0 ? (t + THREADS - 1) % THREADS : t) * N + 3);
  }
  slab[MYTHREAD].cell = upc_alloc(5 * sizeof(complex_t));
  slab[MYTHREAD].count = 5;
  for (int k = 0; k < 5; k++) slab[MYTHREAD].cell[k].re = k, slab[MYTHREAD].cell[k].im = MYTHREAD;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    slab_t s = slab[t];
    complex_t sum = {0, 0}, c;
    for (int k = 0; k < s.count; k++) c = s.cell[k], sum.re += c.re, sum.im += slab[t].cell[k].im;
    CHECK_D(sum.re, 10); CHECK_D(sum.im, 5 * t);
    complex_t room[5];
    upc_memget(room, slab[t].cell, sizeof room);
    CHECK_D(room[4].re * 100 + room[2].im, 400 + t);
  }
  upc_barrier;
  upc_free(x_dir[MYTHREAD]); upc_free(y_dir[MYTHREAD]); upc_free(slab[right].cell);
  return done();
}
