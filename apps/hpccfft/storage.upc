/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the numbers, by formula. */
#include <upc.h>
#include "hpccfft.h"
#include "../common/random.h"

complex_t element(size_t j) {
  complex_t x;
  x.re = app_random(2 * j, 0);
  x.im = app_random(2 * j + 1, 0);
  return x;
}

void fill(void *problem) {
  const problem_t *q = problem;
  const size_t first = q->along1.first * q->n2, count = q->along1.count * q->n2;
  size_t i;
  for (i = 0; i < count && is_active(q); i++) q->my_x[i] = element(first + i);
}
