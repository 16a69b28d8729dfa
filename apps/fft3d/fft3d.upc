/* SPDX-License-Identifier: BSD-3-Clause
 * fft3d.upc: the transform, the paper's Figure 12: in z, exchange in the plane, in y, exchange between planes, in x.
 *
 * As Figure 12, except: a thread may have several planes, which go one after the other; transforms write what the
 * exchange sends, or read what it brought; sizes need not divide; and each thread waits for its own data only.
 *
 * Grid 2x2, plane x = 2 (row 0 of the grid, group 1):  threads 0 and 1 exchange pieces of z for pieces of y, then
 * threads 0 and 2 (and 1 and 3) exchange: 0 has plane 2 and 2 has plane 3, y's first half of both goes to 0. */
#include <upc.h>
#include "fft3d.h"
#include "../common/runs.h"

/* The group's planes g * PX .. of B, and the one plane of each thread, in my column of the grid; my row of the grid. */
#define GROUP(q, g) UPC_SECTION((q)->B, UPC_STRIDE_RANGE((g) * (q)->rows, (g) * (q)->rows + (q)->rows - 1), UPC_STRIDE_AT((q)->py))
#define COLUMN(q) UPC_SECTION((q)->plane, UPC_STRIDE_ALL, UPC_STRIDE_AT((q)->py))
#define ROW(q, array) UPC_SECTION(array, UPC_STRIDE_AT((q)->px), UPC_STRIDE_ALL)

static void exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t elements) {
  app_wait();
  const double start = app_begin();
  upc_stride_exchange(dst, src, elements * sizeof(complex_t), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  app_end(APP_MOVE, start);
}

void fft3d(const grid_t *q) {
  for (size_t g = 0; g < q->planes; g++) {
    transform_z(q, g);
    if (q->cols > 1) exchange(ROW(q, q->plane), ROW(q, q->sent), q->ya * q->zb); /* pieces of z for pieces of y, in my plane */
    transform_y(q, g);
    if (q->rows > 1) exchange(GROUP(q, g), COLUMN(q), q->yb * q->zb); /* pieces of y for planes x, with my z */
  }
  transform_x(q);
}

void fft3d_inverse(const grid_t *q) {
  back_x(q);
  for (size_t g = 0; g < q->planes; g++) {
    if (q->rows > 1) exchange(COLUMN(q), GROUP(q, g), q->yb * q->zb); /* planes x for pieces of y */
    back_y(q, g);
    if (q->cols > 1) exchange(ROW(q, q->sent), ROW(q, q->plane), q->ya * q->zb); /* pieces of y for pieces of z */
    back_z(q, g);
  }
}
