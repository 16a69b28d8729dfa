/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the points before the first step. */
#include <string.h>
#include "stencil.h"

double start_value(size_t i, size_t j) {
  unsigned long long x = ((unsigned long long)i << 32 | j) * 0x9e3779b97f4a7c15ull + 1;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  return (double)(x >> 11) * 0x1p-52 - 1;
}

void fill(void *problem) {
  const problem_t *q = problem;
  const size_t bytes = (q->height + 2 * q->halo) * q->pitch * sizeof(double);
  long i, j;
  memset(q->u[0], 0, bytes);
  memset(q->u[1], 0, bytes);
  for (i = q->block.i0; i < q->block.i1; i++)
    for (j = q->block.j0; j < q->block.j1; j++)
      *point(q, q->u[0], i, j) = start_value(q->first_row + (size_t)i, q->first_col + (size_t)j);
}
