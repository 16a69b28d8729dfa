/* SPDX-License-Identifier: BSD-3-Clause
 * arrays.upc: the shared arrays: a block on each thread. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "lu.h"
#include "../common/memory.h"
#include "../tuned.h"

/* `size` doubles on each thread; *mine, unless `mine` is null: those of the caller. */
static upc_stride_array_t block_each(problem_t *q, size_t size, double **mine) {
  upc_stride_array_t array =
      app_matrix((size_t)q->grid[0], (size_t)q->grid[1] * size, 1, size, sizeof(double), q->grid);
  if (mine != NULL) *mine = (double *)app_at(array, q->myrow, q->mycol * size);
  q->memory += 8.0 * (double)size * THREADS;
  return array;
}

static void place(const options_t *o, problem_t *q) {
  q->n = o->n, q->block = o->block, q->singular = o->singular;
  q->panels = pieces(q->n, q->block);
  q->grid[0] = o->grid[0], q->grid[1] = o->grid[1];
  q->myrow = (size_t)(MYTHREAD / q->grid[1]), q->mycol = (size_t)(MYTHREAD % q->grid[1]);
  q->height = my_row(q, q->panels), q->width = my_column(q, q->panels);
  q->ld = at_most(allocated_side(q->n, q->block, (size_t)q->grid[0]) / (size_t)q->grid[0], q->n);
  q->columns = allocated_side(q->n, q->block, (size_t)q->grid[1]) / (size_t)q->grid[1];
  q->message = q->block * (q->block + q->ld + 1) + 1;
}

static int row_is_near(const problem_t *q) {
  size_t block[] = {0, 0};
  block[0] = q->myrow;
  for (; block[1] < (size_t)q->grid[1]; block[1]++)
    if (upc_stride_near_block(q->A, block) == NULL) return 0;
  return 1;
}

/* For the swaps of rows on a grid of one row. */
static void new_moves(problem_t *q) {
  size_t i;
  q->order = app_allocate(q->n, sizeof *q->order, "swaps of rows");
  q->move_from = app_allocate(q->n, sizeof *q->move_from, "swaps of rows");
  q->move_to = app_allocate(q->n, sizeof *q->move_to, "swaps of rows");
  for (i = 0; i < q->n; i++) q->order[i] = i;
}

/* The most elements of joined groups that a thread has. */
static size_t most_joined(const problem_t *q) {
  size_t most = 1, k;
  for (k = q->group - 1; is_joined(q, k); k += q->group) {
    const size_t size = joined_before(q, k) + joined_size(q, k);
    if (size > most) most = size;
  }
  return most;
}

problem_t new_problem(const options_t *o) {
  problem_t q;
  int i;
  memset(&q, 0, sizeof q);
  place(o, &q);
  q.A = block_each(&q, q.ld * q.columns, &q.mine);
  q.near = row_is_near(&q);
  q.in_place = q.near && q.grid[0] == 1 && !o->plain;
  q.group = q.in_place && o->groups && o->block < LU_GROUP ? LU_GROUP / o->block : 1;
  q.most_joined = most_joined(&q);
  if (q.group > 1) q.joined = block_each(&q, q.most_joined, NULL);
  q.lent_joined = app_allocate(q.panels, sizeof *q.lent_joined, "the places of groups");
  q.lent = app_allocate(q.panels, sizeof *q.lent, "the places of panels");
  q.updates = app_allocate(q.width, sizeof *q.updates, "the updates of columns");
  for (i = 0; i < 3; i++) q.sent[i] = block_each(&q, q.message, &q.my_sent[i]);
  for (i = 0; i < 3; i++) q.tail[i] = block_each(&q, q.block + 1, &q.my_tail[i]);
  q.pivots = app_allocate(q.n, sizeof *q.pivots, "pivots");
  q.spare = app_allocate(q.grid[0] == 1 ? q.n : q.block, sizeof *q.spare, "rows that are swapped");
  if (q.grid[0] == 1) {
    new_moves(&q);
    return q;
  }
  q.candidate = block_each(&q, candidate_size(&q), &q.my_candidate);
  q.best = block_each(&q, candidate_size(&q), &q.my_best);
  q.upper = block_each(&q, row_buffer(&q), &q.my_upper);
  for (i = 0; i < ROW_BUFFERS; i++) q.rows[i] = block_each(&q, row_buffer(&q), &q.my_rows[i]);
  return q;
}

void free_problem(const problem_t *q) {
  int i;
  upc_stride_all_free(q->A);
  for (i = 0; i < 3; i++) upc_stride_all_free(q->sent[i]), upc_stride_all_free(q->tail[i]);
  free(q->pivots);
  free(q->lent_joined);
  upc_stride_all_free(q->joined);
  free(q->lent);
  free(q->updates);
  free(q->spare);
  free(q->order);
  free(q->move_from);
  free(q->move_to);
  upc_stride_all_free(q->candidate);
  upc_stride_all_free(q->best);
  upc_stride_all_free(q->upper);
  for (i = 0; i < ROW_BUFFERS; i++) upc_stride_all_free(q->rows[i]);
}
