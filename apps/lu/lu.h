/* SPDX-License-Identifier: BSD-3-Clause
 * lu.h: PA = LU with partial pivoting. A is n x n in square tiles on an R x C grid of threads. Panel k is column k of
 * tiles. Tiles are dealt out there and back along each side: 0 1 .. C-1 C-1 .. 1 0 0 1 .. Later tiles cost more work;
 * so none has the last one of each round. A last round that is not full goes to the first threads, which have less.
 *
 *   grid 2x2, 5 x 5 tiles      0 1 1 0 0     Thread 3, in row 1 and column 1, has a matrix
 *                              2 3 3 2 2     of 2 x 2 tiles:   (1, 1) (1, 2)
 *                              2 3 3 2 2                       (2, 1) (2, 2)
 *                              0 1 1 0 0
 *                              0 1 1 0 0
 *
 * What is sent of panel k along a row of the grid: the factored tile on the diagonal, with L below and U above it; the
 * rows of L below it that this grid row has; the row that each of the panel's rows was swapped with (counted from 0 in
 * the whole matrix); LAPACK's info. The two parts of L are column-major matrices without gaps.
 *
 * On one row of near threads only the swaps and info are sent. The panel is lent: all read it in A, on its owner. */
#ifndef LU_H
#define LU_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"

typedef struct {
  size_t n, block;
  int grid[2];               /* R, C */
  int groups;                /* 1: narrow panels are in groups (lu.upc) */
  size_t singular;           /* --singular m: column m is zero; 0: none */
  size_t repeat;
  int check, plain, json, profile, pivots, no_data;
} options_t;

/* Rows that change places, in each thread's columns: rows of the diagonal tile go down to their places in other tiles
 * while rows of these go up. A thread packs its part of both and unpacks what it gets. */
enum { UP_FROM, UP_TO, DOWN_FROM, DOWN_TO, ROW_BUFFERS };

typedef struct {
  size_t n, block, panels;   /* panels: in the whole matrix */
  size_t group;              /* panels that update far columns together (lu.upc) */
  int grid[2];
  size_t myrow, mycol;       /* this thread's place in the grid */
  int near;                  /* 1: all threads of my grid row are near */
  int in_place;              /* 1: panels are lent, not sent */
  upc_stride_array_t joined; /* if they are in groups: the L of each group, on the owner of its last panel */
  size_t most_joined;        /* elements of its blocks */
  const void **lent_joined;  /* for each group where this thread reads it */
  size_t singular;
  size_t height, width;      /* my rows and columns of A */
  size_t ld, columns;        /* of this thread's block, the same on all threads: from column to column; columns */
  upc_stride_array_t A;      /* a block for each thread */
  double *mine;              /* this thread's block */
  upc_stride_array_t sent[3]; /* on each thread a panel as it is sent; entry k mod 3 */
  double *my_sent[3];
  size_t message;            /* elements of such an entry */
  upc_stride_array_t tail[3]; /* if panels are lent: their swaps and info; entry k mod 3 */
  double *my_tail[3];
  const void **lent;         /* if panels are lent: where this thread reads each of them, from its diagonal on */
  size_t *updates;           /* for each of my columns the panels that have updated it; all, if it is factored */
  int *pivots;               /* for each row the one that it was swapped with, from 1; private, the same everywhere */
  size_t info;               /* the first column without a pivot, from 1; 0: none */
  double *spare;             /* doubles, private: n on a grid of one row, otherwise `block` */
  double memory;             /* bytes of the shared arrays on all threads */

  /* Of grids with one row; private. */
  size_t *order;             /* n numbers: number i is i */
  size_t *move_from, *move_to; /* the rows that swaps move */

  /* Of grids with several rows. */
  upc_stride_array_t candidate, best; /* on each thread a row for the pivot search; the best one of its grid column */
  double *my_candidate, *my_best;
  upc_stride_array_t rows[ROW_BUFFERS];     /* on each thread `block` rows of its columns */
  double *my_rows[ROW_BUFFERS];
  upc_stride_array_t upper;  /* on each thread the rows of U in its columns */
  double *my_upper;
} problem_t;

