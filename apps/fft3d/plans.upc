/* SPDX-License-Identifier: BSD-3-Clause
 * plans.upc: a thread's own transforms. One plan does a plane, another all lines in x. Each is made at the first plane
 * and used at all, so planes must lie alike: they are multiples of 16 bytes apart. */
#include <upc.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/runs.h"

typedef struct {
  fftw_plan z;   /* a plane's rows in z: A <-> `line`, or, with PY = 1, z and y: A <-> where `flat` is */
  fftw_plan y;   /* a plane in y: in `plane`, or, with PX = 1, `plane` <-> B                            */
  fftw_plan x;   /* my part of B                                                                         */
} plans_t;

static plans_t plans[2];       /* forward, backward */
static complex_t *line;        /* my rows of a plane, transformed in z: [y in my piece][z] */

/* Where plane g is between the exchanges. */
static complex_t *flat(const grid_t *q, size_t g) {
  return q->rows > 1 ? q->my_plane[g % 2] : q->my_b + g * q->yb * q->zb;
}

static size_t my_rows(const grid_t *q) { return piece_size(q->ny, q->ya, q->py); }
static int exists(const grid_t *q, size_t g) { return g * q->rows + q->px < q->nx; }

/* `count` transforms of n numbers, `stride` apart, their beginnings `between` apart; null where count is 0. */
static fftw_plan many(size_t n, size_t count, complex_t *in, complex_t *out, size_t stride, size_t between, int sign, unsigned effort) {
  const int size = (int)n;
  if (count == 0) return NULL;
  return fftw_plan_many_dft(1, &size, (int)count, (fftw_complex *)in, NULL, (int)stride, (int)between, (fftw_complex *)out, NULL,
                            (int)stride, (int)between, sign, effort);
}

/* `count` transforms of rows in z, or one of a plane in y and z, between A and what is complex in any case. */
static fftw_plan in_z(const grid_t *q, int rank, size_t count, complex_t *a, complex_t *other, int sign, unsigned effort) {
  const int size[] = {(int)q->ny, (int)q->nz}, complexes[] = {(int)q->ny, (int)q->zc}, reals[] = {(int)q->ny, 2 * (int)q->zc};
  const int *n = size + 2 - rank, *c = complexes + 2 - rank, *r = reals + 2 - rank, pitch = (int)q->zc;
  fftw_complex *from = (fftw_complex *)(sign == FORWARD ? a : other), *to = (fftw_complex *)(sign == FORWARD ? other : a);
  if (count == 0) return NULL;
  if (!q->real) return fftw_plan_many_dft(rank, n, (int)count, from, NULL, 1, pitch, to, NULL, 1, pitch, sign, effort);
  if (sign == FORWARD)
    return fftw_plan_many_dft_r2c(rank, n, (int)count, (double *)from, r, 1, 2 * pitch, to, c, 1, pitch, effort);
  return fftw_plan_many_dft_c2r(rank, n, (int)count, from, c, 1, pitch, (double *)to, r, 1, 2 * pitch, effort);
}

void make_plans(const grid_t *q, int sign, unsigned effort) {
  plans_t *p = &plans[sign == BACKWARD];
  complex_t *const there = flat(q, 0);
  const size_t zs = piece_size(q->zc, q->zb, q->py), ys = piece_size(q->ny, q->yb, q->px);
  if (line == NULL) line = fftw_malloc(sizeof *line * q->ya * q->zc);
  if (q->cols == 1) {
    p->z = in_z(q, 2, 1, q->my_a, there, sign, effort);
  } else {
    p->z = in_z(q, 1, my_rows(q), q->my_a, line, sign, effort);
    p->y = many(q->ny, zs, sign == FORWARD ? q->my_plane[0] : there, sign == FORWARD ? there : q->my_plane[0], q->zb, 1, sign, effort);
  }
  p->x = many(q->nx, ys * q->zb, q->my_b, q->my_b, q->yb * q->zb, 1, sign, effort);
}

void free_plans(void) {
  int i;
  for (i = 0; i < 2; i++) {
    fftw_destroy_plan(plans[i].z);
    fftw_destroy_plan(plans[i].y);
    fftw_destroy_plan(plans[i].x);
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
    const size_t bytes = piece_size(q->zc, q->zb, piece) * sizeof *line;
    complex_t *cut = q->my_sent[g % 2] + piece * q->ya * q->zb, *whole = line + piece * q->zb;
    for (y = 0; y < my_rows(q); y++, cut += q->zb, whole += q->zc) memcpy(back ? whole : cut, back ? cut : whole, bytes);
  }
}

void transform_z(const grid_t *q, size_t g) {
  const double start = app_begin();
  complex_t *a = q->my_a + g * q->ya * q->zc;
  if (!exists(q, g)) return;
  execute_z(q, FORWARD, a, q->cols == 1 ? flat(q, g) : line);
  if (q->cols > 1) cut_line(q, g, 0);
  app_end(APP_COMPUTE, start);
}

void transform_y(const grid_t *q, size_t g) {
  const double start = app_begin();
  if (q->cols > 1 && exists(q, g)) execute(plans[0].y, q->my_plane[g % 2], flat(q, g));
  app_end(APP_COMPUTE, start);
}

void transform_x(const grid_t *q) {
  const double start = app_begin();
  execute(plans[0].x, q->my_b, q->my_b);
  app_end(APP_COMPUTE, start);
}

void back_x(const grid_t *q) {
  const double start = app_begin();
  execute(plans[1].x, q->my_b, q->my_b);
  app_end(APP_COMPUTE, start);
}

void back_y(const grid_t *q, size_t g) {
  const double start = app_begin();
  if (q->cols > 1 && exists(q, g)) execute(plans[1].y, flat(q, g), q->my_plane[g % 2]);
  app_end(APP_COMPUTE, start);
}

void back_z(const grid_t *q, size_t g) {
  const double start = app_begin();
  complex_t *a = q->my_a + g * q->ya * q->zc;
  if (!exists(q, g)) return;
  if (q->cols > 1) cut_line(q, g, 1);
  execute_z(q, BACKWARD, a, q->cols == 1 ? flat(q, g) : line);
  app_end(APP_COMPUTE, start);
}
