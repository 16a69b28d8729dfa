/* SPDX-License-Identifier: BSD-3-Clause
 * plans.upc: a thread's own transforms. A plane's rows in z, its columns in y and lines in x that are side by side are each
 * a pass of many transforms, a few at a time, which stay in the cache: small plans are what FFTW plans well and soon. How
 * many at a time is found by timing passes over a thread's planes, all threads at once, since FFTW times a plan alone, on
 * data in the cache. A plan is made at the first place and used at all, which must lie alike: they are multiples of 16
 * bytes apart. */
#include <upc.h>
#include <fftw3.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/runs.h"

enum { IN_Z, IN_Y, IN_X, DIRECTIONS };

typedef struct {
  size_t width, count;    /* so many transforms at a time, of so many */
  size_t step;            /* from one to the next */
  fftw_plan group, rest;  /* of `width`, and of what is left */
} pass_t;
static const size_t widths[] = {32, 8, 16, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, ROUNDS = 3, CACHE = 4 << 20, SAMPLE = 32 << 20 }; /* bytes */

/* Forward, backward; in z: A <-> `line` or, with PY = 1, `flat`; in y: `steep` <-> `flat`, which may be the same; in x: B. */
static pass_t passes[2][DIRECTIONS];
static complex_t *line; /* my rows of a plane, transformed in z: [y in my piece][z] */

static pass_t *the_pass(int sign, int direction) { return &passes[sign == BACKWARD][direction]; }

/* Where plane g is after its transform in y, and before. */
static complex_t *flat(const grid_t *q, size_t g) {
  return q->rows > 1 ? q->my_plane[g % 2] : row_b(q, g, 0);
}
static complex_t *steep(const grid_t *q, size_t g) { return q->cols > 1 ? q->my_plane[g % 2] : flat(q, g); }
/* Where a plane's rows are after their transform in z. */
static complex_t *rows_in_z(const grid_t *q, size_t g) { return q->cols > 1 ? line : flat(q, g); }

static int exists(const grid_t *q, size_t g) { return g * q->rows + q->px < q->nx; }

/* ---- passes over a thread's part ------------------------------------------------------------------------------ */

static void execute(const grid_t *q, int sign, int direction, fftw_plan plan, complex_t *in, complex_t *out) {
  if (!q->real || direction != IN_Z) fftw_execute_dft(plan, (fftw_complex *)in, (fftw_complex *)out);
  else if (sign == FORWARD) fftw_execute_dft_r2c(plan, (double *)in, (fftw_complex *)out);
  else fftw_execute_dft_c2r(plan, (fftw_complex *)in, (double *)out);
}

