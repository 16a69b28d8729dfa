/* SPDX-License-Identifier: BSD-3-Clause
 * tasks.h: programs made of tasks, each a row of a table. Thread 0 begins the tasks of a run. Those of a node that have
 * nothing else to do take some; on other nodes a task on each thread begins that thread's share, which computes in a
 * copy of thread 0's data. */
#ifndef TASKS_H
#define TASKS_H

#include <stddef.h>
#include <upc.h>
#include "arithmetic.h"
#include "../common/arguments.h"

typedef struct problem {
  long n;
  double result;                   /* a count, or pi: on thread 0 */
  shared [] double *a, *b, *c;     /* the matrices of strassen, tile by tile, on thread 0 */
  shared [] double *products;      /* of sums of tiles */
  shared [] unsigned char *image;  /* of mandelbrot, on thread 0: see place_of_point */
  square_t square;                 /* of mandelbrot: the part of the plane */
  shared [] double *values;        /* of options, on thread 0 */
  double bytes;                    /* of shared memory */
} problem_t;

/* A program. All functions but `run` are called by every thread; `run` by thread 0, in a task group of its own. */
typedef struct program {
  const char *name, *what;         /* "nqueens", "boards of N x N" */
  size_t size, smallest, largest, multiple; /* of N: the default, the limits, what it is a multiple of */
  const char *unit, *member;       /* of the rate */
  double (*work)(double n);        /* what the rate counts in a run */
  void (*prepare)(problem_t *q);   /* allocates and fills; may be null */
  void (*run)(problem_t *q);
  double (*error)(const problem_t *q);      /* on thread 0; the others return 0 */
  double limit;                    /* a result is right if its error is below */
} program_t;

typedef struct options {
  const program_t *program;        /* the one to run */
  size_t n;
  size_t repeat;
  int check, json, serial;
  const char *output;              /* the picture's file, or null */
  square_t square;                 /* of mandelbrot: the part of the plane */
  int square_given;
  const program_t *beside;         /* another program, run in alternation with this one, or null */
} options_t;

extern const program_t cobegin_program, single_program, sync_program, loop_program, coforall_program; /* forms.upc */
extern const program_t everywhere_program, each_program; /* forms.upc too */
extern const program_t nqueens_program, mandelbrot_program, pi_program, blackscholes_program, montecarlo_program;
extern const program_t nqueens_pairs_program, nqueens_rows_program, mandelbrot_parts_program, pi_nested_program;
extern const program_t montecarlo_single_program;
extern const program_t strassen_program, recursive_program;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* copies.upc: data of thread 0, or if that is far, a copy of the same length on this thread. The other calls move bytes
 * to a copy or from it until upc_synci, and do nothing for the data itself. */
shared void *copy_near(shared void *data, size_t bytes);
void fetch_copy(shared void *copy, shared void *data, size_t first, size_t bytes);
void send_copy(shared void *copy, shared void *data, size_t first, size_t bytes);

/* mandelbrot.upc: where a point lies in the picture of n x n points. */
size_t place_of_point(int n, int row, int column);

/* png.upc: writes that picture as a PNG file. 0, or an errno. */
int write_png(const char *path, shared [] unsigned char *image, int n);

#endif
