/* SPDX-License-Identifier: BSD-3-Clause
 * hpccfft.h: the Fourier transform of a vector of n = 2^m complex numbers, in block distribution before and after. The
 * vector is seen as a matrix of N1 x N2 numbers, row by row, N1 = 2^(m / 2) and N2 = n / N1. With j = j1 N2 + j2 and
 * k = k1 + N1 k2 the result is
 *
 *   X[k1 + N1 k2] = sum over j2 of  w_N2^(j2 k2)  w_n^(j2 k1)  (sum over j1 of  w_N1^(j1 k1)  x[j1 N2 + j2])
 *   where w_n = e^(-2 pi i / n)
 *
 *   1. redistribute   rows of the matrix to columns: cyclic parts of the vector
 *   2. column phase   each thread transforms its columns, and multiplies by w_n^(j2 k1)
 *   3. redistribute   columns to rows
 *   4. row phase      each thread transforms its rows. Row k1 has X[k1], X[k1 + N1] ..: a column of X, seen as a matrix
 *                     of N2 x N1 numbers
 *   5. redistribute   the columns of X to its rows
 *
 * This is what HPC Challenge does, after D. H. Bailey, FFTs in external or hierarchical memory (1990). Threads that are
 * near to each other redistribute nothing: a phase reads from where the others have left their numbers, and writes to
 * where the next phase reads. Each phase takes a few lines at a time, in a buffer that fits the second cache.
 *
 *   2 threads, n = 16, element numbers:    x, before      in step 2       X, after
 *                                          0  1  2  3     0  1 |  2  3     0  1  2  3
 *                                          4  5  6  7     4  5 |  6  7     4  5  6  7
 *                                          -----------    8  9 | 10 11     -----------
 *                                          8  9 10 11    12 13 | 14 15     8  9 10 11
 *                                         12 13 14 15                     12 13 14 15 */
#ifndef HPCCFFT_H
#define HPCCFFT_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/local_fft.h"
#include "../common/arguments.h"

#define PI 3.14159265358979323846

enum { LINES = 16 }; /* that a phase takes at a time: runs of 256 bytes in memory */

typedef struct {
  double re, im;
} complex_t;

typedef struct {
  size_t exponent;           /* m */
  size_t repeat;
  int radix4, check, plain, json, profile, no_data;
} options_t;

/* An interval of rows or columns. */
typedef struct {
  size_t each;               /* of every thread but the last ones, which may have fewer or none */
  size_t first, count;       /* of this thread */
} share_t;

typedef struct {
  size_t n, n1, n2, active;  /* n, N1, N2; the threads that have numbers, at most N1 */
  size_t high;               /* log2 of N2 */
  share_t along1, along2;    /* of N1 and N2 */
  int radix4;
  upc_stride_array_t x;      /* the memory of the vector, a block on each thread; also seen as .. */
  upc_stride_array_t x_before, x_after;  /* .. N1 x N2 and N2 x N1 in whole rows */
  upc_stride_array_t memory; /* like x, seen as .. */
  upc_stride_array_t columns, turned;    /* .. N1 x N2 in whole columns, and the result: N2 x N1 in whole columns */
  upc_stride_array_t lines_memory, lines; /* N1 x N2 in whole rows; not used if all threads are near */
  complex_t *my_x, *my_memory, *my_lines; /* this thread's blocks, or null */
  int near;                  /* all threads are: */
  complex_t **x_of, **memory_of;          /* their blocks of x and of `memory` */
  complex_t *roots;          /* w_N2^i */
  complex_t *twiddles;       /* w_n^i for i < N2; from these and the roots follows every w_n^i */
  complex_t *few_twiddles;   /* w_n^(k1 b), b < LINES */
  complex_t *buffer, *work;  /* LINES columns or rows. Tables, buffers and plans: none without data (--no-data) */
  double bytes;              /* of shared memory, on all threads */
  line_plan_t down, along;   /* FFTW's plans for the columns and the rows in the buffer; none: radix 4 */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* arrays.upc: the vector, the matrices and the tables. Collective. */
void new_problem(const options_t *o, problem_t *q);
void free_problem(problem_t *q);

/* The argument is a problem_t; both overwrite x with its transform. Collective. */
void hpccfft(void *problem);   /* hpccfft.upc: redistribution by collectives, or in place */
void plain(void *problem);     /* plain.upc: between barriers, every thread gets what it needs */

/* phases.upc: a thread's own work. The columns come from x, the rows from `memory` and the result goes to x, if all
 * threads are near. If not, the columns are in `memory`, the rows in `lines`, and the result goes to `memory`. */
void column_phase(const problem_t *q);
void row_phase(const problem_t *q);

/* The distance of two rows in the buffer for the row phase: no power of two, so that they do not meet in caches. */
static inline size_t row_pitch(const problem_t *q) { return q->n2 + 4; }

/* radix4.upc: transforms along the rows of x, which has n rows (a power of two) of `width` numbers: column by column if
 * it is seen as a matrix. roots[i * every] is w_n^i. `work` is as large as x. Returns the one of the two that holds the
 * result. */
complex_t *radix4(size_t n, size_t width, complex_t *x, complex_t *work, const complex_t *roots, size_t every);

/* storage.upc: element j of the vector before the transform; this thread's part of it again. */
complex_t element(size_t j);
void fill(void *problem);

/* check.upc: the largest error / (eps m largest result); thread 0 has FFTW transform the vector. Collective. */
double residual(const problem_t *q, size_t exponent);

static inline complex_t times(complex_t a, complex_t b) {
  complex_t c;
  c.re = a.re * b.re - a.im * b.im;
  c.im = a.re * b.im + a.im * b.re;
  return c;
}
static inline size_t smaller(size_t a, size_t b) { return a < b ? a : b; }
static inline int is_active(const problem_t *q) { return (size_t)MYTHREAD < q->active; }

#endif
