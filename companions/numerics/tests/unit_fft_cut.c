/* SPDX-License-Identifier: BSD-3-Clause
 * Cuts of transforms: each axis is transformed once, in a stage in which it is whole; the real one first or last; no
 * thread that does not exist. Which way is taken for shapes whose best way is known: slabs, pencils, batches; and that
 * arrays are used where they lie. */
#include "numerics/fft_cut.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *what, double got, double wanted, const upc_stride_fft_problem_t *q) {
  if (got == wanted) return;
  if (failures++ < 20)
    printf("%zu x %zu x %zu on %d threads: %s is %g, must be %g\n", q->from[0], q->from[1], q->from[2], q->threads,
           what, got, wanted);
}

static void covers(const upc_stride_fft_problem_t *q, const upc_stride_fft_cut_t *cut) {
  unsigned done = 0, wanted = 0;
  int s, d;
  for (d = 0; d < q->ndims; d++) wanted |= (unsigned)(q->axis[d] != 0) << d;
  for (s = 0; s < cut->stages; s++) {
    const upc_stride_fft_stage_t *stage = &cut->stage[s];
    size_t most = 0;
    expect("axes of earlier stages", done & stage->axes, 0, q);
    done |= stage->axes;
    for (d = 0; d < q->ndims; d++) {
      const size_t blocks = (stage->layout.shape[d] + stage->layout.block[d] - 1) / stage->layout.block[d];
      const size_t parts = stage->layout.parts[d] < blocks ? stage->layout.parts[d] : blocks;
      if (stage->axes >> d & 1) expect("the blocks of an axis", (double)blocks, 1, q);
      most += (parts - 1) * stage->layout.weight[d];
    }
    if (most >= (size_t)q->threads) expect("the last thread", (double)most, q->threads - 1, q);
    if (stage->length * stage->chunks < stage->layout.shape[stage->along])
      expect("what the chunks have", (double)(stage->length * stage->chunks), (double)q->from[stage->along], q);
  }
  expect("the set of axes", done, wanted, q);
  if (q->kind == UPC_STRIDE_FFT_FROM_REAL) expect("real first", cut->stage[0].axes >> q->real & 1, 1, q);
  if (q->kind == UPC_STRIDE_FFT_TO_REAL) expect("real last", cut->stage[cut->stages - 1].axes >> q->real & 1, 1, q);
}

static upc_stride_fft_problem_t problem(size_t x, size_t y, size_t z, int threads, unsigned axes, int kind) {
  upc_stride_fft_problem_t q;
  int d;
  memset(&q, 0, sizeof q);
  q.ndims = 3, q.threads = threads, q.kind = kind, q.bytes = 16, q.real = -1, q.most_chunks = UPC_STRIDE_FFT_CHUNKS;
  q.from[0] = x, q.from[1] = y, q.from[2] = z;
  memcpy(q.to, q.from, sizeof q.to);
  for (d = 0; d < 3; d++)
    if (axes >> d & 1) q.axis[d] = 1, q.real = d;
  if (kind == UPC_STRIDE_FFT_COMPLEX) q.real = -1;
  if (kind == UPC_STRIDE_FFT_FROM_REAL) q.to[q.real] = q.to[q.real] / 2 + 1;
  if (kind == UPC_STRIDE_FFT_TO_REAL) q.from[q.real] = q.from[q.real] / 2 + 1;
  return q;
}

static upc_stride_fft_cut_t chosen(const upc_stride_fft_problem_t *q) {
  upc_stride_fft_cut_t cut;
  upc_stride_fft_choose(&cut, q);
  covers(q, &cut);
  return cut;
}

static void all_small_ones(void) {
  size_t x, y, z;
  int threads, kind;
  unsigned axes;
  for (x = 1; x < 8; x += 2)
    for (y = 1; y < 6; y++)
      for (z = 1; z < 8; z++)
        for (threads = 1; threads < 14; threads++)
          for (axes = 1; axes < 8; axes++)
            for (kind = 0; kind < 3; kind++) {
              const upc_stride_fft_problem_t q = problem(x, y, z, threads, axes, kind);
              chosen(&q);
            }
}

/* x is cut in planes, y in slabs: the app's data and its result. */
static void takes_arrays_as_they_are(void) {
  upc_stride_fft_problem_t q = problem(256, 256, 256, 4, 7, UPC_STRIDE_FFT_COMPLEX);
  upc_stride_fft_layout_t in, out;
  upc_stride_fft_cut_t cut;
  const size_t planes[] = {1, 256, 256}, slabs[] = {256, 64, 256};
  int d;
  memset(&in, 0, sizeof in);
  in.ndims = 3;
  memcpy(in.shape, q.from, sizeof in.shape);
  for (d = 0; d < 3; d++) in.parts[d] = in.weight[d] = 1;
  out = in;
  memcpy(in.block, planes, sizeof planes), memcpy(out.block, slabs, sizeof slabs);
  in.parts[0] = 4, out.parts[1] = 4;
  q.in = &in, q.out = &out;
  cut = chosen(&q);
  expect("stages", cut.stages, 2, &q);
  expect("reads in", cut.reads_in, 1, &q);
  expect("leaves out", cut.leaves_out, 1, &q);
  expect("chunks", (double)cut.stage[0].chunks, 16, &q); /* in messages of 1 MB */
}

/* Planes of x become planes of y: axis by axis each element is copied once. Behind a cut of z, which would leave both
 * axes whole, it is copied twice. */
static void copies_once(void) {
  upc_stride_fft_problem_t q = problem(256, 256, 64, 2, 3, UPC_STRIDE_FFT_COMPLEX);
  upc_stride_fft_layout_t in, out;
  int d;
  memset(&in, 0, sizeof in);
  in.ndims = 3;
  for (d = 0; d < 3; d++) in.shape[d] = in.block[d] = q.from[d], in.parts[d] = in.weight[d] = 1;
  out = in;
  in.block[0] = out.block[1] = 128, in.parts[0] = out.parts[1] = 2;
  q.in = &in, q.out = &out;
  expect("stages of two axes", chosen(&q).stages, 2, &q);
}

static void known(size_t x, size_t y, size_t z, int threads, unsigned axes, int stages) {
  const upc_stride_fft_problem_t q = problem(x, y, z, threads, axes, UPC_STRIDE_FFT_COMPLEX);
  const upc_stride_fft_cut_t cut = chosen(&q);
  expect("the number of stages", cut.stages, stages, &q);
}

int main(void) {
  all_small_ones();
  takes_arrays_as_they_are();
  copies_once();
  known(1024, 1024, 1024, 64, 7, 2);        /* slabs */
  known(1024, 1024, 1024, 16384, 7, 3);     /* pencils */
  known(4096, 64, 64, 16, 6, 1);            /* batches */
  known(512, 512, 512, 1, 7, 1);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
