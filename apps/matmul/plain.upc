/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: C = A B without collectives, the paper's Figure 1: for each of its blocks of C a thread gets the blocks
 * of A and B it needs, wherever they are. What SUMMA is compared with. */
#include <upc.h>
#include <stdlib.h>
#include "blas.h"
#include "matmul.h"

void plain(const problem_t *q) {
  const size_t b = q->block, rows = q->grid[0] * b, cols = q->grid[1] * b, bytes = sizeof(double) * b * b;
  const size_t myrow = MYTHREAD / q->grid[1], mycol = MYTHREAD % q->grid[1];
  double *a_local = malloc(bytes), *b_local = malloc(bytes);

  for (size_t k = 0; k < q->p; k += b)
    for (size_t i = myrow * b; i < q->m; i += rows) {
      upc_memget(a_local, AT(q->A, i, k), bytes); /* A[i][k], anywhere in my grid row -> private */
      for (size_t j = mycol * b; j < q->n; j += cols) {
        upc_memget(b_local, AT(q->B, k, j), bytes); /* B[k][j], anywhere in my grid column -> private */
        dgemm(at_most(b, q->m - i), at_most(b, q->n - j), at_most(b, q->p - k), a_local, b, b_local, b,
              k == 0 ? 0.0 : 1.0, LOCAL(q->C, i, j), b);
      }
    }
  free(a_local);
  free(b_local);
}
