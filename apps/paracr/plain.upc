/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: all steps in blocks, without collectives. Between barriers every thread gets the equations at the distance
 * of the step from their owners: pieces of blocks. The blocks are changed in place, after another barrier. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "paracr.h"
#include "../common/timing.h"

/* Equations first .. first + count - 1 of all threads -> the start of `to`; those outside are x = 0. */
static void get(const problem_t *q, long long first, size_t count, const system_t *to) {
  const long long n = (long long)(q->active * q->rows);
  const double start = app_begin();
  size_t done = 0;
  int v;
  while (done < count) {
    const long long i = first + (long long)done;
    size_t piece = count - done, index[3];
    if (i >= 0 && i < n) {
      index[0] = (size_t)i / q->rows, index[2] = (size_t)i % q->rows;
      if (piece > q->rows - index[2]) piece = q->rows - index[2];
      for (v = 0; v < VECTORS; v++) {
        index[1] = (size_t)v;
        upc_memget(to->v[v] + done, upc_stride_at(q->blocks, index), piece * sizeof(double));
      }
    } else {
      piece = 1;
      for (v = 0; v < VECTORS; v++) to->v[v][done] = v == B;
    }
    done += piece;
  }
  app_end(APP_MOVE, start);
}

/* Equation i with its neighbours, which are equations i of `left` and `right`. */
static void eliminate(const system_t *mine, const system_t *left, const system_t *right) {
  const double start = app_begin();
  size_t i;
  for (i = 0; i < mine->count; i++) {
    const double alpha = -mine->v[A][i] / left->v[B][i], gamma = -mine->v[C][i] / right->v[B][i];
    mine->v[A][i] = alpha * left->v[A][i];
    mine->v[B][i] += alpha * left->v[C][i] + gamma * right->v[A][i];
    mine->v[C][i] = gamma * right->v[C][i];
    mine->v[D][i] += alpha * left->v[D][i] + gamma * right->v[D][i];
  }
  app_end(APP_COMPUTE, start);
}

void plain(void *problem) {
  const problem_t *q = problem;
  const long long mine = (long long)((size_t)MYTHREAD * q->rows);
  long long distance;
  for (distance = 1; (size_t)distance < q->n; distance *= 2) {
    if (is_active(q)) {
      get(q, mine - distance, q->rows, &q->work[0]);
      get(q, mine + distance, q->rows, &q->work[1]);
    }
    app_wait();
    upc_barrier;
    if (is_active(q)) eliminate(&q->my_blocks, &q->work[0], &q->work[1]);
    app_wait();
    upc_barrier;
  }
  if (is_active(q)) solve_reduced(&q->my_blocks, q->my_x);
}
