/* SPDX-License-Identifier: BSD-3-Clause
 * npb.upc: the NAS parallel benchmark FT: the heat equation on random data. It transforms once. In each iteration it
 * multiplies by e^(-4 alpha pi^2 |k|^2), transforms back and sums 1024 of the numbers. NPB's x, y, z (x is contiguous)
 * are our z, y, x. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "npb_checksums.h"
#include "../common/memory.h"
#include "../common/random.h"
#include "../common/report.h"
#include "../common/timing.h"

static const double alpha = 1e-6;

static const struct npb_class *find_class(int class) {
  size_t i;
  for (i = 0; i < sizeof npb_classes / sizeof *npb_classes; i++)
    if (npb_classes[i].name == class) return &npb_classes[i];
  return NULL;
}

int npb_sizes(int class, options_t *o) {
  const struct npb_class *c = find_class(class);
  if (c == NULL) return 0;
  o->npb = class;
  o->nx = (size_t)c->nz;
  o->ny = (size_t)c->ny;
  o->nz = (size_t)c->nx;
  return 1;
}

/* The floating-point operations as the benchmark counts them. */
double npb_flops(const options_t *o) {
  const double points = (double)o->nx * (double)o->ny * (double)o->nz, l = log(points);
  return points * (14.8157 + 7.19641 * l + (5.23518 + 7.21113 * l) * find_class(o->npb)->iterations);
}

/* ---- the data: two random numbers for each complex one, in the order of memory -------------------------------- */

static unsigned long long power(unsigned long long base, unsigned long long n) {
  unsigned long long r = 1;
  for (; n > 0; n >>= 1, base = nas_times(base, base))
    if (n & 1) r = nas_times(r, base);
  return r;
}

void npb_row(const grid_t *q, size_t x, size_t y, complex_t *row) {
  unsigned long long state = nas_times(power(NAS_FACTOR, 2ull * q->nz * (x * q->ny + y)), NAS_FIRST);
  size_t z;
  for (z = 0; z < q->nz; z++) {
    row[z].re = app_nas_random(&state);
    row[z].im = app_nas_random(&state);
  }
}

static void fill(const grid_t *q) {
  const size_t first = piece_start(q->ny, q->cols, q->py);
  size_t g, y;
  for (g = 0; g * q->rows + q->px < q->nx; g++)
    for (y = 0; y < my_rows(q); y++) npb_row(q, g * q->rows + q->px, first + y, row_a(q, g, y));
}

/* ---- the run -------------------------------------------------------------------------------------------------- */

static const struct npb_class *class;
static complex_t *spectrum;           /* the spectrum as it evolves, laid out like B */
static double *decay[3];              /* e^(-4 alpha pi^2 k^2) for my part of B in x, y and z */
static shared double sums[THREADS][NPB_MOST_ITERATIONS][2];

double *npb_decays(size_t n, size_t first, size_t count) {
  double *d = app_allocate(count + 1, sizeof *d, "the decay factors of NAS FT");
  size_t i;
  for (i = 0; i < count; i++) {
    const double k = (double)((first + i + n / 2) % n) - (double)(n / 2);
    d[i] = exp(-4 * alpha * PI * PI * k * k);
  }
  return d;
}

void npb_begin(const grid_t *q, const options_t *o) {
  class = find_class(o->npb);
  spectrum = app_allocate(q->nx * q->x_pitch, sizeof *spectrum, "the spectrum of NAS FT");
  decay[0] = npb_decays(q->nx, 0, q->nx);
  decay[1] = npb_decays(q->ny, piece_start(q->ny, q->rows, q->px), my_ys(q));
  decay[2] = npb_decays(q->nz, piece_start(q->nz, q->cols, q->py), my_zs(q));
}

/* Multiplies the spectrum by the decay of one step and copies it to B. */
static void evolve(const grid_t *q) {
  const size_t ys = my_ys(q), zs = my_zs(q);
  const double start = app_begin();
  size_t x, y, z;
  for (x = 0; x < q->nx; x++)
    for (y = 0; y < ys; y++) {
      const double d = decay[0][x] * decay[1][y];
      complex_t *s = spectrum + x * q->x_pitch + y * q->b_pitch, *b = row_b(q, x, y);
      for (z = 0; z < zs; z++) {
        s[z].re *= d * decay[2][z];
        s[z].im *= d * decay[2][z];
        b[z] = s[z];
      }
    }
  app_end(APP_COMPUTE, start);
}

/* My part of the sum of the elements (j mod nx, 3j mod ny, 5j mod nz), in NPB's names, for j = 1 .. 1024. */
static void sum(const grid_t *q, int iteration) {
  double re = 0, im = 0;
  size_t j;
  for (j = 1; j <= 1024; j++) {
    const size_t x = 5 * j % q->nx, y = 3 * j % q->ny, z = j % q->nz;
    if (x % q->rows == q->px && piece_of(q->ny, q->cols, y) == q->py) {
      const complex_t *a = row_a(q, x / q->rows, y - piece_start(q->ny, q->cols, q->py)) + z;
      re += a->re;
      im += a->im;
    }
  }
  npb_checksum(iteration, re, im);
}

void npb_run(const grid_t *q) {
  int i;
  fill(q);
  fft3d(q);
  memcpy(spectrum, q->my_b, sizeof *spectrum * q->nx * q->x_pitch);
  for (i = 0; i < class->iterations; i++) {
    evolve(q);
    fft3d_inverse(q);
    sum(q, i);
  }
}

int npb_iterations(int name) { return find_class(name)->iterations; }

void npb_checksum(int iteration, double re, double im) {
  sums[MYTHREAD][iteration][0] = re;
  sums[MYTHREAD][iteration][1] = im;
}

double npb_error(void) {
  const double points = (double)class->nx * class->ny * class->nz;
  double most = 0;
  int i, part, t;
  for (i = 0; i < class->iterations; i++)
    for (part = 0; part < 2; part++) {
      const double right = class->checksum[i][part];
      double got = 0;
      for (t = 0; t < THREADS; t++) got += sums[t][i][part] / points;
      most = app_max(most, fabs((got - right) / right));
    }
  return most;
}

void npb_end(void) {
  int i;
  free(spectrum);
  for (i = 0; i < 3; i++) free(decay[i]);
}
