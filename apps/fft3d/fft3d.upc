/* SPDX-License-Identifier: BSD-3-Clause
 * fft3d.upc: the transform, the paper's Figure 12: in z, exchange in the plane, in y, exchange between planes, in x.
 *
 * Differences from Figure 12:
 * - A thread may have several planes. While one is exchanged the next is transformed.
 * - Transforms write directly to the buffer that is sent, and read directly from the buffer that is received.
 * - Sizes need not be multiples of the grid. Each thread waits for its own data only.
 *
 * Grid 2x2, plane x = 2 (grid row 0, group 1): threads 0 and 1 exchange pieces of z for pieces of y. Then threads 0 and
 * 2 exchange, and 1 and 3. Thread 0 has plane 2 and thread 2 has plane 3; the first half of y of both goes to thread 0.
 *
 * `sent` holds two planes, `plane` three. With pencils, step g starts the first exchange of plane g and continues with
 * plane g-1, so that both exchanges overlap with transforms:   z0 | z1 y0 | z2 y1 | z3 y2 | y3   (slabs have the second
 * exchange only). The second exchange of a plane has a whole step: its buffer is used again three steps later. */
#include <upc.h>
#include "fft3d.h"
#include "../common/timing.h"
#include "../common/turns.h"

/* GROUP: planes g * PX .. of B in my grid column. COLUMN: plane g on each thread of my grid column. SENT, PLANE: plane
 * g in `sent` or `plane` on each thread of my grid row. */
#define GROUP(q, g) \
  UPC_SECTION((q)->B, UPC_STRIDE_RANGE((g) * (q)->rows, (g) * (q)->rows + (q)->rows - 1), UPC_STRIDE_AT((q)->py))
#define COLUMN(q, g) \
  UPC_SECTION((q)->plane, UPC_STRIDE_RANGE((g) % PLANES * (q)->rows, (g) % PLANES * (q)->rows + (q)->rows - 1), \
              UPC_STRIDE_AT((q)->py))
#define SENT(q, g) UPC_SECTION((q)->sent, UPC_STRIDE_AT((g) % 2 * (q)->rows + (q)->px), UPC_STRIDE_ALL)
#define PLANE(q, g) UPC_SECTION((q)->plane, UPC_STRIDE_AT((g) % PLANES * (q)->rows + (q)->px), UPC_STRIDE_ALL)

/* Exchanges in flight: within planes, and between planes. */
typedef struct {
  upc_stride_handle_t in_plane[2], between[PLANES];
} exchanges_t;

/* Gives the library a turn; 1 if some of the exchanges have not ended. */
static int turn(void *exchanges) {
  exchanges_t *e = exchanges;
  const double start = app_begin();
  int i, some = 0;
  for (i = 0; i < 2 && !some; i++) some = !upc_stride_test(&e->in_plane[i]);
  for (i = 0; i < PLANES && !some; i++) some = !upc_stride_test(&e->between[i]);
  app_end(APP_MOVE, start);
  return some;
}

static void wait(upc_stride_handle_t *handle) {
  const double start = app_begin();
  upc_stride_wait(handle);
  app_end(APP_MOVE, start);
}

static upc_stride_handle_t exchange(const grid_t *q, upc_stride_section_t dst, upc_stride_section_t src,
                                    const pieces_t *p) {
  const double start = app_begin();
  const int sync = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  upc_stride_handle_t handle = p->each > 0
    ? upc_stride_exchange_nb(dst, src, p->each, sync)
    : upc_stride_exchangev_nb(dst, src, p->counts, p->dst, p->src, sync);
  app_end(APP_MOVE, start);
  if (!q->overlap) wait(&handle);
  return handle;
}

void fft3d(const grid_t *q) {
  const size_t lag = q->cols > 1; /* steps from the first exchange of a plane to the second */
  exchanges_t e = {{NULL, NULL}, {NULL, NULL, NULL}};

  app_set_turn(turn, &e);
  for (size_t step = 0; step < q->planes + lag; step++) {
    size_t g = step;
    app_progress(step, q->planes + lag);
    if (g < q->planes) {
      wait(&e.between[g % PLANES]); /* that of plane g - 3, whose buffer is now free */
      transform_z(q, FORWARD, g);
      if (q->cols > 1) /* pieces of z for pieces of y, in my grid row */
        e.in_plane[g % 2] = exchange(q, PLANE(q, g), SENT(q, g), &q->within[0]);
    }
    if (step < lag) continue;
    g = step - lag;
    wait(&e.in_plane[g % 2]);
    transform_y(q, FORWARD, g);
    if (q->rows > 1) /* pieces of y for planes x, in my grid column */
      e.between[g % PLANES] = exchange(q, GROUP(q, g), COLUMN(q, g), &q->between[0][g + 1 == q->planes]);
  }
  for (int i = 0; i < PLANES; i++) wait(&e.between[i]);
  app_set_turn(NULL, NULL);
  transform_x(q, FORWARD);
}

/* Planes x of group g for pieces of y, in my grid column. */
static upc_stride_handle_t planes_from(const grid_t *q, size_t g) {
  return exchange(q, COLUMN(q, g), GROUP(q, g), &q->between[1][g + 1 == q->planes]);
}

void fft3d_inverse(const grid_t *q) {
  const size_t lag = q->cols > 1;
  exchanges_t e = {{NULL, NULL}, {NULL, NULL, NULL}};

  transform_x(q, BACKWARD);
  app_set_turn(turn, &e);
  if (q->rows > 1) e.between[0] = planes_from(q, 0);
  for (size_t step = 0; step < q->planes + lag; step++) {
    size_t g = step;
    app_progress(step, q->planes + lag);
    if (g < q->planes) {
      wait(&e.in_plane[(g + 1) % 2]); /* that of plane g - 1: its buffer is free, and its data are needed below */
      if (q->rows > 1 && g + 1 < q->planes) e.between[(g + 1) % 2] = planes_from(q, g + 1);
      wait(&e.between[g % 2]);
      transform_y(q, BACKWARD, g);
      if (q->cols > 1) /* pieces of y for pieces of z, in my grid row */
        e.in_plane[g % 2] = exchange(q, SENT(q, g), PLANE(q, g), &q->within[1]);
    }
    if (step < lag) continue;
    g = step - lag;
    wait(&e.in_plane[g % 2]);
    transform_z(q, BACKWARD, g);
  }
  app_set_turn(NULL, NULL);
}
