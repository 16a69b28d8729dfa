/* SPDX-License-Identifier: BSD-3-Clause
 * transforms.h: the Fourier transforms that bench/numerics measures, and how their results are checked. In C, UPC and
 * C++. Arguments: REPEAT EFFORT ORDER AXES N0 N1 N2
 *   EFFORT  estimate or measure: how FFTW plans
 *   ORDER   natural: processes have planes of the first dimension, before and after; turned: afterwards, of the second
 *   AXES    2 or 3: the first ones are transformed
 * Element (x, y, z) of the data is the product of three numbers, one for each index. So an element of the result is the
 * product of the transforms of three vectors, which are computed from the definition. */
#ifndef BENCH_NUMERICS_TRANSFORMS_H
#define BENCH_NUMERICS_TRANSFORMS_H

#include <math.h>
#include <string.h>
#include "matrices.h"

typedef struct transform {
  int repeat, measures, turned, axes;
  size_t n[3];
  double (*before[3])[2], (*after[3])[2]; /* the vectors, and their transforms */
} transform_t;

/* Indices first .. first + count - 1 of each dimension, and the elements from one index to the next. */
typedef struct box {
  size_t first[3], count[3], step[3];
} box_t;

/* The e^(-2 pi i t / n) are computed once for each t. */
static inline void transform_vector(double (*after)[2], double (*before)[2], size_t n) {
  double (*turn)[2] = (double (*)[2])allocate(n, sizeof *turn, "factors");
  size_t i, k;
  for (i = 0; i < n; i++) {
    const double angle = -2 * 3.14159265358979323846 * (double)i / (double)n;
    turn[i][0] = cos(angle), turn[i][1] = sin(angle);
  }
  for (k = 0; k < n; k++) {
    after[k][0] = after[k][1] = 0;
    for (i = 0; i < n; i++) {
      const double *t = turn[i * k % n], *b = before[i];
      after[k][0] += b[0] * t[0] - b[1] * t[1];
      after[k][1] += b[0] * t[1] + b[1] * t[0];
    }
  }
  free(turn);
}

static inline void read_transform(transform_t *t, int argc, char **argv) {
  int d;
  size_t i;
  if (argc < 8) {
    fprintf(stderr, "usage: %s REPEAT estimate|measure natural|turned AXES N0 N1 N2 ..\n", argv[0]);
    exit(2);
  }
  t->repeat = atoi(argv[1]), t->measures = *argv[2] == 'm', t->turned = *argv[3] == 't', t->axes = atoi(argv[4]);
  for (d = 0; d < 3; d++) {
    const size_t n = t->n[d] = (size_t)atol(argv[5 + d]);
    t->before[d] = (double (*)[2])allocate(n, sizeof *t->before[d], "a vector");
    t->after[d] = (double (*)[2])allocate(n, sizeof *t->after[d], "a vector");
    for (i = 0; i < n; i++) t->before[d][i][0] = number_at(d, i, 0), t->before[d][i][1] = number_at(d, i, 1);
    if (d < t->axes) transform_vector(t->after[d], t->before[d], n);
    else memcpy(t->after[d], t->before[d], n * sizeof *t->after[d]);
  }
}

static inline void product_of(double *to, const double *a, const double *b) {
  const double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
  to[0] = re, to[1] = im;
}

/* The data of a box, or, to compare, the result: the largest difference, as a part of the largest element. */
static inline double visit_box(const transform_t *t, const box_t *box, double (*data)[2], int compares) {
  double (*const *of)[2] = compares ? t->after : t->before;
  double most = 0, size = 0;
  size_t x, y, z;
  for (x = 0; x < box->count[0]; x++)
    for (y = 0; y < box->count[1]; y++) {
      double xy[2];
      product_of(xy, of[0][box->first[0] + x], of[1][box->first[1] + y]);
      for (z = 0; z < box->count[2]; z++) {
        double want[2], *have = data[x * box->step[0] + y * box->step[1] + z * box->step[2]], d;
        product_of(want, xy, of[2][box->first[2] + z]);
        if (!compares) have[0] = want[0], have[1] = want[1];
        d = hypot(have[0] - want[0], have[1] - want[1]);
        if (!(d <= most)) most = d;
        if (hypot(want[0], want[1]) > size) size = hypot(want[0], want[1]);
      }
    }
  return size > 0 ? most / size : most;
}

/* The first index, and how many, of n that process `me` of `processes` has. */
static inline void share(size_t n, size_t me, size_t processes, size_t *first, size_t *count) {
  const size_t piece = (n + processes - 1) / processes;
  *first = me * piece < n ? me * piece : n;
  *count = n - *first < piece ? n - *first : piece;
}

static inline int is_right(double error) {
  if (error < 1e-12) return 1;
  fprintf(stderr, "the result is wrong by %g of its size\n", error);
  return 0;
}

#endif
