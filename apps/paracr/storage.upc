/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the equations by formula. */
#include <upc.h>
#include "paracr.h"
#include "../common/memory.h"

static double scramble(size_t v, size_t i) {
  unsigned long long x = ((unsigned long long)i * VECTORS + v) * 0x9e3779b97f4a7c15ull + 1;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (double)(x >> 11) * 0x1p-53 - 0.5;
}

/* a, c and d are in [-0.5, 0.5), b in [2, 3): the diagonal dominates. Equations behind the last one are x = 0. */
double coefficient(const problem_t *q, int v, size_t i) {
  if (i >= q->n) return v == B;
  if ((v == A && i == 0) || (v == C && i == q->n - 1)) return 0;
  return scramble((size_t)v, i) + (v == B ? 2.5 : 0);
}

void fill(void *problem) {
  const problem_t *q = problem;
  const size_t first = (size_t)MYTHREAD * q->rows;
  size_t i;
  int v;
  for (v = 0; v < VECTORS && is_active(q); v++)
    for (i = 0; i < q->rows; i++) q->my_blocks.v[v][i] = coefficient(q, v, first + i);
  for (v = 0; v < VECTORS && is_active(q); v++) /* the halos beyond the ends stay as they are */
    for (i = 0; i < 2 * q->classes; i++) q->my_halo.v[v][i] = v == B;
}

system_t new_system(size_t count) {
  system_t s;
  int v;
  for (v = 0; v < VECTORS; v++) s.v[v] = app_allocate(count, sizeof(double), "equations");
  s.count = count;
  return s;
}
