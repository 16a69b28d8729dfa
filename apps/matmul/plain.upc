/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: C = A B without collectives, the paper's Figure 1. For each of its blocks of C a thread gets the blocks of
 * A and B that it needs from their owners. SUMMA is compared with this version. */
#include <upc.h>
#include <stdlib.h>
#include "matmul.h"
#include "../common/blas.h"
#include "../common/memory.h"
#include "../common/timing.h"
#include "../common/work.h"

static void get(double *dst, shared const void *src, size_t bytes) {
  const double start = app_begin();
  upc_memget(dst, src, bytes);
  app_end(APP_MOVE, start);
}

static void multiply(const problem_t *q, size_t i, size_t j, size_t k, const double *a, const double *b) {
  const double start = app_begin();
  const size_t h = at_most(q->bm, q->m - i), w = at_most(q->bn, q->n - j), depth = at_most(q->bp, q->p - k);
  if (app_has_data()) gemm("N", h, w, depth, 1, a, q->bm, b, q->bp, k == 0 ? 0 : 1, LOCAL(q->C, i, j), q->bm);
  app_work(2.0 * (double)h * (double)w * (double)depth, "dgemm");
  app_end(APP_COMPUTE, start);
}

void plain(void *problem) {
  const problem_t *q = problem;
  const size_t rows = q->grid[0] * q->bm, cols = q->grid[1] * q->bn;
  const size_t a_bytes = sizeof(double) * q->bm * q->bp, b_bytes = sizeof(double) * q->bp * q->bn;
  double *a_local = app_allocate(1, a_bytes, "a block of A"), *b_local = app_allocate(1, b_bytes, "a block of B");

  for (size_t k = 0; k < q->p; k += q->bp) {
    app_progress(k / q->bp, pieces(q->p, q->bp));
    for (size_t i = q->myrow * q->bm; i < q->m; i += rows) {
      get(a_local, AT(q->A, i, k), a_bytes); /* A[i][k], on any thread of my grid row -> private */
      for (size_t j = q->mycol * q->bn; j < q->n; j += cols) {
        get(b_local, AT(q->B, k, j), b_bytes); /* B[k][j], on any thread of my grid column -> private */
        multiply(q, i, j, k, a_local, b_local);
      }
    }
  }
  free(a_local);
  free(b_local);
}
