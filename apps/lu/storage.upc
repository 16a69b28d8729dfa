/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the elements of the matrix, by formula. */
#include <upc.h>
#include "lu.h"
#include "../common/random.h"

/* In [-0.5, 0.5), as in HPL; 0 in a column that --singular names. */
double element(const problem_t *q, size_t i, size_t j) {
  return j + 1 == q->singular ? 0 : app_random_element(i, j, 0);
}

void fill(void *problem) {
  const problem_t *q = problem;
  size_t k, j, i;
  for (k = 0; k < q->panels; k++)
    for (j = 0; is_mine(q, k) && j < width_of(q, k); j++) {
      double *const column = q->mine + (my_column(q, k) + j) * q->ld;
      for (i = 0; i < q->height; i++) column[i] = element(q, whole_row(q, i), k * q->block + j);
    }
}
