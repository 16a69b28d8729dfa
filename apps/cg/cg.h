/* SPDX-License-Identifier: BSD-3-Clause
 * cg.h: the solver. Each thread has some rows of the matrix, and the same rows of all vectors. */
#ifndef CG_H
#define CG_H

#include <stddef.h>
#include "matrix.h"
#include "upc_stride_coll.h"

typedef struct {
  const class_t *nas;          /* or null: the band matrix */
  matrix_t A;                  /* once the neighbours are found, a column is a place in `p`        */
  upc_stride_array_t P, Z;     /* the vectors p and z, in the memory of the program                */
  double *p, *z, *x, *r, *q;   /* p: the caller's elements, then those of others that it needs     */
  upc_stride_array_t parts, sums; /* two numbers on each thread */
  upc_stride_handle_t neighbours, sum;
  double zeta, residual, flops; /* flops: of this thread, in one run */
} solver_t;

/* cg.upc. Before the first run: the calls that are made once. A run, with a solver_t. All are collective. */
void find_neighbours(solver_t *s);
void find_sums(solver_t *s);
void cg(void *solver);
double sum_of_threads(solver_t *s, double mine);

/* check.upc: the largest difference of z from the solution by elimination, on thread 0; the others have 0. */
double difference(upc_stride_array_t Z, size_t n);

#endif
