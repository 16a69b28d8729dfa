/* SPDX-License-Identifier: BSD-3-Clause
 * ptrans.h: B = A^T + B, the benchmark PTRANS of HPC Challenge. B is a rows x cols matrix of doubles, A is cols x rows.
 * Both are in square blocks on an R x C grid of threads. On a grid of 2 x 2 with blocks of 1, thread (0, 1) needs for
 * its elements of B elements of A that thread (1, 0) owns:
 *
 *     B     0 1 0 1        A^T   0 2 0 2
 *           2 3 2 3              1 3 1 3
 *
 * The benchmark is described in: P. Luszczek, J. Dongarra and others, Introduction to the HPC Challenge
 * benchmark suite, 2005. */
#ifndef PTRANS_H
#define PTRANS_H

#include <stddef.h>
#include "../common/arguments.h"
#include "../common/blocks.h"

typedef struct {
  size_t rows, cols;      /* of B */
  size_t block, repeat;
  int grid[2];
  int plain, check, profile, json;
} options_t;

typedef struct {
  size_t rows, cols, block;
  int grid[2], row, col;  /* the grid, and the place of this thread in it */
  upc_stride_array_t a, b;
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* B = A^T + B, as the body of a timed run. Collective. */
void transposed(void *problem); /* ptrans.upc: one call */
void by_element(void *problem); /* plain.upc: the owner of each element of B reads one of A */

/* check.upc: the first contents. Collective. */
void set_a(const problem_t *q);
void set_b(void *problem);
/* The number of elements of B that are wrong after one run that followed set_b, on the thread with the most. Every
 * thread gets it. Collective. */
double faults(const problem_t *q);

/* The elements (i, j) .. (i, j + n - 1) of a matrix, which lie in one block. */
typedef void (*visit_t)(const problem_t *q, size_t i, size_t j, size_t n);
/* Calls visit for the rows of each block of B that this thread owns. */
void each_row_of_b(const problem_t *q, visit_t visit);

#endif
