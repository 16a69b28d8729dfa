/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: every element of A is compared with what its index says: an element of B in the section D, -1 outside. */
#include <upc.h>
#include <stdio.h>
#include <string.h>
#include "redistribute.h"
#include "../common/report.h"

static shared double faults_of[THREADS];

/* What an element of A must be. */
static double wanted(const problem_t *q, const size_t *index) {
  size_t from[MOST_DIMS];
  int k;
  for (k = 0; k < q->dims; k++) {
    const range_t to = q->section[TO][k];
    if (index[k] < to.lo || index[k] > to.hi || (index[k] - to.lo) % to.step != 0) return -1;
    from[k] = q->section[FROM][k].lo + (index[k] - to.lo) / to.step * q->section[FROM][k].step;
  }
  return value_at(q, from);
}

double faults(const problem_t *q) {
  size_t index[MOST_DIMS];
  double found = 0;
  int k = 0, t;
  memset(index, 0, sizeof index);
  upc_barrier;
  while (k >= 0) {
    for (k = 0; k < q->dims && is_mine(q, TO, k, index[k]); k++) {}
    if (k == q->dims) found += *(double *)upc_stride_at(q->array[TO], index) != wanted(q, index);
    for (k = q->dims - 1; k >= 0 && ++index[k] == q->shape[TO][k]; k--) index[k] = 0;
  }
  faults_of[MYTHREAD] = found;
  upc_barrier;
  for (found = 0, t = 0; t < THREADS; t++) found += faults_of[t];
  upc_barrier;
  return found;
}
