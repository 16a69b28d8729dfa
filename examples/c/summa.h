/* SPDX-License-Identifier: BSD-3-Clause
 * What both versions of the matrix product share: the sizes, the tiles' arithmetic, the check. C = A B with
 * A(i, j) = i + j and B(i, j) = i - j, n x n in tiles of b x b, on a grid of `rows` x `columns` ranks, both of which
 * divide n / b. */
#ifndef SUMMA_H
#define SUMMA_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct sizes { int n, b, rows, columns, row, column; } sizes_t; /* row, column: of the caller in the grid */

static inline sizes_t sizes_of(int argc, char **argv, int rank, int ranks) { /* arguments: [n [b]] */
  sizes_t s = {.n = argc > 1 ? atoi(argv[1]) : 192, .b = argc > 2 ? atoi(argv[2]) : 16, .rows = 1};
  while (s.rows * s.rows * 4 <= ranks && ranks % (s.rows * 2) == 0) s.rows *= 2;
  s.columns = ranks / s.rows, s.row = rank / s.columns, s.column = rank % s.columns;
  if (s.n > 0 && s.b > 0 && s.n % s.b == 0 && s.n / s.b % s.rows == 0 && s.n / s.b % s.columns == 0) return s;
  if (rank == 0)
    fprintf(stderr, "summa: a grid of %d x %d ranks does not divide %d x %d in blocks of %d x %d\n", s.rows, s.columns,
            s.n, s.n, s.b, s.b);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return s;
}

/* Tile (i, j) of A and B. */
static inline void fill(double *a, double *b, int size, int i, int j) {
  for (int x = 0; x < size; x++)
    for (int y = 0; y < size; y++) {
      a[x * size + y] = (i * size + x) + (j * size + y);
      b[x * size + y] = (i * size + x) - (j * size + y);
    }
}

/* `restrict`: without it compilers make vectors of the loop only where the tiles come from calloc. */
static inline void multiply(double *restrict c, const double *restrict a, const double *restrict b, int size) {
  for (int x = 0; x < size; x++)
    for (int z = 0; z < size; z++)
      for (int y = 0; y < size; y++) c[x * size + y] += a[x * size + z] * b[z * size + y];
}

/* 1 if tile (i, j) of C is right: element (p, q) is the sum over k of (p + k) (k - q). */
static inline int is_right(const double *c, int n, int size, int i, int j) {
  double k1 = (double)n * (n - 1) / 2, k2 = (double)n * (n - 1) * (2 * n - 1) / 6;
  for (int x = 0; x < size; x++)
    for (int y = 0; y < size; y++) {
      double p = i * size + x, q = j * size + y;
      if (c[x * size + y] != k2 + (p - q) * k1 - n * p * q) return 0;
    }
  return 1;
}

/* Says what all ranks found, and the time of the slowest. */
static inline int say(int right, double seconds) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("%.3f ms\n%s\n", 1e3 * seconds, right ? "PASS" : "FAIL");
  return !right;
}

#endif
