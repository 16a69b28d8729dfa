/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the numbers, by formula. */
#include <upc.h>
#include "hpccfft.h"

static double scramble(unsigned long long x) {
  x = x * 0x9e3779b97f4a7c15ull + 1;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (double)(x >> 11) * 0x1p-53 - 0.5;
}

complex_t element(size_t j) {
  complex_t x;
  x.re = scramble(2 * j);
  x.im = scramble(2 * j + 1);
  return x;
}

void fill(void *problem) {
  const problem_t *q = problem;
  const size_t first = q->along1.first * q->n2, count = q->along1.count * q->n2;
  size_t i;
  for (i = 0; i < count && is_active(q); i++) q->my_x[i] = element(first + i);
}
