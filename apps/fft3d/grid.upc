/* SPDX-License-Identifier: BSD-3-Clause
 * grid.upc: the arrays. Each is described by what the exchanges need: blocks of equal slots. */
#include <upc.h>
#include "fft3d.h"

/* `count` blocks of `size` numbers on each thread, block (c * PX + px, py) being number c of thread (px, py). */
static upc_stride_array_t blocks(const grid_t *q, size_t count, size_t size) {
  const int grid[] = {(int)q->rows, (int)q->cols};
  return upc_stride_all_alloc(2, (const size_t[]){count * q->rows, q->cols * size}, (const size_t[]){1, size},
                              sizeof(complex_t), 2, grid);
}

/* My block number c of them. */
static complex_t *mine(const grid_t *q, upc_stride_array_t array, size_t c, size_t size) {
  return (complex_t *)upc_stride_at(array, (const size_t[]){c * q->rows + q->px, q->py * size});
}

/* Rows of `plane`: of pieces of either kind. */
static size_t rows_of_plane(const grid_t *q) {
  const size_t a = q->ya * q->cols, b = q->yb * q->rows;
  return a > b ? a : b;
}

grid_t allocate_grid(const options_t *o) {
  grid_t q = {o->nx, o->ny, o->nz, o->real ? o->nz / 2 + 1 : o->nz, o->real, o->input ? &o->file : NULL, o->grid[0], o->grid[1],
              MYTHREAD / o->grid[1], MYTHREAD % o->grid[1]};
  q.planes = pieces(q.nx, q.rows);
  q.ya = pieces(q.ny, q.cols);
  q.zb = pieces(q.zc, q.cols);
  q.yb = pieces(q.ny, q.rows);

  const size_t a = q.ya * q.zc, sent = q.cols > 1 ? q.cols * q.ya * q.zb : 1;
  const size_t plane = q.rows > 1 || q.cols > 1 ? rows_of_plane(&q) * q.zb : 1, b = q.rows * q.yb * q.zb;
  q.A = blocks(&q, q.planes, a);
  q.sent = blocks(&q, 2, sent);
  q.plane = blocks(&q, 2, plane);
  q.B = blocks(&q, q.planes, b);
  q.my_a = mine(&q, q.A, 0, a);
  for (int i = 0; i < 2; i++) {
    q.my_sent[i] = mine(&q, q.sent, i, sent);
    q.my_plane[i] = mine(&q, q.plane, i, plane);
  }
  q.my_b = mine(&q, q.B, 0, b);
  return q;
}

void free_grid(const grid_t *q) {
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->sent);
  upc_stride_all_free(q->plane);
  upc_stride_all_free(q->B);
}

shared void *place_in_a(const grid_t *q, size_t x, size_t y, size_t z) {
  return upc_stride_at(q->A, (const size_t[]){x, y * q->zc + z});
}

shared void *place_in_b(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t block = (x / q->rows) * q->rows + y / q->yb; /* the group of x, on the thread that has y */
  const size_t within = ((x % q->rows) * q->yb + y % q->yb) * q->zb + z % q->zb;
  return upc_stride_at(q->B, (const size_t[]){block, z / q->zb * (q->rows * q->yb * q->zb) + within});
}
