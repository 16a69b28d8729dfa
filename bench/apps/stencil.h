/* SPDX-License-Identifier: BSD-3-Clause
 * stencil.h: a step of the star-shaped stencil of apps/stencil for rows i0 to i1 - 1 and columns j0 to j1 - 1, radius 1
 * or any. The weights are those of the application. */
#ifndef BENCH_STENCIL_H
#define BENCH_STENCIL_H

#include <stdint.h>
#include "measure/median.h"

/* A row has `before` points before the first point of the domain, and `pitch` in all. If rows are padded, the domain's
 * points begin at a cache line in each row, and the second buffer begins half a page further in its page than the first
 * one in its own, as in the application. Else rows have n + 2 * radius points. */
enum { CACHE_LINE = 64, PAGE = 4096 };
typedef struct {
  long before, pitch;
} row_t;

static inline row_t row_of(long n, long radius, int padded) {
  const long line = CACHE_LINE / sizeof(double), before = padded ? (radius + line - 1) / line * line : radius;
  const row_t r = {before, padded ? (before + n + radius + line - 1) / line * line : n + 2 * radius};
  return r;
}

static inline void allocate_rows(double *u[2], long rows, row_t row, int padded) {
  for (int b = 0; b < 2; b++) {
    const uintptr_t p = (uintptr_t)allocate((size_t)(rows * row.pitch) * sizeof(double) + 2 * PAGE, 1, "points");
    const uintptr_t line = (p + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE, page = (p + PAGE - 1) / PAGE * PAGE;
    u[b] = (double *)(padded ? page + (uintptr_t)b * PAGE / 2 : line);
  }
}

static inline void stencil_row_1(double *restrict v, const double *u, long pitch, long count) {
  for (long j = 0; j < count; j++) v[j] = 0.2 * u[j] + 0.2 * (u[j - pitch] + u[j + pitch] + u[j - 1] + u[j + 1]);
}

static inline void stencil_row_2(double *restrict v, const double *u, long pitch, long count) {
  for (long j = 0; j < count; j++)
    v[j] = 0.2 * u[j] + 0.1 * (u[j - pitch] + u[j + pitch] + u[j - 1] + u[j + 1]) +
           0.1 * (u[j - 2 * pitch] + u[j + 2 * pitch] + u[j - 2] + u[j + 2]);
}

static inline void stencil_step(double *to, const double *from, long pitch, int radius, long i0, long i1, long j0,
                                long j1) {
  for (long i = i0; i < i1; i++) {
    double *v = to + i * pitch + j0;
    const double *u = from + i * pitch + j0;
    if (radius == 1) stencil_row_1(v, u, pitch, j1 - j0);
    else stencil_row_2(v, u, pitch, j1 - j0);
  }
}

#endif
