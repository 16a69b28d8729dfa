/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: the assignment without aggregation: the owner of each element of A reads one element of B. A read of an
 * element on a far thread is a message and its answer. */
#include <upc_relaxed.h>
#include <string.h>
#include "redistribute.h"
#include "../common/timing.h"

void elementwise(void *problem) {
  const problem_t *q = problem;
  const double start = app_begin();
  size_t at[MOST_DIMS], to[MOST_DIMS], from[MOST_DIMS]; /* the place in the sections, in A and in B */
  int k = 0;
  memset(at, 0, sizeof at);
  while (k >= 0) {
    for (k = 0; k < q->dims; k++) {
      to[k] = q->section[TO][k].lo + at[k] * q->section[TO][k].step;
      from[k] = q->section[FROM][k].lo + at[k] * q->section[FROM][k].step;
      if (!is_mine(q, TO, k, to)) break;
    }
    if (k == q->dims) {
      double *const element = (double *)upc_stride_at(q->array[TO], to);
      *element = *(shared [] const double *)upc_stride_at(q->array[FROM], from);
      k--;
    } else {
      memset(at + k + 1, 0, sizeof at - sizeof *at * (size_t)(k + 1)); /* what is not mine in dimension k is skipped */
    }
    for (; k >= 0 && ++at[k] == picked(q->section[TO][k]); k--) at[k] = 0;
  }
  app_end(APP_MOVE, start);
}
