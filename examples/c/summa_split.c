/* SPDX-License-Identifier: BSD-3-Clause
 * The product of two matrices as in summa.c, with MPI alone: a communicator for each row and each column of ranks, a
 * buffer for each panel, and arithmetic for where a tile lies on which rank.
 *
 *   mpicc.mpich -O2 summa_split.c -o summa_split && mpiexec.mpich -n 4 ./summa_split */
#include "summa.h"

static double *of_size(int tiles, int b) { return calloc((size_t)tiles * (size_t)(b * b), sizeof(double)); }

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  sizes_t s = sizes_of(argc, argv, rank, ranks);
  int tiles = s.n / s.b, high = tiles / s.rows, wide = tiles / s.columns, bytes = s.b * s.b, right = 1;
  MPI_Comm row, column;
  MPI_Comm_split(MPI_COMM_WORLD, s.row, s.column, &row);
  MPI_Comm_split(MPI_COMM_WORLD, s.column, s.row, &column);
  double *A = of_size(high * wide, s.b), *B = of_size(high * wide, s.b), *C = of_size(high * wide, s.b);
  double *a = of_size(high, s.b), *d = of_size(wide, s.b);
  for (int i = 0; i < high; i++)
    for (int j = 0; j < wide; j++)
      fill(A + (i * wide + j) * bytes, B + (i * wide + j) * bytes, s.b, i * s.rows + s.row, j * s.columns + s.column);

  MPI_Barrier(MPI_COMM_WORLD);
  double start = MPI_Wtime();
  for (int k = 0; k < tiles; k++) {
    int in_row = k % s.columns, in_column = k % s.rows; /* the roots */
    for (int i = 0; i < high; i++) {
      if (s.column == in_row)
        for (int x = 0; x < bytes; x++) a[i * bytes + x] = A[(i * wide + k / s.columns) * bytes + x];
      MPI_Bcast(a + i * bytes, bytes, MPI_DOUBLE, in_row, row);
    }
    for (int j = 0; j < wide; j++) {
      if (s.row == in_column)
        for (int x = 0; x < bytes; x++) d[j * bytes + x] = B[(k / s.rows * wide + j) * bytes + x];
      MPI_Bcast(d + j * bytes, bytes, MPI_DOUBLE, in_column, column);
    }
    for (int i = 0; i < high; i++)
      for (int j = 0; j < wide; j++) multiply(C + (i * wide + j) * bytes, a + i * bytes, d + j * bytes, s.b);
  }
  double seconds = MPI_Wtime() - start;

  for (int i = 0; i < high; i++)
    for (int j = 0; j < wide; j++)
      right &= is_right(C + (i * wide + j) * bytes, s.n, s.b, i * s.rows + s.row, j * s.columns + s.column);
  int status = say(right, seconds);
  MPI_Comm_free(&row);
  MPI_Comm_free(&column);
  free(A), free(B), free(C), free(a), free(d);
  MPI_Finalize();
  return status;
}
