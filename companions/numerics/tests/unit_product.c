/* SPDX-License-Identifier: BSD-3-Clause
 * Grids of products: whole, large enough, and as good as the best of all. What the threads receive is compared with the
 * least over all grids of as many threads whose blocks are even, for square, deep, high and flat products; with a limit
 * of memory over those grids that keep to it. */
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

/* What a thread of such a grid needs at least: its part of each matrix, two panels of each factor that it receives, and
 * a slice of the sums. */
static double memory(double m, double n, double k, int layers, int rows, int columns) {
  const double shallowest = (double)upc_stride_cuts()->shallowest, block = m * n / ((double)rows * columns);
  const double panels = 2 * shallowest * ((columns > 1 ? m / rows : 0) + (rows > 1 ? n / columns : 0));
  const double parts = (m * k + k * n) / ((double)layers * rows * columns);
  return 8 * (parts + panels + block * (layers > 1 ? 1 + 1.0 / layers : 1));
}

static double least(double m, double n, double k, int threads) {
  const double most = upc_stride_cuts()->most_memory;
  double best = -1, now;
  int layers, rows;
  for (layers = 1; layers <= threads; layers++)
    for (rows = 1; rows <= threads / layers; rows++) {
      if (threads % (layers * rows) != 0) continue;
      if (most > 0 && memory(m, n, k, layers, rows, threads / layers / rows) > most) continue;
      now = bytes(m, n, k, layers, rows, threads / layers / rows);
      if (best < 0 || now < best) best = now;
    }
  return best;
}

static double received(upc_stride_product_t *P, size_t m, size_t n, size_t k, int threads) {
  upc_stride_product_cut(P, m, n, k, 8, threads);
  covers(P, threads);
  return P->received * P->layers * P->rows * P->columns;
}

static void compare(size_t m, size_t n, size_t k, int threads) {
  upc_stride_product_t P;
  const double all = received(&P, m, n, k, threads), wanted = least((double)m, (double)n, (double)k, threads);
  const double most = upc_stride_cuts()->most_memory;
  if (all > 1.2 * wanted) expect("the bytes of all threads", &P, all, wanted);
  if (most > 0 && P.memory > most) expect("the memory", &P, P.memory, most);
  if (most > 0) printf(" %.2f |", all / wanted);
  else
    printf("| %zu x %zu x %zu | %d | %d x %d x %d | %.2f |", m, n, k, threads, P.layers, P.rows, P.columns,
           all / wanted);
}

/* A row of the table in ../library/README.md. */
static void near_the_least(size_t m, size_t n, size_t k, int threads) {
  static const double factors[] = {2, 1.25};
  upc_stride_product_t P;
  double least_memory;
  size_t i;
  compare(m, n, k, threads);
  upc_stride_cuts()->most_memory = 1;
  received(&P, m, n, k, threads);
  least_memory = P.memory;
  for (i = 0; i < 2; i++) {
    upc_stride_cuts()->most_memory = factors[i] * least_memory;
    compare(m, n, k, threads);
  }
  upc_stride_cuts()->most_memory = 0;
  puts("");
}

/* Two threads of which each has one half of the inner dimension. */
static void of_two(size_t m, size_t n, size_t k, size_t panels) {
  upc_stride_product_t P;
  upc_stride_product_cut(&P, m, n, k, 8, 2);
  if (P.panels != panels) expect("the number of panels", &P, (double)P.panels, (double)panels);
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
  of_two(20000, 200, 200, 1);         /* C is large beside a panel */
  of_two(4096, 256, 256, 2);          /* panels are read where they lie */
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
