/* SPDX-License-Identifier: BSD-3-Clause
 * plans.upc: a thread's own transforms. A pass is many one-dimensional transforms: a plane's rows in z, its columns in
 * y, or adjacent lines in x. A pass does a few at a time, which stay in the cache. FFTW plans small batches well and
 * fast.
 *
 * The batch size is chosen by timing passes over a thread's planes, with all threads running at once. FFTW cannot
 * choose it: it times a plan alone, on data in the cache. A plan is made at the first address and used at the others.
 * FFTW requires the same alignment of all; they are multiples of 16 bytes apart. */
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/memory.h"
#include "../common/timing.h"
#include "../common/turns.h"
#include "../common/work.h"

enum { IN_Z, IN_Y, IN_X, DIRECTIONS };

typedef struct {
  size_t width, count;    /* transforms in a batch, and in all */
  size_t step;            /* elements from one transform to the next */
  line_plan_t group, rest; /* plans for a batch, and for the transforms that are left */
} pass_t;
static const size_t widths[] = {32, 8, 16, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, ROUNDS = 3 };
enum { CACHE = 4 << 20, SAMPLE = 32 << 20 }; /* bytes: data that fit the cache; data that a timed pass reads at most */

/* Forward, backward. In z: A <-> rows_in_z; in y: before_y <-> after_y, which may be the same; in x: in B. */
static pass_t passes[2][DIRECTIONS];
static complex_t *z_rows; /* my rows of a plane, transformed in z: [y in my piece][z] */

static pass_t *the_pass(int sign, int direction) { return &passes[sign == BACKWARD][direction]; }

/* The address of plane g after its transform in y, and before it. */
static complex_t *after_y(const grid_t *q, size_t g) {
  return q->rows > 1 ? q->my_plane[g % PLANES] : row_b(q, g, 0);
}
static complex_t *before_y(const grid_t *q, size_t g) { return q->cols > 1 ? q->my_plane[g % PLANES] : after_y(q, g); }
/* The address of a plane's rows after their transform in z. */
static complex_t *rows_in_z(const grid_t *q, size_t g) { return q->cols > 1 ? z_rows : after_y(q, g); }

static int exists(const grid_t *q, size_t g) { return g * q->rows + q->px < q->nx; }

/* ---- passes over a thread's part ------------------------------------------------------------------------------ */

/* Transforms i .. end - 1 of a pass: whole batches, and at its end what is left. */
static void batches(const pass_t *p, size_t i, size_t end, complex_t *in, complex_t *out) {
  for (; i + p->width <= end; i += p->width) local_fft_run(&p->group, in + i * p->step, out + i * p->step);
  if (i < end) local_fft_run(&p->rest, in + i * p->step, out + i * p->step);
}

/* The operations of a transform of n numbers. */
static double operations(const grid_t *q, size_t n, int direction) {
  return (q->real && direction == IN_Z ? 0.5 : 1) * 5 * (double)n * log2((double)n);
}

/* `count` transforms of n numbers: in pieces of whole batches, and of a million operations, while exchanges are in
 * flight. Without data there are no plans; then a batch has eight. */
static void pass(const grid_t *q, int sign, int direction, size_t n, size_t count, complex_t *from, complex_t *to) {
  const pass_t *p = the_pass(sign, direction);
  const size_t width = p->width > 0 ? p->width : 8;
  const double each = operations(q, n, direction);
  const size_t most = width * (1 + (size_t)(1e6 / (each * (double)width + 1)));
  complex_t *in = sign == FORWARD ? from : to, *out = sign == FORWARD ? to : from;
  size_t done, piece;
  for (done = 0; done < count; done += piece) {
    double start;
    piece = app_piece(count - done, most);
    start = app_begin();
    if (app_has_data()) batches(p, done, done + piece, in, out);
    app_work(each * (double)piece, "fft");
    app_end(APP_COMPUTE, start);
  }
}

/* Copies z_rows [y][z] to `sent` [piece of z][y][z in the piece], or back. */
static void copy_pieces(const grid_t *q, size_t g, int back) {
  const double start = app_begin();
  size_t piece, y;
  for (piece = 0; piece < q->cols; piece++) {
    const size_t bytes = piece_size(q->zc, q->cols, piece) * sizeof *z_rows;
    complex_t *part = q->my_sent[g % 2] + piece * piece_most(q->ny, q->cols) * q->b_pitch;
    complex_t *whole = z_rows + piece_start(q->zc, q->cols, piece);
    for (y = 0; y < my_rows(q); y++, part += q->b_pitch, whole += q->a_pitch)
      memcpy(back ? whole : part, back ? part : whole, bytes);
  }
  app_end(APP_COMPUTE, start);
}

