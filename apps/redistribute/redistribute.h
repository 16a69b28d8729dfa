/* SPDX-License-Identifier: BSD-3-Clause
 * redistribute.h: A[D] = B[E], an assignment between sections of two arrays of doubles with different distributions.
 * A has N elements in each of 1 to 4 dimensions, B has 2 N. A distribution says for each dimension how its elements are
 * dealt out to the threads of that dimension of the grid:
 *
 *   8 elements, 2 threads     block  0 0 0 0 1 1 1 1     cyclic  0 1 0 1 0 1 0 1     cyclic:2  0 0 1 1 0 0 1 1
 *
 * An array may also be replicated, a copy on each thread, or have its blocks on the threads of a list, list:1:0 for two
 * threads the other way round.
 *
 * The sections D1 and D2, and the sizes of A and B, are those of: A. Sanz, R. Asenjo, J. Lopez, R. Larrosa, A. Navarro,
 * V. Litvinov, S.-E. Choi, B. L. Chamberlain, Global data re-allocation via communication aggregation in Chapel, 2012.
 * There N is 500 in three dimensions. D1 is every third row of every fourth plane; D2 is every fourth row. */
#ifndef REDISTRIBUTE_H
#define REDISTRIBUTE_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"

enum { MOST_DIMS = 4, MOST_LISTED = 64 };
enum { BY_GRID, REPLICATED, LISTED };

/* lo, lo + step, .. hi, without the elements behind the last one: (hi - lo) is a multiple of step. */
typedef struct {
  size_t lo, step, hi;
} range_t;

typedef struct {
  size_t n;
  size_t dims;
  size_t block[2][MOST_DIMS];       /* of A and of B, in each dimension; 0: one block for each thread */
  int kind[2];                      /* of the distributions, as above */
  int list[2][MOST_LISTED];         /* LISTED: the threads of the blocks, from the first again after the last */
  size_t listed[2];                 /* how many there are */
  range_t section[2][MOST_DIMS];    /* D and E */
  const char *dist[2], *picks[2];   /* the words that say so */
  size_t repeat;
  int elementwise, check, profile, json;
} options_t;

enum { TO, FROM };                  /* A and B in these lists */

typedef struct {
  const options_t *options;
  int dims, grid[MOST_DIMS];
  int coordinate[MOST_DIMS];        /* of this thread in the grid */
  size_t shape[2][MOST_DIMS], block[2][MOST_DIMS];
  range_t section[2][MOST_DIMS];
  upc_stride_array_t array[2];
  double elements;                  /* that are assigned, on all threads */
  double bytes;                     /* of both arrays */
  double memory;                    /* bytes of shared memory that they take on all threads */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* storage.upc: the arrays; B holds its indices and A holds -1. Collective. */
void allocate(const options_t *o, problem_t *q);
void release(const problem_t *q);
/* Sets this thread's part of A to -1 again. */
void forget(const problem_t *q);
/* The value of an element of B. */
double value_at(const problem_t *q, const size_t *index);
/* 0 if this thread has no element that begins with index[0] to index[k]; the indices before are as is_mine accepted. */
int is_mine(const problem_t *q, int array, int k, const size_t *index);

/* The assignment, as the body of a timed run. Collective. */
void aggregated(void *problem);     /* redistribute.upc: one call */
void elementwise(void *problem);    /* plain.upc: the owner of each element of A reads one of B */

/* Calls visit for each of this thread's elements of an array, with its address. */
void each_of_mine(const problem_t *q, int array, void (*visit)(const problem_t *, const size_t *, double *));

/* check.upc: the number of elements of A that are wrong, on all threads together; the ones outside of D must be as
 * before. Collective. */
double faults(const problem_t *q);

static inline size_t picked(range_t r) { return (r.hi - r.lo) / r.step + 1; }

#endif