/* Panel k as a thread reads it, or panels k .. end - 1 joined to one: the tile on the diagonal, and the rows of L below
 * it, with so many elements from column to column; of one panel, for each of its rows the one that it was swapped with,
 * and info. */
typedef struct {
  const double *top, *lower, *tail;
  size_t ldt, ldl;
  size_t k, end;
} read_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* arrays.upc: the matrix and what is sent. Collective. */
problem_t new_problem(const options_t *o);
void free_problem(const problem_t *q);

/* The argument is a problem_t; both overwrite A with L and U. Collective. They neither start nor end with a barrier. */
void lu(void *problem);      /* lu.upc: broadcasts with look-ahead */
void plain(void *problem);   /* plain.upc: on a grid of one row; between barriers, every thread gets the panel */

/* panel.upc: factors panel k, which my grid column owns, and writes what is sent of it to `message`, or, if that is
 * null, swaps and info to `tail`. All threads of the grid column call. */
void factor_panel(problem_t *q, size_t k, double *message, double *tail);
/* Keeps the pivots and info of panel k. */
void take_pivots(problem_t *q, size_t k, const double *tail);

/* permute.upc: on a grid of one row, swaps rows first .. end - 1 with the rows that `pivots` says, in `count` columns
 * with ld elements from column to column. They begin at row `top`. */
void permute_rows(const problem_t *q, double *columns, size_t ld, size_t count, size_t top, size_t first, size_t end);

/* swap.upc: swaps the rows of A as panels k .. end - 1 say, in my columns first .. first + count - 1. Several panels
 * only on a grid of one row. The threads of my grid column call. */
void swap_rows(const problem_t *q, size_t k, size_t end, size_t first, size_t count);
/* The same for the panels left of each panel, which are swapped when all panels are factored. */
void swap_left(const problem_t *q);

/* step.upc: a thread's own work, and the broadcast of U, for my columns first .. first + count - 1. All are right of
 * the panel. */
/* Their part of the panel's rows of U. The threads of my grid column call. */
void solve_columns(const problem_t *q, const read_t *panel, size_t first, size_t count);
/* Subtracts L U from `rows` of my rows below the panel, of which `done` stand above them, in pieces (turns.h). U is
 * that of the last solve_columns. */
void update_columns(const problem_t *q, const read_t *panel, size_t first, size_t count, size_t done, size_t rows);

/* storage.upc: element (i, j) of A; this thread's part of A again. */
double element(const problem_t *q, size_t i, size_t j);
void fill(void *problem);

/* check.upc: HPL's residual |Ax - b| / (eps (|A| |x| + |b|) n) with norms of the largest sums, on every thread; not a
 * number if an element of L is larger than 1. Collective. */
double residual(const problem_t *q);

/* Which of the `threads` along a side has tile k. Also the reverse within a round: the place of thread k % threads. */
static inline size_t dealt_to(const problem_t *q, size_t k, size_t threads) {
  const size_t round = k / threads, place = k % threads;
  const int back = round % 2 == 1 && (round + 1) * threads <= q->panels;
  return back ? threads - 1 - place : place;
}
/* The number of rows or columns before tile k that thread number `me` of `threads` along this side has. */
static inline size_t part_before(const problem_t *q, size_t k, size_t me, size_t threads) {
  const size_t rounds = k / threads, place = dealt_to(q, rounds * threads + me, threads), all = q->panels;
  const size_t whole = (rounds + (place < k % threads)) * q->block;
  if (k < all) return whole;
  return dealt_to(q, all - 1, threads) == me ? whole - (all * q->block - q->n) : whole;
}
/* My first row in tile row k or, if that is not mine, in the next one that is. The same for columns. */
static inline size_t my_row(const problem_t *q, size_t k) {
  return part_before(q, k < q->panels ? k : q->panels, q->myrow, (size_t)q->grid[0]);
}
static inline size_t my_column(const problem_t *q, size_t k) {
  return part_before(q, k < q->panels ? k : q->panels, q->mycol, (size_t)q->grid[1]);
}
/* The row of A, counted in the whole matrix, that my row i is; and the reverse, for a row that I have. */
static inline size_t whole_row(const problem_t *q, size_t i) {
  const size_t rows = (size_t)q->grid[0], round = i / q->block * rows;
  return (round + dealt_to(q, round + q->myrow, rows)) * q->block + i % q->block;
}
static inline size_t local_row(const problem_t *q, size_t i) {
  return i / q->block / (size_t)q->grid[0] * q->block + i % q->block;
}
/* The grid row that has row i of A. */
static inline size_t grid_row(const problem_t *q, size_t i) {
  return dealt_to(q, i / q->block, (size_t)q->grid[0]);
}

