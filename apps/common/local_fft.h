/* SPDX-License-Identifier: BSD-3-Clause
 * local_fft.h: the calls of FFTW that applications make. local_fft.c alone includes fftw3.h, and the C compiler
 * compiles it: Berkeley's translator cannot read that header. A complex number is two doubles, as in complex_t. */
#ifndef LOCAL_FFT_H
#define LOCAL_FFT_H

#include <stddef.h>
#include <stdio.h>

typedef enum { EFFORT_ESTIMATE, EFFORT_MEASURE, EFFORT_PATIENT } effort_t;

/* Memory aligned as FFTW wants it; null if there is none. */
void *local_fft_alloc(size_t bytes);
void local_fft_free(void *memory);

/* Lets threads of one process plan at the same time. */
void local_fft_share_planner(void);

/* `count` transforms, each of `length` complex numbers that are `stride` apart, with `step` from one transform to the
 * next. REAL_TO_COMPLEX and COMPLEX_TO_REAL have length / 2 + 1 complex numbers on one side. */
typedef enum { COMPLEX_TO_COMPLEX, REAL_TO_COMPLEX, COMPLEX_TO_REAL } fft_kind_t;
typedef struct {
  fft_kind_t kind;
  int sign;               /* of the exponent, -1 or 1 */
  size_t length, count, stride, step;
} lines_t;

/* A plan. Making it overwrites both sides. It is run on data at any addresses with the same alignment. */
typedef struct {
  fft_kind_t kind;
  void *plan;             /* of FFTW, or null: no transforms */
} line_plan_t;
line_plan_t local_fft_plan(const lines_t *lines, void *in, void *out, effort_t effort);
/* Of one transform of n complex numbers in place. */
line_plan_t local_fft_line(size_t n, void *data, int sign, effort_t effort);
void local_fft_run(const line_plan_t *plan, void *in, void *out);
void local_fft_free_plan(line_plan_t *plan);

/* A transform of nx x ny x nz complex numbers in place. */
void local_fft_box(int nx, int ny, int nz, void *data, int sign);

/* FFTW's wisdom; 1 if it was read or written. */
int local_fft_read_wisdom(FILE *file);
int local_fft_write_wisdom(const char *path);

#endif
