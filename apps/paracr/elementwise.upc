/* SPDX-License-Identifier: BSD-3-Clause
 * elementwise.upc: the redistributions without aggregation: each thread reads the elements that it needs one by one,
 * from the threads that have them. Between far threads each is a message. The phases are those of paracr.upc. */
#include <upc.h>
#include "paracr.h"
#include "../common/timing.h"

/* The first element of row (thread, vector) of an array of equations. */
static shared [] double *row_of(upc_stride_array_t array, size_t thread, size_t vector) {
  size_t index[] = {0, 0, 0};
  index[0] = thread;
  index[1] = vector;
  return (shared [] double *)upc_stride_at(array, index);
}

/* Equation Q j + t of block r -> place [r][j] of class t, for the classes of this thread. */
void fetch_cyclic(const problem_t *q) {
  const size_t Q = q->classes, columns = q->rows / Q, first = (size_t)MYTHREAD * q->each;
  const double start = app_begin();
  size_t r, c, j;
  int v;
  upc_barrier; /* all have reduced their blocks */
  for (r = 0; r < q->active && is_active(q); r++)
    for (v = 0; v < VECTORS; v++) {
      const shared [] double *from = row_of(q->blocks, r, (size_t)v);
      for (c = 0; c < q->each && first + c < Q; c++) {
        double *to = q->my_cyclic.v[0] + (c * VECTORS + (size_t)v) * q->length + r * columns;
        for (j = 0; j < columns; j++) to[j] = from[j * Q + first + c];
      }
    }
  app_end(APP_MOVE, start);
}

/* The solution of class t, place k -> equation Q k + t, for the block of this thread. */
void fetch_solution(const problem_t *q) {
  const size_t Q = q->classes, columns = q->rows / Q, first = (size_t)MYTHREAD * columns;
  const double start = app_begin();
  size_t t, j;
  upc_barrier; /* all have solved their classes */
  for (t = 0; t < Q && is_active(q); t++) {
    size_t at = t * q->length + first;
    const shared [] double *from = (shared [] double *)upc_stride_at(q->x_cyclic, &at);
    for (j = 0; j < columns; j++) q->my_x[j * Q + t] = from[j];
  }
  upc_barrier; /* nobody reads any more */
  app_end(APP_MOVE, start);
}
