/* SPDX-License-Identifier: BSD-3-Clause
 * ScaLAPACK's side of bench/collectives for copies between layouts: copy_scalapack copy BYTES.., by pdgemr2d. Its local
 * arrays are column-major, ours row-major by tiles: the same matrix, tiles and grids. */
#include "measure_mpi.h"
#include "measure/scalapack.h"
#include "sections.h"

void Cpdgemr2d(int m, int n, double *a, int ia, int ja, int *desca, double *b, int ib, int jb, int *descb, int context);

typedef struct {
  double *data;
  int desc[9], rows, cols, lead; /* of this process */
  int grid_rows, grid_cols, row, col;
  tile_t tile;
} local_t;

static matrix_shape_t m;
static local_t source, target;
static int wide, tall;            /* contexts: 1 x T, T x 1 */

static local_t local(int context, tile_t tile) {
  int rows = (int)m.rows, cols = (int)m.cols, tr = (int)tile.rows, tc = (int)tile.cols, zero = 0, info;
  local_t l = {.tile = tile};
  Cblacs_gridinfo(context, &l.grid_rows, &l.grid_cols, &l.row, &l.col);
  l.rows = numroc_(&rows, &tr, &l.row, &zero, &l.grid_rows), l.cols = numroc_(&cols, &tc, &l.col, &zero, &l.grid_cols);
  l.lead = l.rows > 1 ? l.rows : 1;
  size_t words = (size_t)l.lead * (size_t)(l.cols > 1 ? l.cols : 1);
  l.data = allocated(aligned_alloc(64, (words * sizeof(double) + 63) / 64 * 64), words, sizeof(double), "a matrix");
  descinit_(l.desc, &rows, &cols, &tr, &tc, &zero, &zero, &context, &l.lead, &info);
  return l;
}

/* What element (i, j) of the local part must be. */
static double want(const local_t *l, size_t i, size_t j) {
  size_t row = (i / l->tile.rows * (size_t)l->grid_rows + (size_t)l->row) * l->tile.rows + i % l->tile.rows;
  size_t col = (j / l->tile.cols * (size_t)l->grid_cols + (size_t)l->col) * l->tile.cols + j % l->tile.cols;
  return element(m, row, col);
}

static void redistribute(void) {
  Cpdgemr2d((int)m.rows, (int)m.cols, source.data, 1, 1, source.desc, target.data, 1, 1, target.desc, tall);
}

static void measure(size_t bytes, int threads) {
  unsigned long wrong = 0;
  m = matrix_of(bytes, threads);
  if (!copy_fits(m)) return;
  source = local(tall, source_tile(m, threads)), target = local(wide, target_tile(m, threads));
  for (size_t j = 0; j < (size_t)source.cols; j++)
    for (size_t i = 0; i < (size_t)source.rows; i++) source.data[j * (size_t)source.lead + i] = want(&source, i, j);
  double seconds = mean_of_slowest(redistribute);
  for (size_t j = 0; j < (size_t)target.cols; j++)
    for (size_t i = 0; i < (size_t)target.rows; i++)
      wrong += target.data[j * (size_t)target.lead + i] != want(&target, i, j);
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
