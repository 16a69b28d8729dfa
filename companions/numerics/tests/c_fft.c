/* SPDX-License-Identifier: BSD-3-Clause
 * Transforms from a program in C: there and back, of real numbers too; and what is refused. */
#include "../../../tests/c/check.h"
#include <upc_stride_numerics.h>
#include <math.h>
#include <string.h>

enum { M = 12, N = 10, HALF = N / 2 + 1 };

static upc_stride_array_t matrix(size_t columns, size_t bytes, size_t b0, size_t b1) {
  const size_t shape[] = {M, columns}, block[] = {b0, b1};
  return upc_stride_all_alloc(2, shape, block, bytes, 0, NULL);
}

static upc_stride_section_t whole(upc_stride_array_t A) { return UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL); }

/* Runs a transform that is planned for this run alone. */
static void run(const upc_stride_section_t *to, const upc_stride_section_t *from, int sign, double scale) {
  const int axes[] = {0, 1};
  upc_stride_fft_t plan =
    upc_stride_fft_plan(to, from, 2, axes, UPC_STRIDE_COMPLEX_DOUBLE, sign, UPC_STRIDE_FFT_ESTIMATE);
  CHECK(plan != NULL);
  CHECK(upc_stride_fft_run(plan, scale) == 0);
  CHECK(upc_stride_fft_free(&plan) == 0 && plan == NULL);
  upc_stride_barrier_all();
}

/* Element (k1, k2) of the transform of the numbers i * N + j, from the definition. */
static void model(double *re, double *im, int k1, int k2) {
  *re = *im = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      const double angle = -2 * 3.14159265358979323846 * ((double)i * k1 / M + (double)j * k2 / N);
      *re += (i * N + j) * cos(angle);
      *im += (i * N + j) * sin(angle);
    }
}

/* A routine of the program's: sums along one axis after the other would do, but this is the definition, for complex
 * numbers of two axes. */
static int called;
static void by_definition(const upc_stride_fft_part_t *p, const void *from, void *to) {
  const double (*x)[2] = from;
  static double sums[M * N][2];
  CHECK(p->ndims == 2 && p->real < 0 && !p->single);
  called++;
  for (size_t k = 0; k < p->to[0] * p->to[1]; k++) {
    const size_t k0 = k / p->to[1], k1 = k % p->to[1];
    sums[k][0] = sums[k][1] = 0;
    for (size_t i = 0; i < p->from[0]; i++)
      for (size_t j = 0; j < p->from[1]; j++) {
        const double *v = x[i * p->from_stride[0] + j * p->from_stride[1]];
        double turns = 0;
        if (p->axes & 1) turns += (double)(i * k0) / (double)p->to[0];
        else if (i != k0) continue;
        if (p->axes & 2) turns += (double)(j * k1) / (double)p->to[1];
        else if (j != k1) continue;
        const double angle = p->sign * 2 * 3.14159265358979323846 * turns;
        sums[k][0] += cos(angle) * v[0] - sin(angle) * v[1];
        sums[k][1] += cos(angle) * v[1] + sin(angle) * v[0];
      }
  }
  for (size_t k = 0; k < p->to[0] * p->to[1]; k++)
    memcpy(((double (*)[2])to)[k / p->to[1] * p->to_stride[0] + k % p->to[1] * p->to_stride[1]], sums[k], sizeof *sums);
}

int main(void) {
  upc_stride_options_t options = {.errors = UPC_STRIDE_ERRORS_RETURN};
  static double numbers[M][N], back[M][N], got[M][HALF][2], all[M][N][2];
  START(&options);
  upc_stride_array_t reals = matrix(N, 8, 1, N), halves = matrix(HALF, 16, 5, 4), twice = matrix(N, 16, 4, 3);
  upc_stride_array_t wide = matrix(N, 16, M, 2);
  const upc_stride_section_t r = whole(reals), h = whole(halves), t = whole(twice), w = whole(wide);
  for (int i = 0; i < M * N; i++) numbers[i / N][i % N] = i;
  if (upc_stride_mythread() == 0) upc_stride_put_patch(&r, numbers, NULL);
  upc_stride_barrier_all();
  run(&h, &r, -1, 1);
  if (upc_stride_mythread() == 0) {
    upc_stride_get_patch(got, NULL, &h);
    for (int i = 0; i < M; i++)
      for (int j = 0; j < HALF; j++) {
        double re, im;
        model(&re, &im, i, j);
        CHECK(fabs(got[i][j][0] - re) + fabs(got[i][j][1] - im) < 1e-9);
      }
    upc_stride_put_patch(&r, back, NULL);
  }
  upc_stride_barrier_all();
  run(&r, &h, 1, 1. / (M * N));
  if (upc_stride_mythread() == 0) {
    upc_stride_get_patch(back, NULL, &r);
    for (int i = 0; i < M * N; i++) CHECK(fabs(back[i / N][i % N] - i) < 1e-12 * M * N);
    for (int i = 0; i < M * N; i++) all[i / N][i % N][0] = i, all[i / N][i % N][1] = -i;
    upc_stride_put_patch(&t, all, NULL);
  }
  upc_stride_barrier_all();
  upc_stride_set_fft(by_definition);
  run(&w, &t, -1, 1);
  CHECK(called > 0 || upc_stride_threads() > 1);
  upc_stride_set_fft(NULL);
  called = 0;
  run(&t, &w, 1, 1. / (M * N));
  CHECK(called == 0);
  if (upc_stride_mythread() == 0) {
    upc_stride_get_patch(all, NULL, &t);
    for (int i = 0; i < M * N; i++)
      CHECK(fabs(all[i / N][i % N][0] - i) < 1e-10 && fabs(all[i / N][i % N][1] + i) < 1e-10);
  }
  upc_stride_barrier_all();
  CHECK(upc_stride_fft_plan(&r, &t, 2, NULL, UPC_STRIDE_COMPLEX_DOUBLE, 1, UPC_STRIDE_FFT_ESTIMATE) == NULL);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_fft_plan: in: 10 elements in dimension 1, must be 6") != NULL);
  CHECK(upc_stride_fft_plan(NULL, &t, 2, NULL, UPC_STRIDE_COMPLEX_DOUBLE, 1, UPC_STRIDE_FFT_ESTIMATE) == NULL);
  CHECK(upc_stride_fft_run(NULL, 1) == -1);
  CHECK(upc_stride_fft_free(NULL) == -1);
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
