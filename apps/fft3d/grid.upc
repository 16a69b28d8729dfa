/* SPDX-License-Identifier: BSD-3-Clause
 * grid.upc: the arrays, and the pieces that the exchanges move between them. */
#include <upc.h>
#include <stdlib.h>
#include <string.h>
#include "fft3d.h"
#include "../common/blocks.h"
#include "../common/memory.h"

/* Allocates `count` blocks of `size` numbers on each thread. Block (c * PX + px, py) is block c of thread (px, py). */
static upc_stride_array_t blocks(grid_t *q, size_t count, size_t size) {
  const int grid[] = {(int)q->rows, (int)q->cols};
  q->bytes += (double)count * (double)size * sizeof(complex_t) * THREADS;
  return app_matrix(count * q->rows, q->cols * size, 1, size, sizeof(complex_t), grid);
}

/* My block c of such an array. */
static complex_t *mine(const grid_t *q, upc_stride_array_t array, size_t c, size_t size) {
  return (complex_t *)app_at(array, c * q->rows + q->px, q->py * size);
}

/* The distance of rows or planes of n numbers. If it were a multiple of 4096 bytes, the elements of a column would fall
 * on few cache sets. */
static size_t pitch(size_t n) {
  const size_t line = 64 / sizeof(complex_t);
  return n * sizeof(complex_t) % 4096 == 0 ? n + line : n;
}

/* ---- pieces --------------------------------------------------------------------------------------------------- */

static pieces_t alike(size_t numbers) {
  pieces_t p = {0};
  p.each = numbers * sizeof(complex_t);
  return p;
}

static pieces_t new_pieces(size_t k) {
  static const char purpose[] = "the counts of an exchange";
  pieces_t p = {0};
  p.counts = app_allocate(k * k, sizeof *p.counts, purpose);
  p.dst = app_allocate(k * k, sizeof *p.dst, purpose);
  p.src = app_allocate(k * k, sizeof *p.src, purpose);
  return p;
}

/* An entry: how many numbers, and their positions in the destination block and in the source block. */
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

/* The pieces of a plane: piece j of y and piece i of z, between `sent` on thread j and `plane` on thread i of a grid
 * row. */
static void pieces_within(grid_t *q) {
  const size_t k = q->cols, most = piece_most(q->ny, k);
  size_t i, j;
  if (q->ny % k == 0 && q->zc >= k) {
    q->within[0] = q->within[1] = alike(most * q->b_pitch);
    return;
  }
  for (i = 0; i < 2; i++) q->within[i] = new_pieces(k);
  for (j = 0; j < k; j++)
    for (i = 0; i < k; i++) {
      const size_t numbers = piece_size(q->zc, k, i) > 0 ? piece_size(q->ny, k, j) * q->b_pitch : 0;
      const size_t in_sent = i * most * q->b_pitch, in_plane = piece_start(q->ny, k, j) * q->b_pitch;
      set_piece(&q->within[0], j * k + i, numbers, in_plane, in_sent);
      set_piece(&q->within[1], i * k + j, numbers, in_sent, in_plane);
    }
}

/* The pieces of the planes of a group: plane j and piece i of y, between `plane` on thread j and B on thread i of a
 * grid column. The last group may have fewer planes. */
static void pieces_between(grid_t *q, int last) {
  const size_t k = q->rows, planes = last ? q->nx - (q->planes - 1) * k : k;
  size_t i, j;
  if (last && planes == k) { /* its lists are the others' */
    for (i = 0; i < 2; i++) q->between[i][1] = q->between[i][0];
    return;
  }
  if (q->ny % k == 0 && planes == k && q->x_pitch == q->ny / k * q->b_pitch) {
    q->between[0][last] = q->between[1][last] = alike(q->x_pitch);
    return;
  }
  for (i = 0; i < 2; i++) q->between[i][last] = new_pieces(k);
  for (j = 0; j < k; j++)
    for (i = 0; i < k; i++) {
      const size_t numbers = j < planes ? piece_size(q->ny, k, i) * q->b_pitch : 0;
      const size_t in_plane = piece_start(q->ny, k, i) * q->b_pitch, in_b = j * q->x_pitch;
      set_piece(&q->between[0][last], j * k + i, numbers, in_b, in_plane);
      set_piece(&q->between[1][last], i * k + j, numbers, in_plane, in_b);
    }
}

/* ---- the arrays ----------------------------------------------------------------------------------------------- */

static void allocate_arrays(grid_t *q, int keep) {
  const size_t sent = q->cols > 1 ? q->cols * piece_most(q->ny, q->cols) * q->b_pitch : 1;
  const size_t plane = q->rows > 1 || q->cols > 1 ? q->ny * q->b_pitch : 1, group = q->rows * q->x_pitch;
  int i;
  q->A = blocks(q, q->planes, group);
  q->B = keep ? blocks(q, q->planes, group) : q->A;
  q->sent = blocks(q, 2, sent);
  q->plane = blocks(q, PLANES, plane);
  q->my_a = mine(q, q->A, 0, group);
  q->my_b = mine(q, q->B, 0, group);
  for (i = 0; i < 2; i++) q->my_sent[i] = mine(q, q->sent, i, sent);
  for (i = 0; i < PLANES; i++) q->my_plane[i] = mine(q, q->plane, i, plane);
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
  q.b_pitch = pitch(piece_most(q.zc, q.cols));
  q.a_pitch = q.cols == 1 ? q.b_pitch : q.zc;
  q.x_pitch = piece_most(q.ny, q.rows) * q.b_pitch;
  plane = piece_most(q.ny, q.cols) * q.a_pitch;
  if (q.x_pitch * q.rows < plane) q.x_pitch = piece_most(plane, q.rows);
  q.x_pitch = pitch(q.x_pitch);
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
    if (q->between[i][1].counts != q->between[i][0].counts) free_pieces(&q->between[i][1]);
  }
  if (q->B != q->A) upc_stride_all_free(q->B);
  upc_stride_all_free(q->A);
  upc_stride_all_free(q->sent);
  upc_stride_all_free(q->plane);
}

shared void *place_in_a(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t piece = piece_of(q->ny, q->cols, y), row = y - piece_start(q->ny, q->cols, piece);
  return app_at(q->A, x, piece * q->rows * q->x_pitch + row * q->a_pitch + z);
}

shared void *place_in_b(const grid_t *q, size_t x, size_t y, size_t z) {
  const size_t py = piece_of(q->ny, q->rows, y), pz = piece_of(q->zc, q->cols, z);
  const size_t block = x / q->rows * q->rows + py; /* the group of x, on the thread that owns y */
  const size_t row = x % q->rows * q->x_pitch + (y - piece_start(q->ny, q->rows, py)) * q->b_pitch;
  return app_at(q->B, block, pz * q->rows * q->x_pitch + row + z - piece_start(q->zc, q->cols, pz));
}
