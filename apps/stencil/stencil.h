/* SPDX-License-Identifier: BSD-3-Clause
 * stencil.h: steps of a star-shaped stencil of radius 1 to 4 on N x N points:
 *
 *   u(i, j)  becomes  w0 u(i, j) + sum over d = 1 .. radius of wd (u(i-d, j) + u(i+d, j) + u(i, j-d) + u(i, j+d))
 *
 * Beyond the edges u is 0. The points are in one block for each thread of an R x C grid. A thread keeps its block, with
 * a halo around it, in two private buffers: a step reads one and writes the other. The blocks are an array too, A, from
 * which others get their halos. Before a halo is got, each thread copies the edges of its block to A.
 *
 * With k steps per halo, the halo is k * radius wide. A thread then computes its block and a part of the halo in each
 * of these steps: the width less radius in the first, less 2 * radius in the second, and so on. So it does some work
 * twice and communicates only every k-th step. */
#ifndef STENCIL_H
#define STENCIL_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"

enum { LARGEST_RADIUS = 4, LARGEST_STEPS_PER_HALO = 64, LARGEST_STEPS = 1 << 20 };

typedef struct {
  size_t n, radius, steps, steps_per_halo, repeat, parts;
  int grid[2];
  int overlap, plain, graph, lists, check, json, profile, no_data;
  size_t every;                      /* steps from checkpoint to checkpoint; 0: all */
  const char *checkpoint, *output;   /* a folder, a file, or null */
} options_t;

/* The points (i, j) with i0 <= i < i1 and j0 <= j < j1, counted from the first point of the thread's block. */
typedef struct {
  long i0, i1, j0, j1;
} region_t;

typedef struct {
  size_t n, radius, steps, steps_per_halo, parts, every;
  int overlap, lists;
  const char *checkpoint;
  size_t found;                      /* steps that an earlier run has saved: this one computes the others */
  int far;                           /* 1: a neighbour is far */
  int rows, cols, row, col;          /* the grid of threads; this thread's place */
  size_t height, width;              /* of a full block */
  size_t first_row, first_col;       /* of this thread's block */
  region_t block;                    /* all of it; nothing if the thread has none */
  region_t domain;                   /* all N x N points */
  size_t halo, pitch;                /* points: width of the halo; from row to row in the buffers */
  size_t before;                     /* points of a row in the buffers before the block */
  double *u[2];                      /* the buffers; step 0, 2, .. reads u[0] */
  void *memory;                      /* where the buffers are, ... */
  shared char *without_data;         /* ... or, with --no-data, the buffers of all threads */
  double weight[LARGEST_RADIUS + 1];
  upc_stride_array_t A;
  double *my_A;                      /* this thread's block of A */
  double *around;                    /* with --lists: the points of the halo, strip by strip */
  double bytes;                      /* of shared memory, on all threads */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* The point (i, j) in a buffer. */
static inline double *point(const problem_t *q, double *u, long i, long j) {
  return u + ((long)q->halo + i) * (long)q->pitch + (long)q->before + j;
}

/* region.upc */
region_t region_grown(region_t r, long by);               /* by `by` points on each side; shrunk if it is negative */
region_t region_common(region_t a, region_t b);
/* The points of this thread's block with `by` points of it between them and each edge that has a neighbour. Edges of
 * the domain have none. */
region_t region_inside(const problem_t *q, long by);
/* One step for rows of `count` points from u to v; a pitch is the distance from row to row. */
void rows_step(const problem_t *q, double *v, long v_pitch, const double *u, long u_pitch, long rows, long count);
/* The same for the points of a region, from one buffer to the other. */
void region_step(const problem_t *q, double *to, double *from, region_t r);

/* storage.upc: u before the first step, as a function of the point; fills the buffers. */
double start_value(size_t i, size_t j);
void fill(void *problem);

/* graph.upc: the steps as a graph, with q->parts parts a thread. Collective. */
void graph_begin(const problem_t *q);
void stencil_graph(void *problem);
void graph_end(void);

/* stencil.upc, plain.upc: all steps; the argument is a problem_t. Collective. */
void stencil(void *problem);
void stencil_plain(void *problem);
void write_edges(const problem_t *q, double *u);           /* of the block in u, to A */

/* lists.upc: a prepared call that gets the points around the block, which then go to their places in u. Collective. */
upc_stride_handle_t prepare_lists(problem_t *q);
void place_lists(const problem_t *q, double *u);

/* saved.upc: all steps, with a checkpoint after each `every` of them, from the newest one on; the argument is a
 * problem_t. The points after the last step, to a file. Both are collective. */
void stencil_saved(void *problem);
void write_result(const problem_t *q, const char *path);

/* check.upc: the largest error in units of eps * steps, on every thread. Collective. */
double residual(const problem_t *q);

#endif
