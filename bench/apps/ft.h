/* SPDX-License-Identifier: BSD-3-Clause
 * ft.h: the parts of the NAS parallel benchmark FT that its peers in C share; apps/fft3d/npb.upc says what it computes.
 * The names x, y, z are the benchmark's: x is contiguous. FFTW transforms, as it does for apps/fft3d. */
#ifndef FT_H
#define FT_H

#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "../../apps/fft3d/npb_checksums.h"
#include "measure/median.h"

typedef double complex number;

enum { WIDTH = 16 };                          /* lines in z that are transformed together */
enum { FORTH, BACK };

static const struct npb_class *class;
static size_t nx, ny, nz;
static double *decay[3];                      /* of one iteration, in x, y and z */
static fftw_plan in_plane[2], in_z[2];
static double sums[NPB_MOST_ITERATIONS][2];

static inline number *numbers(size_t count) {
  return allocated(fftw_malloc(count * sizeof(number)), count, sizeof(number), "FT");
}

static double *decays(size_t n) {
  double *d = allocate(n, sizeof *d, "the decay factors");
  for (size_t i = 0; i < n; i++) {
    const double pi = 3.14159265358979323846, k = (double)((i + n / 2) % n) - (double)(n / 2);
    d[i] = exp(-4e-6 * pi * pi * k * k);
  }
  return d;
}

static inline number *lines_in_z(void) { return numbers(nz * WIDTH); }

/* Sizes, factors and plans of a class; 0 if there is no such class. */
static int begin(char name) {
  for (size_t i = 0; i < sizeof npb_classes / sizeof *npb_classes; i++)
    if (npb_classes[i].name == name) class = &npb_classes[i];
  if (!class) return 0;
  nx = (size_t)class->nx, ny = (size_t)class->ny, nz = (size_t)class->nz;
  decay[0] = decays(nx), decay[1] = decays(ny), decay[2] = decays(nz);
  number *plane = numbers(nx * ny), *lines = lines_in_z();
  const int sizes[] = {(int)ny, (int)nx}, length = (int)nz;
  for (int i = 0; i < 2; i++) {
    const int sign = i == FORTH ? FFTW_FORWARD : FFTW_BACKWARD;
    in_plane[i] = fftw_plan_dft(2, sizes, plane, plane, sign, FFTW_MEASURE);
    in_z[i] = fftw_plan_many_dft(1, &length, WIDTH, lines, NULL, WIDTH, 1, lines, NULL, WIDTH, 1, sign, FFTW_MEASURE);
  }
  fftw_free(plane);
  fftw_free(lines);
  return 1;
}

static inline unsigned long long times(unsigned long long a, unsigned long long b) {
  return a * b & ((1ull << 46) - 1);
}

/* The data of plane z: x' = 5^13 x mod 2^46, two for each number. */
static void random_plane(number *plane, size_t z) {
  unsigned long long seed = 314159265, factor = 1220703125;
  for (unsigned long long n = 2 * nx * ny * z, power = factor; n > 0; n >>= 1, power = times(power, power))
    if (n & 1) seed = times(seed, power);
  for (double *d = (double *)plane; d < (double *)(plane + nx * ny); d++) {
    seed = times(seed, factor);
    *d = (double)seed * 0x1p-46;
  }
}

static void transform_plane(number *plane, int way) { fftw_execute_dft(in_plane[way], plane, plane); }

/* Transforms nx lines in z from `from` to `to`, `pitch` numbers from z to z. Before it transforms back it makes the
 * decay of row y in `from`. */
static void transform_z(number *from, number *to, size_t pitch, int way, size_t y, number *lines) {
  for (size_t x = 0; x < nx; x += WIDTH) {
    for (size_t z = 0; z < nz; z++) {
      number *f = from + z * pitch + x;
      if (way == BACK)
        for (size_t i = 0; i < WIDTH; i++) f[i] *= decay[0][x + i] * decay[1][y] * decay[2][z];
      memcpy(lines + z * WIDTH, f, WIDTH * sizeof *lines);
    }
    fftw_execute_dft(in_z[way], lines, lines);
    for (size_t z = 0; z < nz; z++) memcpy(to + z * pitch + x, lines + z * WIDTH, WIDTH * sizeof *lines);
  }
}

/* What plane z has of the sum of the elements (j mod nx, 3j mod ny, 5j mod nz) for j = 1 .. 1024. */
static number sum_of_plane(const number *plane, size_t z) {
  number sum = 0;
  for (size_t j = 1; j <= 1024; j++)
    if (5 * j % nz == z) sum += plane[3 * j % ny * nx + j % nx];
  return sum;
}

/* The median of the times, if the checksums are those of the benchmark. */
static int report(double *seconds, int repeat) {
  for (int i = 0; i < class->iterations; i++)
    for (int part = 0; part < 2; part++) {
      const double right = class->checksum[i][part], got = sums[i][part] / (double)(nx * ny * nz);
      if (fabs((got - right) / right) <= 1e-12) continue;
      fprintf(stderr, "wrong checksum in iteration %d: %.12e\n", i, got);
      return 1;
    }
  printf("%.6f\n", median(seconds, repeat));
  return 0;
}

#endif
