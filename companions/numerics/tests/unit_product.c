/* SPDX-License-Identifier: BSD-3-Clause
 * Grids of products: whole, large enough, and as good as the best of all. What a thread receives is compared with the
 * least over all grids of as many threads whose blocks are even, for square, deep, high and flat products. */
#include "numerics/product.h"

#include <stdio.h>

static int failures;

static void expect(const char *what, const upc_stride_product_t *P, double got, double wanted) {
  if (failures++ < 20)
    printf("%zu x %zu x %zu on %d x %d x %d: %s is %g, must be %g\n", P->m, P->n, P->k, P->layers, P->rows, P->columns,
           what, got, wanted);
}

static void covers(const upc_stride_product_t *P, int threads) {
  const double all = (double)P->layers * P->rows * P->columns;
  if (all > threads) expect("the number of threads, at most,", P, all, threads);
  if (P->height * (size_t)P->rows < P->m) expect("the blocks' height", P, (double)P->height, (double)P->m);
  if (P->width * (size_t)P->columns < P->n) expect("the blocks' width", P, (double)P->width, (double)P->n);
  if (P->m > 0 && P->n > 0 && P->depth * P->panels * (size_t)P->layers < P->k)
    expect("the panels' depth", P, (double)P->depth, (double)P->k);
  if (P->height % (size_t)P->layers != 0) expect("the rest of slices", P, (double)(P->height % (size_t)P->layers), 0);
}

/* The bytes of all threads of a grid, with blocks that need not be whole. */
static double bytes(double m, double n, double k, int layers, int rows, int columns) {
  return 8 * (m * k * (columns - 1) + k * n * (rows - 1) + m * n * (layers - 1));
}

static double least(double m, double n, double k, int threads) {
  double best = -1, now;
  int layers, rows;
  for (layers = 1; layers <= threads; layers++)
    for (rows = 1; rows <= threads / layers; rows++) {
      if (threads % (layers * rows) != 0) continue;
      now = bytes(m, n, k, layers, rows, threads / layers / rows);
      if (best < 0 || now < best) best = now;
    }
  return best;
}

static void near_the_least(size_t m, size_t n, size_t k, int threads) {
  upc_stride_product_t P;
  double all;
  upc_stride_product_cut(&P, m, n, k, 8, threads);
  covers(&P, threads);
  all = P.received * P.layers * P.rows * P.columns;
  if (all > 1.2 * least((double)m, (double)n, (double)k, threads))
    expect("the bytes of all threads", &P, all, least((double)m, (double)n, (double)k, threads));
}

int main(void) {
  static const int threads[] = {2, 4, 8, 16, 64, 256, 1024, 4096, 16384};
  upc_stride_product_t P;
  size_t m, n, k, t;
  for (t = 0; t < sizeof threads / sizeof threads[0]; t++) {
    near_the_least(65536, 65536, 65536, threads[t]);
    if (threads[t] <= 4096) near_the_least(4096, 4096, 1 << 24, threads[t]); /* a slice of the sums is a row at least */
    near_the_least(1 << 24, 4096, 4096, threads[t]);
    near_the_least(1 << 18, 1 << 18, 4096, threads[t]);
  }
  for (m = 0; m < 12; m++)
    for (n = 0; n < 12; n++)
      for (k = 0; k < 12; k++)
        for (t = 1; t < 14; t++) upc_stride_product_cut(&P, m, n, k, 16, (int)t), covers(&P, (int)t);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
