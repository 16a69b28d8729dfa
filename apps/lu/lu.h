/* SPDX-License-Identifier: BSD-3-Clause
 * lu.h: PA = LU with partial pivoting. A is n x n in panels of `block` columns, which go round the threads. A panel is
 * whole columns, so the search for pivots and the swaps of rows need no communication; a factored panel goes to all
 * threads.
 *
 * A thread's panels lie one after another, column by column with n elements each: to BLAS they are one column-major
 * matrix, and one dgemm updates all of them.
 *
 *   2 threads, 5 panels        | 0 | 1 | 0 | 1 | 0 |     Thread 0 has one matrix of panels 0, 2 and 4.
 *
 * What is sent of panel k: its rows from the diagonal on, column by column, then the row that each of these columns was
 * swapped with (counted from 0 in the whole matrix), then LAPACK's info. */
#ifndef LU_H
#define LU_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"

typedef struct {
  size_t n, block;
  size_t singular;           /* --singular m: column m is zero; 0: none */
  size_t repeat;
  int check, plain, json, profile;
} options_t;

typedef struct {
  size_t n, block, panels;   /* panels: in the whole matrix */
  size_t singular;
  size_t width;              /* columns of this thread */
  double *mine;              /* this thread's panels */
  upc_stride_array_t A;      /* row j is column j of the matrix */
  upc_stride_array_t sent[3]; /* on each thread a panel as it is sent; entry k mod 3 */
  double *my_sent[3];
  size_t message;            /* elements of such an entry */
  int *pivots;               /* for each row the one that it was swapped with, from 0; private, the same everywhere */
  size_t info;               /* the first column without a pivot, from 1; 0: none */
  double memory;             /* bytes of the shared arrays on all threads */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(int argc, char **argv, options_t *o);

/* The argument is a problem_t; both overwrite A with L and U. Collective. They neither start nor end with a barrier. */
void lu(void *problem);      /* lu.upc: broadcasts with look-ahead */
void plain(void *problem);   /* plain.upc: between barriers, every thread gets the panel that it needs */

/* step.upc: a thread's own work, by LAPACK and BLAS. */
/* Factors panel k, which is mine, and writes what is sent of it to `message`. */
void factor_panel(problem_t *q, size_t k, double *message);
/* Keeps the pivots and info of panel k. */
void take_pivots(problem_t *q, size_t k, const double *message);
/* Swaps rows in my columns first .. first + count - 1, and updates them with panel k. All are right of this panel. */
void update_columns(const problem_t *q, size_t k, const double *message, size_t first, size_t count);
/* Swaps the rows of my panels as all later panels have been swapped. */
void swap_left(const problem_t *q);

/* storage.upc: element (i, j) of A; this thread's columns of A again. */
double element(const problem_t *q, size_t i, size_t j);
void fill(void *problem);

/* check.upc: HPL's residual |Ax - b| / (eps (|A| |x| + |b|) n) with norms of the largest sums, on every thread.
 * Collective. */
double residual(const problem_t *q);

/* The columns of panel k; the rows of what is sent of it; the doubles that are sent. */
static inline size_t width_of(const problem_t *q, size_t k) { return at_most(q->block, q->n - k * q->block); }
static inline size_t rows_of(const problem_t *q, size_t k) { return q->n - k * q->block; }
static inline size_t message_of(const problem_t *q, size_t k) { return (rows_of(q, k) + 1) * width_of(q, k) + 1; }
/* My first column in panel k or, if that is not mine, in the next one that is. */
static inline size_t my_column(const problem_t *q, size_t k) {
  const size_t before = (k + THREADS - 1 - (size_t)MYTHREAD) / THREADS * q->block;
  return at_most(before, q->width);
}
static inline int is_mine(size_t k) { return k % THREADS == (size_t)MYTHREAD; }

#endif
