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
  return q->rows > 1 ? q->my_plane[g % 2] : row_b(q, g, 0);
}

static int exists(const grid_t *q, size_t g) { return g * q->rows + q->px < q->nx; }

/* Transforms of n numbers, `stride` apart, for each of rows x count, `pitch` and 1 apart; null where there is none. */
static fftw_plan many(size_t n, size_t rows, size_t count, complex_t *in, complex_t *out, size_t stride, size_t pitch, int sign,
                      unsigned effort) {
  const fftw_iodim line = {(int)n, (int)stride, (int)stride};
  const fftw_iodim times[] = {{(int)rows, (int)pitch, (int)pitch}, {(int)count, 1, 1}};
  if (rows == 0 || count == 0) return NULL;
  return fftw_plan_guru_dft(1, &line, 2, times, (fftw_complex *)in, (fftw_complex *)out, sign, effort);
}

/* `count` transforms of rows in z, or one of a plane in y and z, between A and what is complex in any case. */
static fftw_plan in_z(const grid_t *q, int rank, size_t count, complex_t *a, complex_t *other, int sign, unsigned effort) {
  const int size[] = {(int)q->ny, (int)q->nz}, complexes[] = {(int)q->ny, (int)q->za}, reals[] = {(int)q->ny, 2 * (int)q->za};
  const int *n = size + 2 - rank, *c = complexes + 2 - rank, *r = reals + 2 - rank, pitch = (int)q->za;
  fftw_complex *from = (fftw_complex *)(sign == FORWARD ? a : other), *to = (fftw_complex *)(sign == FORWARD ? other : a);
  if (count == 0) return NULL;
  if (!q->real) return fftw_plan_many_dft(rank, n, (int)count, from, c, 1, pitch, to, c, 1, pitch, sign, effort);
  if (sign == FORWARD)
    return fftw_plan_many_dft_r2c(rank, n, (int)count, (double *)from, r, 1, 2 * pitch, to, c, 1, pitch, effort);
  return fftw_plan_many_dft_c2r(rank, n, (int)count, from, c, 1, pitch, (double *)to, r, 1, 2 * pitch, effort);
}

void make_plans(const grid_t *q, int sign, unsigned effort) {
  plans_t *p = &plans[sign == BACKWARD];
  complex_t *const there = flat(q, 0);
  if (line == NULL) line = fftw_malloc(sizeof *line * (my_rows(q) + 1) * q->za);
  if (q->cols == 1) {
    p->z = in_z(q, 2, 1, q->my_a, there, sign, effort);
  } else {
    p->z = in_z(q, 1, my_rows(q), q->my_a, line, sign, effort);
    p->y = many(q->ny, 1, my_zs(q), sign == FORWARD ? q->my_plane[0] : there, sign == FORWARD ? there : q->my_plane[0], q->zp, 0, sign,
                effort);
  }
  p->x = many(q->nx, my_ys(q), my_zs(q), q->my_b, q->my_b, q->slot, q->zp, sign, effort);
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
  complex_t *a = row_a(q, g, 0);
  if (!exists(q, g)) return;
  if (q->cols > 1) cut_line(q, g, 1);
  execute_z(q, BACKWARD, a, q->cols == 1 ? flat(q, g) : line);
  app_end(APP_COMPUTE, start);
}
