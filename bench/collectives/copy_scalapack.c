/* SPDX-License-Identifier: BSD-3-Clause
 * ScaLAPACK's side of bench/collectives for copies between layouts: copy_scalapack copy BYTES.., by pdgemr2d. Matrix,
 * tiles and grids are those of sections.upc. ScaLAPACK's local parts are column-major, the library's tiles are
 * row-major. */
#include "measure_mpi.h"
#include "measure/scalapack.h"
#include "sections.h"

void Cpdgemr2d(int m, int n, double *a, int ia, int ja, int *desca, double *b, int ib, int jb, int *descb, int context);

static matrix_shape_t m;
static matrix_t source, target;
static int wide, tall;            /* contexts: 1 x T, T x 1 */

static matrix_t matrix_in(int context, tile_t tile) {
  return new_matrix_of_blocks(context, (int)m.rows, (int)m.cols, (int)tile.rows, (int)tile.cols);
}

static double *at(const matrix_t *x, int i, int j) { return &x->data[(size_t)j * (size_t)x->lld + (size_t)i]; }

/* The value of element (i, j) of this process's part. */
static double right(const matrix_t *x, int i, int j) {
  return element(m, (size_t)whole_row(x, i), (size_t)whole_col(x, j));
}

static void redistribute(void) {
  Cpdgemr2d((int)m.rows, (int)m.cols, source.data, 1, 1, source.desc, target.data, 1, 1, target.desc, tall);
}

static void measure(size_t bytes, int threads) {
  unsigned long wrong = 0;
  m = matrix_of(bytes, threads);
  if (!copy_fits(m)) return;
  source = matrix_in(tall, source_tile(m, threads)), target = matrix_in(wide, target_tile(m, threads));
  for (int j = 0; j < source.cols; j++)
    for (int i = 0; i < source.rows; i++) *at(&source, i, j) = right(&source, i, j);
  double seconds = typical(redistribute);
  for (int j = 0; j < target.cols; j++)
    for (int i = 0; i < target.rows; i++) wrong += *at(&target, i, j) != right(&target, i, j);
  report("copy", bytes, seconds, wrong);
  free(source.data), free(target.data);
}

int main(int argc, char **argv) {
  int threads;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &threads);
  Cblacs_get(-1, 0, &tall);
  wide = tall;
  Cblacs_gridinit(&tall, "Row", threads, 1);
  Cblacs_gridinit(&wide, "Row", 1, threads);
  for (int a = 2; a < argc; a++) measure(strtoul(argv[a], NULL, 10), threads);
  MPI_Finalize();
  return 0;
}
