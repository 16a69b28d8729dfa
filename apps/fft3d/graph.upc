/* SPDX-License-Identifier: BSD-3-Clause
 * graph.upc: NAS FT as a graph of steps on slabs (upc_stride_graph.h). A plane has one x; a slab of the data has some
 * planes, a slab of the spectrum some y. The library moves slabs of the one kind to slabs of the other as soon as they
 * are transformed. While a thread waits for slabs, it decays and transforms its spectrum of the next iteration.
 *
 *   first      planes (data, in y and z)  ->  half      slabs of x
 *              along x                    ->  spectrum  slabs of y
 *   iteration  decay, in place            ->  spectrum  slabs of y
 *              back along x               ->  back      slabs of y
 *              back in y and z, checksum                                    slabs of x
 *
 * Transforms are made in small buffers that stay in the cache. */
#include <stdlib.h>
#include <string.h>
#include "upc_stride_graph.h"
#include "fft3d.h"
#include "../common/memory.h"
#include "../common/timing.h"

enum { WIDTH = 16 };                         /* lines that are transformed together */

static const grid_t *q;
static upc_stride_graph_t *graph;
static int iterations;
static complex_t *plane, *lines;             /* [y][z] with a pitch; [x][WIDTH] */
static size_t pitch;
static line_plan_t in_z[2], in_y[2], in_x[2]; /* forward, backward */
static double *decay[3];
static double sums[64][2];                   /* checksums of this thread, by iteration */

/* ---- the steps' functions ---- */

static complex_t *row(const upc_stride_operand_t *v, long long x, long long y) {
  return upc_stride_element(v, x, y, v->box.lo[2], 0);
}

/* In y, in the plane: WIDTH columns at a time. */
static void columns(int backward) {
  size_t z;
  for (z = 0; z < q->nz; z += WIDTH) local_fft_run(&in_y[backward], plane + z, plane + z);
}

/* The data of each plane -> half a transform */
static void planes(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *half = &p->operand[0];
  long long x;
  size_t y;
  (void)unused;
  for (x = half->box.lo[0]; x < half->box.hi[0]; x++) {
    for (y = 0; y < q->ny; y++) npb_row(q, (size_t)x, y, plane + y * pitch);
    local_fft_run(&in_z[0], plane, plane);
    columns(0);
    for (y = 0; y < q->ny; y++) memcpy(row(half, x, (long long)y), plane + y * pitch, q->nz * sizeof *plane);
  }
}

static void gather(const upc_stride_operand_t *v, long long y, size_t z) {
  size_t x;
  for (x = 0; x < q->nx; x++) memcpy(lines + x * WIDTH, row(v, (long long)x, y) + z, WIDTH * sizeof *lines);
}

static void scatter(const upc_stride_operand_t *v, long long y, size_t z) {
  size_t x;
  for (x = 0; x < q->nx; x++) memcpy(row(v, (long long)x, y) + z, lines + x * WIDTH, WIDTH * sizeof *lines);
}

static void along_x(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *half = &p->operand[0], *spectrum = &p->operand[1];
  long long y;
  size_t z;
  (void)unused;
  for (y = half->box.lo[1]; y < half->box.hi[1]; y++)
    for (z = 0; z < q->nz; z += WIDTH) {
      gather(half, y, z);
      local_fft_run(&in_x[0], lines, lines);
      scatter(spectrum, y, z);
    }
}

/* Multiplies `lines` by the decay of one step. */
static void decay_lines(long long y, size_t z) {
  size_t x, i;
  for (x = 0; x < q->nx; x++) {
    const double d = decay[0][x] * decay[1][y];
    complex_t *l = lines + x * WIDTH;
    for (i = 0; i < WIDTH; i++) {
      l[i].re *= d * decay[2][z + i];
      l[i].im *= d * decay[2][z + i];
    }
  }
}

static void evolve(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *spectrum = &p->operand[0], *back = &p->operand[1];
  const double start = app_begin();
  long long y;
  size_t z;
  (void)unused;
  for (y = spectrum->box.lo[1]; y < spectrum->box.hi[1]; y++)
    for (z = 0; z < q->nz; z += WIDTH) {
      gather(spectrum, y, z);
      decay_lines(y, z);
      scatter(spectrum, y, z);
      local_fft_run(&in_x[1], lines, lines);
      scatter(back, y, z);
    }
  app_end(APP_COMPUTE, start);
}

