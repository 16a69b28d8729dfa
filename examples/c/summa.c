/* SPDX-License-Identifier: BSD-3-Clause
 * The product of two matrices (SUMMA, van de Geijn and Watts, 1997) in an MPI program, with the library: a broadcast
 * names the tiles that receive. There is no communicator for rows and columns, no buffer, no packing. summa_split.c is
 * the same with MPI_Comm_split.
 *
 *   mpicc.mpich -O2 summa.c -lupc_stride-mpi-mpich -o summa && mpiexec.mpich -n 4 ./summa */
#include <upc_stride_mpi.h>
#include "summa.h"

static double *tile(upc_stride_array_t A, int i, int j) {
  return upc_stride_near_block(A, (size_t[]){(size_t)i, (size_t)j});
}

static upc_stride_pointer_t place(upc_stride_array_t A, int i, int j, int b) {
  return upc_stride_at(A, (size_t[]){(size_t)(i * b), (size_t)(j * b)});
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
  sizes_t s = sizes_of(argc, argv, upc_stride_mythread(), upc_stride_threads());
  int tiles = s.n / s.b, right = 1, grid[] = {s.rows, s.columns};
  size_t n = (size_t)s.n, b = (size_t)s.b, square[] = {n, n}, block[] = {b, b}, bytes = b * b * sizeof(double);
  size_t panel_a[] = {n, b * (size_t)s.columns}, panel_b[] = {b * (size_t)s.rows, n};
  upc_stride_array_t A = upc_stride_all_alloc(2, square, block, sizeof(double), 2, grid);
  upc_stride_array_t B = upc_stride_all_alloc(2, square, block, sizeof(double), 2, grid);
  upc_stride_array_t C = upc_stride_all_alloc(2, square, block, sizeof(double), 2, grid);
  upc_stride_array_t a = upc_stride_all_alloc(2, panel_a, block, sizeof(double), 2, grid); /* a tile for each column */
  upc_stride_array_t d = upc_stride_all_alloc(2, panel_b, block, sizeof(double), 2, grid); /* ... and for each row   */
  for (int i = s.row; i < tiles; i += s.rows)
    for (int j = s.column; j < tiles; j += s.columns) fill(tile(A, i, j), tile(B, i, j), s.b, i, j);

  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int k = 0; k < tiles; k++) {
    for (int i = s.row; i < tiles; i += s.rows) {
      upc_stride_section_t row = UPC_SECTION(a, UPC_STRIDE_AT(i), UPC_STRIDE_ALL);
      upc_stride_broadcast(&row, place(A, i, k, s.b), bytes, 0);
    }
    for (int j = s.column; j < tiles; j += s.columns) {
      upc_stride_section_t column = UPC_SECTION(d, UPC_STRIDE_ALL, UPC_STRIDE_AT(j));
      upc_stride_broadcast(&column, place(B, k, j, s.b), bytes, 0);
    }
    for (int i = s.row; i < tiles; i += s.rows)
      for (int j = s.column; j < tiles; j += s.columns)
        multiply(tile(C, i, j), tile(a, i, s.column), tile(d, s.row, j), s.b);
  }
  double seconds = MPI_Wtime() - start;

  for (int i = s.row; i < tiles; i += s.rows)
    for (int j = s.column; j < tiles; j += s.columns) right &= is_right(tile(C, i, j), s.n, s.b, i, j);
  int status = say(right, seconds);
  upc_stride_finalize();
  MPI_Finalize();
  return status;
}
