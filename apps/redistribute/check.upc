/* SPDX-License-Identifier: BSD-3-Clause
 * check.upc: every element of A is compared with what its index says: an element of B in the section D, -1 outside. */
#include <upc.h>
#include "redistribute.h"

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

static double wrong; /* elements of this thread */

static void count_wrong(const problem_t *q, const size_t *index, double *element) {
  wrong += *element != wanted(q, index);
}

double faults(const problem_t *q) {
  double found = 0;
  int t;
  upc_barrier;
  wrong = 0;
  each_of_mine(q, TO, count_wrong);
  faults_of[MYTHREAD] = wrong;
  upc_barrier;
  for (t = 0; t < THREADS; t++) found += faults_of[t];
  upc_barrier;
  return found;
}