static void pass(const grid_t *q, int sign, int direction, complex_t *from, complex_t *to) {
  const pass_t *p = the_pass(sign, direction);
  complex_t *in = sign == FORWARD ? from : to, *out = sign == FORWARD ? to : from;
  size_t i;
  for (i = 0; i + p->width <= p->count && p->group != NULL; i += p->width)
    execute(q, sign, direction, p->group, in + i * p->step, out + i * p->step);
  if (p->rest != NULL) execute(q, sign, direction, p->rest, in + i * p->step, out + i * p->step);
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

static void plane_in_z(const grid_t *q, int sign, size_t g) {
  if (!exists(q, g)) return;
  if (q->cols > 1 && sign == BACKWARD) cut_line(q, g, 1);
  pass(q, sign, IN_Z, row_a(q, g, 0), rows_in_z(q, g));
  if (q->cols > 1 && sign == FORWARD) cut_line(q, g, 0);
}

static void plane_in_y(const grid_t *q, int sign, size_t g) {
  if (exists(q, g)) pass(q, sign, IN_Y, steep(q, g), flat(q, g));
}

static void row_in_x(const grid_t *q, int sign, size_t y) { pass(q, sign, IN_X, row_b(q, 0, y), row_b(q, 0, y)); }

/* ---- choosing ------------------------------------------------------------------------------------------------- */

/* `count` of a pass's transforms, `stride` from number to number. */
static fftw_plan plan(const grid_t *q, int sign, int direction, size_t count, unsigned effort) {
  const int size[] = {(int)q->nz, (int)q->ny, (int)q->nx}, stride[] = {1, (int)q->zp, (int)q->slot};
  complex_t *const before[] = {q->my_a, steep(q, 0), q->my_b}, *const after[] = {rows_in_z(q, 0), flat(q, 0), q->my_b};
  const int step = (int)the_pass(sign, direction)->step, n = (int)count, *length = &size[direction], s = stride[direction];
  fftw_complex *in = (fftw_complex *)(sign == FORWARD ? before : after)[direction];
  fftw_complex *out = (fftw_complex *)(sign == FORWARD ? after : before)[direction];
  if (count == 0) return NULL;
  if (!q->real || direction != IN_Z) return fftw_plan_many_dft(1, length, n, in, NULL, s, step, out, NULL, s, step, sign, effort);
  if (sign == FORWARD) return fftw_plan_many_dft_r2c(1, length, n, (double *)in, NULL, s, 2 * step, out, NULL, s, step, effort);
  return fftw_plan_many_dft_c2r(1, length, n, in, NULL, s, step, (double *)out, NULL, s, 2 * step, effort);
}

static void free_pass(const pass_t *p) {
  fftw_destroy_plan(p->group);
  fftw_destroy_plan(p->rest);
}

/* Seconds of a pass over some of my planes, enough for the cache to be too small. */
static double time_pass(const grid_t *q, int sign, int direction) {
  const size_t all = direction == IN_X ? my_ys(q) : q->planes, numbers = direction == IN_X ? q->nx * q->zp : q->rows * q->slot;
  const size_t some = SAMPLE / (numbers * sizeof(complex_t)) + 1, end = some < all ? some : all;
  double start;
  size_t i;
  upc_barrier;
  start = app_now();
  for (i = 0; i < end; i++)
    if (direction == IN_X) row_in_x(q, sign, i);
    else if (direction == IN_Y) plane_in_y(q, sign, i);
    else plane_in_z(q, sign, i);
  return app_now() - start;
}

/* The fastest width of those tried, in turns; the first where the data are few or no effort is to be spared. */
static void choose_pass(const grid_t *q, int sign, int direction, size_t count, size_t step, unsigned effort) {
  pass_t tried[WIDTHS], *p = the_pass(sign, direction);
  const size_t bytes = q->planes * q->rows * q->slot * sizeof(complex_t);
  const int n = effort == FFTW_ESTIMATE || bytes < CACHE ? 1 : WIDTHS;
  double best[WIDTHS];
  int i, round, fastest = 0;
  for (i = 0; i < n; i++) {
    p->width = widths[i], p->count = count, p->step = step;
    p->group = plan(q, sign, direction, p->width <= count ? p->width : 0, effort);
    p->rest = plan(q, sign, direction, count % p->width, effort);
    tried[i] = *p;
  }
  for (round = 0; round < ROUNDS && n > 1; round++)
    for (i = 0; i < n; i++) {
      double seconds;
      *p = tried[i];
      seconds = time_pass(q, sign, direction);
      if (round == 0 || seconds < best[i]) best[i] = seconds;
    }
  for (i = 1; i < n; i++)
    if (best[i] < best[fastest]) fastest = i;
  for (i = 0; i < n; i++)
    if (i != fastest) free_pass(&tried[i]);
  *p = tried[fastest];
}

void make_plans(const grid_t *q, int sign, unsigned effort) {
  if (line == NULL) line = fftw_malloc(sizeof *line * (my_rows(q) + 1) * q->za);
  choose_pass(q, sign, IN_Z, my_rows(q), q->za, effort);
  choose_pass(q, sign, IN_Y, my_zs(q), 1, effort);
  choose_pass(q, sign, IN_X, my_zs(q), 1, effort);
}

void free_plans(void) {
  int i;
  for (i = 0; i < 2 * DIRECTIONS; i++) free_pass(&passes[i / DIRECTIONS][i % DIRECTIONS]);
  fftw_free(line);
  memset(passes, 0, sizeof passes);
  line = NULL;
}

/* ---- for the transform ---------------------------------------------------------------------------------------- */

static void timed_in_z(const grid_t *q, int sign, size_t g) {
  const double start = app_begin();
  plane_in_z(q, sign, g);
  app_end(APP_COMPUTE, start);
}

static void timed_in_y(const grid_t *q, int sign, size_t g) {
  const double start = app_begin();
  plane_in_y(q, sign, g);
  app_end(APP_COMPUTE, start);
}

static void timed_in_x(const grid_t *q, int sign) {
  const double start = app_begin();
  size_t y;
  for (y = 0; y < my_ys(q); y++) row_in_x(q, sign, y);
  app_end(APP_COMPUTE, start);
}

void transform_z(const grid_t *q, size_t g) { timed_in_z(q, FORWARD, g); }
void transform_y(const grid_t *q, size_t g) { timed_in_y(q, FORWARD, g); }
void transform_x(const grid_t *q) { timed_in_x(q, FORWARD); }
void back_x(const grid_t *q) { timed_in_x(q, BACKWARD); }
void back_y(const grid_t *q, size_t g) { timed_in_y(q, BACKWARD, g); }
void back_z(const grid_t *q, size_t g) { timed_in_z(q, BACKWARD, g); }
