/* SPDX-License-Identifier: BSD-3-Clause
 * paracr.h: tridiagonal systems  a[i] x[i-1] + b[i] x[i] + c[i] x[i+1] = d[i]  by parallel cyclic reduction (R. W.
 * Hockney, C. R. Jesshope, Parallel Computers, 1988). The step of distance D = 1, 2, 4, .. eliminates x[i-D] and x[i+D]
 * from each equation by means of equations i-D and i+D. Then each equation has x[i-2D], x[i] and x[i+2D].
 *
 * The equations lie in blocks of `rows` on P threads. The last blocks are filled up with equations x = 0. Equations
 * whose numbers have the same remainder modulo Q are a class. Each thread gets some classes. Q is a power of two: P, or
 * else at least 4 P, so that all threads get about as many.
 *
 *   block phase    D < Q: nearly all neighbours are in the block. Q equations from both sides are fetched at first and
 *                  reduced by both threads, so no step needs communication
 *   redistribute   all four vectors, block to cyclic: equation i goes to the thread that has class i mod Q
 *   cyclic phase   D >= Q: equations i-D and i+D are of the same class. Each class is a system of its own
 *   redistribute   the solution, cyclic to block
 *
 * partition.upc does without redistribution, and without cyclic reduction. */
#ifndef PARACR_H
#define PARACR_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"

enum { A, B, C, D, VECTORS };

typedef struct {
  size_t n;
  size_t repeat;
  int partition, reduction, thomas, plain; /* one of them is set: how */
  int elementwise;                    /* redistribute element by element */
  int check, json, profile;
} options_t;

/* `count` equations in private memory, or in this thread's part of shared memory. */
typedef struct {
  double *v[VECTORS];
  size_t count;
} system_t;

typedef struct {
  size_t n, rows, active;             /* n, rows, P */
  size_t classes;                     /* Q */
  size_t each, length;                /* classes of a thread, fewer of the last ones; equations of a class */
  int thomas, elementwise;
  upc_stride_array_t blocks, x;       /* [thread][vector][equation] and the solution, in blocks */
  system_t my_blocks;                 /* of the shared array; no vectors on threads beyond P */
  double *my_x;
  system_t work[2];                   /* of rows + 2 Q equations, private */
  double bytes;                       /* of the shared arrays, on all threads */

  /* --reduction and --thomas */
  upc_stride_array_t by_remainder;    /* the memory of blocks as [thread][vector][i / Q][i mod Q] */
  upc_stride_array_t cyclic_memory;   /* like blocks, for equations in cyclic distribution; seen as .. */
  upc_stride_array_t cyclic;          /* .. [i mod Q][vector][block of i][place in it / Q] */
  upc_stride_array_t halo;            /* [thread][vector][Q equations before the block, Q behind it] */
  upc_stride_array_t x_cyclic;        /* the solution */
  system_t my_cyclic, my_halo;        /* of the shared arrays; no vectors on threads beyond P */
  double *my_x_cyclic;
  system_t kept;                      /* Q equations, private */

  /* --partition */
  upc_stride_array_t ends, all_ends;  /* [thread][vector][first, last], and on each thread those of all */
  system_t joint;                     /* the same as one system, private */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* The argument is a problem_t. Collective. */
void paracr(void *problem);  /* paracr.upc: redistribution by collectives */
void partition(void *problem); /* partition.upc: only two equations of each block go to other threads */
void plain(void *problem);   /* plain.upc: in blocks to the end; between barriers, every thread gets its neighbours */

/* elementwise.upc: the redistributions of paracr.upc element by element. All threads call them. */
void fetch_cyclic(const problem_t *q);
void fetch_solution(const problem_t *q);

/* reduce.upc: one step from `from` to `to`, of as many equations; those outside are x = 0. */
void reduce_step(const system_t *from, const system_t *to, size_t distance);
/* Steps of distance 1, 2, 4, .. below `end`; returns the one of the two systems that holds the result. */
const system_t *reduce_steps(const system_t *from, const system_t *other, size_t end);
/* x = d / b, after all steps. */
void solve_reduced(const system_t *s, double *x);
/* By elimination from above (Thomas), which overwrites the system. The unknowns before and behind it are known. x may
 * be the memory of vector A. */
void solve_by_elimination(const system_t *s, double left, double right, double *x);

/* chains.upc: elimination in chains. The system stays as it is. `work` is two systems of as much memory. */
void solve_in_chains(const system_t *s, const system_t *work, double *x);
/* Its parts, for at least two equations. reduce_chains cuts the system into chains and writes two equations of each to
 * `ends`: a tridiagonal system of the chains' first and last unknowns. Returns how many there are, at most as many as
 * the system has. With their solution, and the unknown before the system, solve_chains solves for all. It uses vectors
 * A and B of `work`. */
size_t reduce_chains(const system_t *s, const system_t *ends);
void solve_chains(const system_t *s, double left, const double *ends, const system_t *work, double *x);
/* All of the system as one chain. */
void reduce_to_ends(const system_t *s, const system_t *ends);

/* storage.upc: vector v of equation i; this thread's equations again; memory for a private system. */
double coefficient(const problem_t *q, int v, size_t i);
void fill(void *problem);
system_t new_system(size_t count);

/* check.upc: the largest error / (eps log2(n) largest x); thread 0 has LAPACK's dgtsv solve the system. Collective. */
double residual(const problem_t *q);

static inline int is_active(const problem_t *q) { return (size_t)MYTHREAD < q->active; }
/* `count` equations of a system, from equation `first` on. */
static inline system_t part_of(const system_t *s, size_t first, size_t count) {
  system_t part;
  int v;
  for (v = 0; v < VECTORS; v++) part.v[v] = s->v[v] + first;
  part.count = count;
  return part;
}

#endif
