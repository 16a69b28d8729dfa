/* SPDX-License-Identifier: BSD-3-Clause
 * hpccfft.h: the Fourier transform of a vector of n = 2^m complex numbers, in block distribution before and after. P is
 * the largest power of two of threads with P * P <= n; thread t < P has elements t * rows .. (t + 1) * rows - 1, where
 * rows = n / P. With j = t + P * i and k = k2 + rows * k1, the result is
 *
 *   X[k] = sum over t of  w_P^(t k1)  ( w_n^(t k2)  (sum over i of  w_rows^(i k2)  x[t + P i]) )
 *   where w_n = e^(-2 pi i / n)
 *
 *   1. shuffle        every P-th element from t on goes to thread t: block to cyclic
 *   2. block phase    thread t transforms its `rows` numbers: the inner sum for all k2
 *   3. redistribute   thread s gets the results for its part of all k2 from all t: block to cyclic, rows / P at a time
 *   4. cyclic phase   the sums over t for these k2
 *   5. redistribute   back to blocks: X[k2 + rows * k1] goes to thread k1
 *
 *   4 threads, n = 16:   after 1  thread 1 has x[1] x[5] x[9] x[13]        4  thread 1 has X[1] X[5] X[9] X[13] */
#ifndef HPCCFFT_H
#define HPCCFFT_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/local_fft.h"
#include "../common/arguments.h"

#define PI 3.14159265358979323846

typedef struct {
  double re, im;
} complex_t;

typedef struct {
  size_t exponent;           /* m */
  size_t repeat;
  int radix4, check, plain, json, profile;
} options_t;

typedef struct {
  size_t n, rows, active;    /* n, rows, P */
  int radix4;
  upc_stride_array_t x, cyclic, spread;    /* the vector; after steps 1 and 2; after steps 3 and 4 */
  complex_t *my_x, *my_cyclic, *my_spread; /* this thread's blocks, or null */
  complex_t *roots;          /* w_rows^i for i < rows; of steps 2 and 4 */
  complex_t *twiddles;       /* w_n^(t k2), for each t the k2 of this thread */
  complex_t *work;           /* 2 * rows numbers */
  line_plan_t plan;          /* FFTW's, for step 2; none: radix 4 */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(int argc, char **argv, options_t *o);

/* The argument is a problem_t; both overwrite x with its transform. Collective. */
void hpccfft(void *problem);   /* hpccfft.upc: redistribution by collectives */
void plain(void *problem);     /* plain.upc: between barriers, every thread gets what it needs */

/* phases.upc: a thread's own work. */
void block_phase(const problem_t *q);
void cyclic_phase(const problem_t *q);
void make_tables(problem_t *q);
void free_tables(problem_t *q);

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
static inline int is_active(const problem_t *q) { return (size_t)MYTHREAD < q->active; }

#endif
