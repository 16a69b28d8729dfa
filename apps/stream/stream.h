/* SPDX-License-Identifier: BSD-3-Clause
 * stream.h: the STREAM triad, a = b + alpha c, on vectors of n doubles on all threads together.
 *
 *   global   the vectors are shared arrays in blocks of BLOCK elements, which go round the threads; one upc_forall
 *            goes through them
 *   EP       embarrassingly parallel: each thread has vectors of its own, as private memory
 *
 * A thread has about n / THREADS elements: with EP to within one, globally to within one block. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>
#include <upc.h>
#include "../common/arguments.h"

#define BLOCK 8192 /* elements: 64 KB of each vector */
#define ALPHA 3.0

typedef shared [BLOCK] double *vector_t;

typedef struct {
  size_t n;                    /* elements of a vector */
  size_t repeat;
  int ep, check, json, profile;
} options_t;

typedef struct {
  long n;
  vector_t a, b, c;            /* global */
  double *my_a, *my_b, *my_c;  /* EP: this thread's */
  long mine;                   /* elements of this thread */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* triad.upc: the first contents of the vectors, and the triad. The argument is a problem_t. Collective. */
void fill_global(void *problem);
void fill_ep(void *problem);
void triad_global(void *problem);
void triad_ep(void *problem);

/* check.upc: the largest error of an element, relative to its value, on every thread. Collective. */
double residual(const problem_t *q, int ep);

#endif
