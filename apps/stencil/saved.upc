/* SPDX-License-Identifier: BSD-3-Clause
 * saved.upc: the result to a file, and the steps with checkpoints: a run that was killed goes on from the newest one,
 * on any number of threads. */
#include <stdio.h>
#include <string.h>
#include "upc_stride_file.h"
#include "stencil.h"

enum { KEPT = 2 }; /* checkpoints */

/* The rows of this thread's block in u, to A or from A. */
static void move_block(const problem_t *q, double *u, int to_A) {
  const size_t bytes = (size_t)q->block.j1 * sizeof(double);
  long i;
  for (i = 0; i < q->block.i1; i++) {
    double *row = q->my_A + i * (long)q->width;
    if (to_A) memcpy(row, point(q, u, i, 0), bytes);
    else memcpy(point(q, u, i, 0), row, bytes);
  }
}

static upc_stride_section_t all_of(const problem_t *q) {
  return UPC_SECTION(q->A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
}

void write_result(const problem_t *q, const char *path) {
  upc_barrier; /* nobody reads a halo any more */
  move_block(q, q->u[q->steps % 2], 1);
  upc_stride_write(path, all_of(q), "f8", NULL);
}

/* The points of the newest checkpoint, or those before the first step. Returns the steps that are done. */
static size_t begin(problem_t *q, const upc_stride_saved_t *saved) {
  const long long done = upc_stride_restart(q->checkpoint, 0, 1, saved);
  fill(q);
  if (done > 0) move_block(q, q->u[0], 0);
  if (done > (long long)q->steps) {
    app_wrong("%s: has step %lld, must be at most --steps %zu", q->checkpoint, done, q->steps);
    upc_barrier;
    upc_global_exit(2);
  }
  if (done > 0 && MYTHREAD == 0) fprintf(stderr, "stencil: goes on from step %lld\n", done);
  upc_barrier; /* all have read A */
  return (size_t)done;
}

void stencil_saved(void *problem) {
  problem_t *q = problem, part = *q;
  upc_stride_saved_t saved;
  size_t done;
  saved.name = "u", saved.section = all_of(q), saved.type = "f8";
  q->found = done = begin(q, &saved);
  while (done < q->steps) {
    part.steps = q->steps - done < q->every ? q->steps - done : q->every;
    stencil(&part);
    done += part.steps;
    upc_barrier;
    move_block(q, q->u[part.steps % 2], 1);
    upc_stride_checkpoint(q->checkpoint, (long long)done, KEPT, 1, &saved);
    move_block(q, q->u[0], 0);
  }
  move_block(q, q->u[0], 1);
  move_block(q, q->u[q->steps % 2], 0);
}
