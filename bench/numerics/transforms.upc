/* SPDX-License-Identifier: BSD-3-Clause
 * transforms.upc: upc_stride_fft_run.
 *   transforms REPEAT EFFORT ORDER AXES N0 N1 N2     (transforms.h)
 * prints the least seconds of the slowest thread after a run that is not counted. */
#include <upc_stride_numerics.h>
#include "transforms.h"
#include "measure/slowest_upc.h"

/* In planes of dimension d. */
static upc_stride_array_t planes(const transform_t *t, int d) {
  const size_t threads = THREADS;
  size_t block[3] = {t->n[0], t->n[1], t->n[2]};
  int grid[3] = {1, 1, 1};
  block[d] = (t->n[d] + threads - 1) / threads;
  grid[d] = THREADS;
  return upc_stride_all_alloc(3, t->n, block, 2 * sizeof(double), 3, grid);
}

/* Fills the caller's elements, or compares them. */
static double visit(const transform_t *t, upc_stride_array_t W, int compares) {
  double most = 0;
  upc_stride_forall(block, W) {
    box_t box;
    for (int d = 0; d < 3; d++)
      box.first[d] = block.lo[d], box.count[d] = block.hi[d] - block.lo[d] + 1, box.step[d] = block.stride[d];
    const double error = visit_box(t, &box, block.data, compares);
    if (error > most) most = error;
  }
  return most;
}

int main(int argc, char **argv) {
  transform_t t;
  read_transform(&t, argc, argv);
  const int axes[] = {0, 1, 2};
  upc_stride_array_t in = planes(&t, 0), out = planes(&t, t.turned ? 1 : 0);
  upc_stride_fft_t plan =
    upc_stride_fft_plan(UPC_SECTION(out, UPC_STRIDE_ALL, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                        UPC_SECTION(in, UPC_STRIDE_ALL, UPC_STRIDE_ALL, UPC_STRIDE_ALL), t.axes, axes,
                        UPC_STRIDE_COMPLEX_DOUBLE, -1, t.measures ? UPC_STRIDE_FFT_MEASURE : UPC_STRIDE_FFT_ESTIMATE);
  double *seconds = allocate((size_t)t.repeat, sizeof *seconds, "the times of the runs");
  visit(&t, in, 0);
  for (int i = -1; i < t.repeat; i++) {
    upc_barrier;
    const double start = now();
    upc_stride_fft_run(plan, 1);
    const double took = slowest_since(start);
    if (i >= 0) seconds[i] = took;
  }
  if (!is_right(visit(&t, out, 1))) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) printf("%.6f\n", least_of(seconds, t.repeat)), fflush(stdout);
  upc_stride_fft_free(&plan);
  return 0;
}
