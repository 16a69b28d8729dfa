/* SPDX-License-Identifier: BSD-3-Clause
 * storage.upc: the equations by formula. */
#include <upc.h>
#include "paracr.h"
#include "../common/memory.h"
#include "../common/random.h"

/* a, c and d are in [-0.5, 0.5), b in [2, 3): the diagonal dominates. Equations behind the last one are x = 0. */
double coefficient(const problem_t *q, int v, size_t i) {
  if (i >= q->n) return v == B;
  if ((v == A && i == 0) || (v == C && i == q->n - 1)) return 0;
  return app_random((unsigned long long)i * VECTORS + (unsigned long long)v, 0) + (v == B ? 2.5 : 0);
}

void fill(void *problem) {
  const problem_t *q = problem;
  const size_t first = (size_t)MYTHREAD * q->rows;
  size_t i;
  int v;
  for (v = 0; v < VECTORS && is_active(q); v++)
    for (i = 0; i < q->rows; i++) q->my_blocks.v[v][i] = coefficient(q, v, first + i);
  for (v = 0; v < VECTORS && q->my_halo.v[v] != NULL; v++) /* the halos beyond the ends stay as they are */
    for (i = 0; i < 2 * q->classes; i++) q->my_halo.v[v][i] = v == B;
}

system_t new_system(size_t count) {
  system_t s;
  int v;
  for (v = 0; v < VECTORS; v++) s.v[v] = app_allocate(count, sizeof(double), "equations");
  s.count = count;
  return s;
}