void transform_z(const grid_t *q, int sign, size_t g) {
  const int copies = q->cols > 1 && app_has_data();
  if (!exists(q, g)) return;
  if (copies && sign == BACKWARD) copy_pieces(q, g, 1);
  pass(q, sign, IN_Z, q->nz, my_rows(q), row_a(q, g, 0), rows_in_z(q, g));
  if (copies && sign == FORWARD) copy_pieces(q, g, 0);
}

void transform_y(const grid_t *q, int sign, size_t g) {
  if (exists(q, g)) pass(q, sign, IN_Y, q->ny, my_zs(q), before_y(q, g), after_y(q, g));
}

static void row_in_x(const grid_t *q, int sign, size_t y) {
  pass(q, sign, IN_X, q->nx, my_zs(q), row_b(q, 0, y), row_b(q, 0, y));
}

void transform_x(const grid_t *q, int sign) {
  size_t y;
  for (y = 0; y < my_ys(q); y++) row_in_x(q, sign, y);
}

/* ---- choosing ------------------------------------------------------------------------------------------------- */

/* A plan for `count` of a pass's transforms. */
static line_plan_t plan(const grid_t *q, int sign, int direction, size_t count, effort_t effort) {
  const size_t size[] = {q->nz, q->ny, q->nx}, stride[] = {1, q->b_pitch, q->x_pitch};
  complex_t *const before[] = {q->my_a, before_y(q, 0), q->my_b};
  complex_t *const after[] = {rows_in_z(q, 0), after_y(q, 0), q->my_b};
  complex_t *in = (sign == FORWARD ? before : after)[direction], *out = (sign == FORWARD ? after : before)[direction];
  lines_t lines;
  lines.kind = COMPLEX_TO_COMPLEX;
  if (q->real && direction == IN_Z) lines.kind = sign == FORWARD ? REAL_TO_COMPLEX : COMPLEX_TO_REAL;
  lines.sign = sign;
  lines.length = size[direction];
  lines.count = count;
  lines.stride = stride[direction];
  lines.step = the_pass(sign, direction)->step;
  return local_fft_plan(&lines, in, out, effort);
}

static void free_pass(pass_t *p) {
  local_fft_free_plan(&p->group);
  local_fft_free_plan(&p->rest);
}

/* The seconds of a pass over some of my planes, which are larger than the cache. */
static double time_pass(const grid_t *q, int sign, int direction) {
  const size_t all = direction == IN_X ? my_ys(q) : q->planes;
  const size_t numbers = direction == IN_X ? q->nx * q->b_pitch : q->rows * q->x_pitch;
  const size_t some = SAMPLE / (numbers * sizeof(complex_t)) + 1, end = some < all ? some : all;
  double start;
  size_t i;
  upc_barrier;
  start = app_now();
  for (i = 0; i < end; i++)
    if (direction == IN_X) row_in_x(q, sign, i);
    else if (direction == IN_Y) transform_y(q, sign, i);
    else transform_z(q, sign, i);
  return app_now() - start;
}

/* Tries the widths in turns and takes the fastest. Takes the first if the data are few or the effort is `estimate`. */
static void choose_pass(const grid_t *q, int sign, int direction, size_t count, size_t step, effort_t effort) {
  pass_t tried[WIDTHS], *p = the_pass(sign, direction);
  const size_t bytes = q->planes * q->rows * q->x_pitch * sizeof(complex_t);
  const int n = effort == EFFORT_ESTIMATE || bytes < CACHE ? 1 : WIDTHS;
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

void make_plans(const grid_t *q, int sign, effort_t effort) {
  const size_t size = (my_rows(q) + 1) * q->a_pitch;
  if (z_rows == NULL)
    z_rows = app_allocated(local_fft_alloc(sizeof *z_rows * size), size, sizeof *z_rows, "the rows of a plane");
  choose_pass(q, sign, IN_Z, my_rows(q), q->a_pitch, effort);
  choose_pass(q, sign, IN_Y, my_zs(q), 1, effort);
  choose_pass(q, sign, IN_X, my_zs(q), 1, effort);
}

void free_plans(void) {
  int i;
  for (i = 0; i < 2 * DIRECTIONS; i++) free_pass(&passes[i / DIRECTIONS][i % DIRECTIONS]);
  local_fft_free(z_rows);
  memset(passes, 0, sizeof passes);
  z_rows = NULL;
}