/* The columns of panels k .. end - 1, and of panel k; my rows below its tile on the diagonal; the doubles that my grid
 * row sends of it. */
static inline size_t width_of_all(const problem_t *q, size_t k, size_t end) {
  return at_most(end * q->block, q->n) - k * q->block;
}
static inline size_t width_of(const problem_t *q, size_t k) { return width_of_all(q, k, k + 1); }
static inline size_t below(const problem_t *q, size_t k) { return q->height - my_row(q, k + 1); }
static inline size_t message_of(const problem_t *q, size_t k) {
  const size_t w = width_of(q, k);
  return w * w + below(q, k) * w + w + 1;
}
/* The panel in a message; the panel that is lent. */
static inline read_t in_message(const problem_t *q, size_t k, const double *message) {
  const size_t w = width_of(q, k), m = below(q, k);
  read_t p;
  p.top = message, p.lower = message + w * w, p.tail = p.lower + m * w;
  p.ldt = w, p.ldl = m;
  p.k = k, p.end = k + 1;
  return p;
}
static inline read_t lent(const problem_t *q, size_t k) {
  read_t p;
  p.top = q->lent[k], p.lower = p.top + width_of(q, k), p.tail = q->my_tail[k % 3];
  p.ldt = p.ldl = q->ld;
  p.k = k, p.end = k + 1;
  return p;
}
static inline read_t panel_of(const problem_t *q, size_t k) {
  return q->in_place ? lent(q, k) : in_message(q, k, q->my_sent[k % 3]);
}

/* Doubles of a candidate for a pivot (panel.upc); of a buffer for `block` rows. */
static inline size_t candidate_size(const problem_t *q) { return 3 + 2 * q->block; }
static inline size_t row_buffer(const problem_t *q) { return q->block * q->columns; }

/* The grid column that has panel k; the grid row that has its tile on the diagonal. */
static inline size_t owner_of(const problem_t *q, size_t k) { return dealt_to(q, k, (size_t)q->grid[1]); }
static inline size_t diagonal_of(const problem_t *q, size_t k) { return dealt_to(q, k, (size_t)q->grid[0]); }
static inline int is_mine(const problem_t *q, size_t k) { return owner_of(q, k) == q->mycol; }
static inline int on_diagonal(const problem_t *q, size_t k) { return diagonal_of(q, k) == q->myrow; }

/* The panel behind the last one of a group: that of panel k, or one so many groups behind it. */
static inline size_t group_end(const problem_t *q, size_t k, size_t behind) {
  return at_most((k / q->group + 1 + behind) * q->group, q->panels);
}
/* 1: columns behind the next group are updated with the group of panel k, so its panels are joined. */
static inline int is_joined(const problem_t *q, size_t k) { return q->group > 1 && group_end(q, k, 1) < q->panels; }
/* Elements of the L of the group of panel k. */
static inline size_t joined_size(const problem_t *q, size_t k) {
  const size_t first = k / q->group * q->group;
  return (q->n - first * q->block) * width_of_all(q, first, group_end(q, k, 0));
}
/* Panel k is the last one of its group. The elements of earlier groups that its owner has joined. */
static inline size_t joined_before(const problem_t *q, size_t k) {
  size_t i, all = 0;
  for (i = q->group - 1; i < k; i += q->group)
    if (owner_of(q, i) == owner_of(q, k)) all += joined_size(q, i);
  return all;
}

#endif
