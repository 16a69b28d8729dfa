/* SPDX-License-Identifier: BSD-3-Clause
 * grid.upc: the arrays, and what the exchanges move between them. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/places.h"

/* `count` blocks of `size` numbers on each thread, block (c * PX + px, py) being number c of thread (px, py). */
static upc_stride_array_t blocks(grid_t *q, size_t count, size_t size) {
  const int grid[] = {(int)q->rows, (int)q->cols};
  q->bytes += (double)count * (double)size * sizeof(complex_t) * THREADS;
  return app_blocks(count * q->rows, q->cols * size, 1, size, sizeof(complex_t), grid);
}

/* My block number c of them. */
static complex_t *mine(const grid_t *q, upc_stride_array_t array, size_t c, size_t size) {
  return (complex_t *)app_at(array, c * q->rows + q->px, q->py * size);
}

/* Steps of a multiple of 4096 bytes, from row to row or from plane to plane, would put all that is transformed together in
 * the same few places of a cache. */
static size_t pitch(size_t n) {
  const size_t line = 64 / sizeof(complex_t);
  return n * sizeof(complex_t) % 4096 == 0 ? n + line : n;
}

/* ---- pieces --------------------------------------------------------------------------------------------------- */

static pieces_t new_pieces(size_t k) {
  pieces_t p = {malloc(k * k * sizeof(size_t)), malloc(k * k * sizeof(size_t)), malloc(k * k * sizeof(size_t))};
  return p;
}

/* `numbers` go between a block of one array, at `first` in it, and one of another, at `second`. */
static void set_piece(pieces_t *p, size_t entry, size_t numbers, size_t dst, size_t src) {
  p->counts[entry] = numbers * sizeof(complex_t);
  p->dst[entry] = dst * sizeof(complex_t);
  p->src[entry] = src * sizeof(complex_t);
}

static void free_pieces(const pieces_t *p) {
  free(p->counts);
  free(p->dst);
  free(p->src);
}

/* Of a plane: piece j of y, piece i of z, between `sent` on thread j and `plane` on thread i of a row of the grid. */
static void pieces_within(grid_t *q) {
  const size_t k = q->cols, most = piece_most(q->ny, k);
  size_t i, j;
  for (i = 0; i < 2; i++) q->within[i] = new_pieces(k);
  for (j = 0; j < k; j++)
    for (i = 0; i < k; i++) {
      const size_t numbers = piece_size(q->zc, k, i) > 0 ? piece_size(q->ny, k, j) * q->zp : 0;
      const size_t in_sent = i * most * q->zp, in_plane = piece_start(q->ny, k, j) * q->zp;
      set_piece(&q->within[0], j * k + i, numbers, in_plane, in_sent);
      set_piece(&q->within[1], i * k + j, numbers, in_sent, in_plane);
    }
}

/* Of the planes of a group, the last of which need not exist: plane j, piece i of y, between `plane` on thread j and
 * B on thread i of a column of the grid. */
static void pieces_between(grid_t *q, int last) {
  const size_t k = q->rows, planes = last ? q->nx - (q->planes - 1) * k : k;
  size_t i, j;
  for (i = 0; i < 2; i++) q->between[i][last] = new_pieces(k);
  for (j = 0; j < k; j++)
    for (i = 0; i < k; i++) {
      const size_t numbers = j < planes ? piece_size(q->ny, k, i) * q->zp : 0;
      const size_t in_plane = piece_start(q->ny, k, i) * q->zp, in_b = j * q->slot;
      set_piece(&q->between[0][last], j * k + i, numbers, in_b, in_plane);
      set_piece(&q->between[1][last], i * k + j, numbers, in_plane, in_b);
    }
}

/* ---- the whole ------------------------------------------------------------------------------------------------ */

static void allocate_arrays(grid_t *q, int keep) {
  const size_t sent = q->cols > 1 ? q->cols * piece_most(q->ny, q->cols) * q->zp : 1;
  const size_t plane = q->rows > 1 || q->cols > 1 ? q->ny * q->zp : 1, group = q->rows * q->slot;
  int i;
  q->A = blocks(q, q->planes, group);
  q->B = keep ? blocks(q, q->planes, group) : q->A;
  q->sent = blocks(q, 2, sent);
  q->plane = blocks(q, 2, plane);
  q->my_a = mine(q, q->A, 0, group);
  q->my_b = mine(q, q->B, 0, group);
  for (i = 0; i < 2; i++) {
    q->my_sent[i] = mine(q, q->sent, i, sent);
    q->my_plane[i] = mine(q, q->plane, i, plane);
  }
}

grid_t allocate_grid(const options_t *o) {
  grid_t q;
  size_t plane;
  memset(&q, 0, sizeof q);
  q.nx = o->nx, q.ny = o->ny, q.nz = o->nz;
  q.zc = o->real ? o->nz / 2 + 1 : o->nz;
  q.real = o->real, q.overlap = o->overlap;
  q.input = o->input ? &o->file : NULL;
  q.rows = o->grid[0], q.cols = o->grid[1];
  q.px = MYTHREAD / q.cols, q.py = MYTHREAD % q.cols;
  q.planes = piece_most(q.nx, q.rows);
  q.zp = pitch(piece_most(q.zc, q.cols));
  q.za = q.cols == 1 ? q.zp : q.zc;
  q.slot = piece_most(q.ny, q.rows) * q.zp;
  plane = piece_most(q.ny, q.cols) * q.za;
  if (q.slot * q.rows < plane) q.slot = piece_most(plane, q.rows);
  q.slot = pitch(q.slot);
  allocate_arrays(&q, o->keep);
  pieces_within(&q);
  pieces_between(&q, 0);
  pieces_between(&q, 1);
  return q;
}

void free_grid(const grid_t *q) {
  int i;
  for (i = 0; i < 2; i++) {
    free_pieces(&q->within[i]);
    free_pieces(&q->between[i][0]);
    free_pieces(&q->between[i][1]);
  }
  if (q->B != q->A) upc_stride_all_free(q->B);
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->sent);
  upc_stride_all_free(q->plane);
}

shared void *place_in_a(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t piece = piece_of(q->ny, q->cols, y), row = y - piece_start(q->ny, q->cols, piece);
  return app_at(q->A, x, piece * q->rows * q->slot + row * q->za + z);
}

shared void *place_in_b(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t py = piece_of(q->ny, q->rows, y), pz = piece_of(q->zc, q->cols, z);
  const size_t block = x / q->rows * q->rows + py; /* the group of x, on the thread that has y */
  const size_t row = x % q->rows * q->slot + (y - piece_start(q->ny, q->rows, py)) * q->zp;
  return app_at(q->B, block, pz * q->rows * q->slot + row + z - piece_start(q->zc, q->cols, pz));
}
