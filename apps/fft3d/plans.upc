/* SPDX-License-Identifier: BSD-3-Clause
 * plans.upc: a thread's own transforms. Plans are small, which FFTW plans well and soon: one does a plane's rows in z,
 * another its columns in y, a third lines in x that are side by side and stay in the cache. Each is made at the first
 * place and used at all, which must lie alike: they are multiples of 16 bytes apart. */
#include <upc.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/runs.h"

typedef struct {
  fftw_plan z;        /* a plane's rows in z: A <-> `line` or, with PY = 1, `flat` */
  fftw_plan y;        /* a plane in y: `steep` <-> `flat`, which may be the same   */
  fftw_plan x, rest;  /* SIDE_BY_SIDE lines of B in x, and what is left of a row   */
} plans_t;
enum { SIDE_BY_SIDE = 32 };

static plans_t plans[2];       /* forward, backward */
static complex_t *line;        /* my rows of a plane, transformed in z: [y in my piece][z] */

/* Where plane g is after its transform in y, and before. */
static complex_t *flat(const grid_t *q, size_t g) {
  return q->rows > 1 ? q->my_plane[g % 2] : row_b(q, g, 0);
}
static complex_t *steep(const grid_t *q, size_t g) { return q->cols > 1 ? q->my_plane[g % 2] : flat(q, g); }

static int exists(const grid_t *q, size_t g) { return g * q->rows + q->px < q->nx; }

/* Transforms of n numbers, `stride` apart, `count` of them side by side; null where there is none. */
static fftw_plan many(size_t n, size_t count, complex_t *in, complex_t *out, size_t stride, int sign, unsigned effort) {
  const int length = (int)n;
  if (count == 0) return NULL;
  return fftw_plan_many_dft(1, &length, (int)count, (fftw_complex *)in, NULL, (int)stride, 1, (fftw_complex *)out, NULL, (int)stride, 1,
                            sign, effort);
}

/* `count` transforms of rows in z, between A and what is complex in any case. */
static fftw_plan in_z(const grid_t *q, size_t count, complex_t *a, complex_t *other, int sign, unsigned effort) {
  const int n = (int)q->nz, many = (int)count, pitch = (int)q->za;
  fftw_complex *from = (fftw_complex *)(sign == FORWARD ? a : other), *to = (fftw_complex *)(sign == FORWARD ? other : a);
  if (count == 0) return NULL;
  if (!q->real) return fftw_plan_many_dft(1, &n, many, from, NULL, 1, pitch, to, NULL, 1, pitch, sign, effort);
  if (sign == FORWARD) return fftw_plan_many_dft_r2c(1, &n, many, (double *)from, NULL, 1, 2 * pitch, to, NULL, 1, pitch, effort);
  return fftw_plan_many_dft_c2r(1, &n, many, from, NULL, 1, pitch, (double *)to, NULL, 1, 2 * pitch, effort);
}

void make_plans(const grid_t *q, int sign, unsigned effort) {
  plans_t *p = &plans[sign == BACKWARD];
  complex_t *const before = sign == FORWARD ? steep(q, 0) : flat(q, 0), *const after = sign == FORWARD ? flat(q, 0) : steep(q, 0);
  if (line == NULL) line = fftw_malloc(sizeof *line * (my_rows(q) + 1) * q->za);
  p->z = in_z(q, my_rows(q), q->my_a, q->cols > 1 ? line : flat(q, 0), sign, effort);
  p->y = many(q->ny, my_zs(q), before, after, q->zp, sign, effort);
  p->x = many(q->nx, my_zs(q) < SIDE_BY_SIDE ? 0 : SIDE_BY_SIDE, q->my_b, q->my_b, q->slot, sign, effort);
  p->rest = many(q->nx, my_zs(q) % SIDE_BY_SIDE, q->my_b, q->my_b, q->slot, sign, effort);
}

void free_plans(void) {
  int i;
  for (i = 0; i < 2; i++) {
    fftw_destroy_plan(plans[i].z);
    fftw_destroy_plan(plans[i].y);
    fftw_destroy_plan(plans[i].x);
    fftw_destroy_plan(plans[i].rest);
  }
  fftw_free(line);
  memset(plans, 0, sizeof plans);
  line = NULL;
}

static void execute(fftw_plan plan, complex_t *in, complex_t *out) {
  if (plan != NULL) fftw_execute_dft(plan, (fftw_complex *)in, (fftw_complex *)out);
}

/* Like in_z. */
static void execute_z(const grid_t *q, int sign, complex_t *a, complex_t *other) {
  const fftw_plan plan = plans[sign == BACKWARD].z;
  if (plan == NULL) return;
  if (!q->real) execute(plan, sign == FORWARD ? a : other, sign == FORWARD ? other : a);
  else if (sign == FORWARD) fftw_execute_dft_r2c(plan, (double *)a, (fftw_complex *)other);
  else fftw_execute_dft_c2r(plan, (fftw_complex *)other, (double *)a);
}

/* Between `line` [y][z] and `sent` [piece of z][y][z in the piece]. */
static void cut_line(const grid_t *q, size_t g, int back) {
  size_t piece, y;
  for (piece = 0; piece < q->cols; piece++) {
    const size_t bytes = piece_size(q->zc, q->cols, piece) * sizeof *line;
    complex_t *cut = q->my_sent[g % 2] + piece * piece_most(q->ny, q->cols) * q->zp, *whole = line + piece_start(q->zc, q->cols, piece);
    for (y = 0; y < my_rows(q); y++, cut += q->zp, whole += q->za) memcpy(back ? whole : cut, back ? cut : whole, bytes);
  }
}

void transform_z(const grid_t *q, size_t g) {
  const double start = app_begin();
  complex_t *a = row_a(q, g, 0);
  if (!exists(q, g)) return;
  execute_z(q, FORWARD, a, q->cols == 1 ? flat(q, g) : line);
  if (q->cols > 1) cut_line(q, g, 0);
  app_end(APP_COMPUTE, start);
}

void transform_y(const grid_t *q, size_t g) {
  const double start = app_begin();
  if (exists(q, g)) execute(plans[0].y, steep(q, g), flat(q, g));
  app_end(APP_COMPUTE, start);
}

/* All of my part of B, a few lines at a time. */
static void in_x(const grid_t *q, const plans_t *p) {
  const double start = app_begin();
  const size_t zs = my_zs(q), whole = zs - zs % SIDE_BY_SIDE;
  size_t y, z;
  for (y = 0; y < my_ys(q); y++) {
    complex_t *row = row_b(q, 0, y);
    for (z = 0; z < whole; z += SIDE_BY_SIDE) execute(p->x, row + z, row + z);
    execute(p->rest, row + whole, row + whole);
  }
  app_end(APP_COMPUTE, start);
}

void transform_x(const grid_t *q) { in_x(q, &plans[0]); }
void back_x(const grid_t *q) { in_x(q, &plans[1]); }

void back_y(const grid_t *q, size_t g) {
  const double start = app_begin();
  if (exists(q, g)) execute(plans[1].y, flat(q, g), steep(q, g));
  app_end(APP_COMPUTE, start);
}

void back_z(const grid_t *q, size_t g) {
  const double start = app_begin();
  complex_t *a = row_a(q, g, 0);
  if (!exists(q, g)) return;
  if (q->cols > 1) cut_line(q, g, 1);
  execute_z(q, BACKWARD, a, q->cols == 1 ? flat(q, g) : line);
  app_end(APP_COMPUTE, start);
}