/* Adds what plane x has of the elements (j mod nx, 3j mod ny, 5j mod nz), in NPB's names, for j = 1 .. 1024. */
static void add_to_sum(double *sum, long long x) {
  size_t j;
  for (j = 1; j <= 1024; j++) {
    const complex_t *a = plane + 3 * j % q->ny * pitch + j % q->nz;
    if (5 * j % q->nx != (size_t)x) continue;
    sum[0] += a->re;
    sum[1] += a->im;
  }
}

static void finish(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *back = &p->operand[0];
  const double start = app_begin();
  long long x;
  size_t y;
  (void)unused;
  for (x = back->box.lo[0]; x < back->box.hi[0]; x++) {
    for (y = 0; y < q->ny; y++) memcpy(plane + y * pitch, row(back, x, (long long)y), q->nz * sizeof *plane);
    columns(1);
    local_fft_run(&in_z[1], plane, plane);
    add_to_sum(sums[p->iteration], x);
  }
  app_end(APP_COMPUTE, start);
}

/* ---- the graph ---- */

static void make_graph(int parts) {
  long long extent[3];
  upc_stride_distribution_t *of_x, *of_y;
  int half, spectrum, back, step;
  extent[0] = (long long)q->nx, extent[1] = (long long)q->ny, extent[2] = (long long)q->nz;
  of_x = upc_stride_distribution_slabs(3, extent, 0, THREADS * parts, THREADS);
  of_y = upc_stride_distribution_slabs(3, extent, 1, THREADS * parts, THREADS);
  graph = upc_stride_graph_new();
  half = upc_stride_graph_value(graph, "half", sizeof(complex_t), 3, extent);
  spectrum = upc_stride_graph_value(graph, "spectrum", sizeof(complex_t), 3, extent);
  back = upc_stride_graph_value(graph, "back", sizeof(complex_t), 3, extent);
  step = upc_stride_graph_step(graph, "planes", planes, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(graph, step, half, of_x);
  step = upc_stride_graph_step(graph, "along x", along_x, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_reads(graph, step, half, of_y);
  upc_stride_graph_writes(graph, step, spectrum, of_y);
  step = upc_stride_graph_step(graph, "evolve", evolve, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_updates(graph, step, spectrum, of_y);
  upc_stride_graph_writes(graph, step, back, of_y);
  step = upc_stride_graph_step(graph, "finish", finish, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(graph, step, back, of_x);
  upc_stride_distribution_free(of_x);
  upc_stride_distribution_free(of_y);
}

static line_plan_t plan(int sign, size_t length, size_t count, size_t stride, size_t step, complex_t *data,
                        effort_t effort) {
  const lines_t l = {COMPLEX_TO_COMPLEX, sign, length, count, stride, step};
  return local_fft_plan(&l, data, data, effort);
}

void npb_graph_begin(const grid_t *grid, int name, int parts, effort_t effort) {
  int i;
  q = grid;
  iterations = npb_iterations(name);
  pitch = q->nz + 4; /* so that the elements of a column fall on different cache sets */
  plane = app_allocated(local_fft_alloc(q->ny * pitch * sizeof *plane), q->ny * pitch, sizeof *plane, "a plane");
  lines = app_allocated(local_fft_alloc(q->nx * WIDTH * sizeof *lines), q->nx * WIDTH, sizeof *lines, "lines in x");
  for (i = 0; i < 2; i++) {
    const int sign = i == 0 ? FORWARD : BACKWARD;
    in_z[i] = plan(sign, q->nz, q->ny, 1, pitch, plane, effort);
    in_y[i] = plan(sign, q->ny, WIDTH, pitch, 1, plane, effort);
    in_x[i] = plan(sign, q->nx, WIDTH, WIDTH, 1, lines, effort);
  }
  decay[0] = npb_decays(q->nx, 0, q->nx);
  decay[1] = npb_decays(q->ny, 0, q->ny);
  decay[2] = npb_decays(q->nz, 0, q->nz);
  make_graph(parts);
}

void npb_graph_run(void *unused) {
  int i;
  (void)unused;
  memset(sums, 0, sizeof sums);
  upc_stride_graph_run(graph, iterations);
  for (i = 0; i < iterations; i++) npb_checksum(i, sums[i][0], sums[i][1]);
}

void npb_graph_end(void) {
  int i;
  upc_stride_graph_free(graph);
  for (i = 0; i < 2; i++) {
    local_fft_free_plan(&in_z[i]);
    local_fft_free_plan(&in_y[i]);
    local_fft_free_plan(&in_x[i]);
  }
  for (i = 0; i < 3; i++) free(decay[i]);
  local_fft_free(plane);
  local_fft_free(lines);
}
