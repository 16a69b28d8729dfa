/* SPDX-License-Identifier: BSD-3-Clause
 *
 * SUMMA: C = A * B on a grid of threads. In step k the tiles of column k of A go along the rows of threads. The tiles
 * of row k of B go along the columns of threads. Each thread multiplies what it got into its own tiles of C.
 *
 *   upcc -O2 summa.upc -o summa && upcrun -n 4 ./summa
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

#define TILE 16
#define TILES 6                                  /* the matrices have TILES x TILES tiles */
#define N (TILE * TILES)
#define ROWS (THREADS % 2 == 0 ? 2 : 1)          /* the grid of threads */
#define COLS (THREADS / ROWS)
#define MYSYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

#pragma processors grid(ROWS, COLS)
shared [TILE][TILE] (grid) double A[N][N], B[N][N], C[N][N];
shared [TILE][TILE] (grid) double tileA[ROWS * TILE][COLS * TILE], tileB[ROWS * TILE][COLS * TILE];

/* c += a * b for three tiles. In a real program this is dgemm: a tile is contiguous, with leading dimension TILE. */
static void multiply(double *c, const double *a, const double *b) {
  int i, j, k;
  for (i = 0; i < TILE; i++)
    for (k = 0; k < TILE; k++)
      for (j = 0; j < TILE; j++) c[i * TILE + j] += a[i * TILE + k] * b[k * TILE + j];
}

int main(void) {
  int row = MYTHREAD / COLS, col = MYTHREAD % COLS, i, j, k, wrong = 0;
  double *a = (double *)&tileA[row * TILE][col * TILE], *b = (double *)&tileB[row * TILE][col * TILE];
  for (i = 0; i < N; i++)
    upc_forall (j = 0; j < N; j++; &A[i][j]) {
      A[i][j] = i == j ? 2 : 0;                  /* twice the unit matrix */
      B[i][j] = i * N + j;
    }

  for (k = 0; k < TILES; k++)
    for (i = row; i < TILES + row; i += ROWS) {
      if (i < TILES) upc_stride_broadcast(tileA<row, :>, &A[i * TILE][k * TILE], sizeof(double[TILE][TILE]), MYSYNC);
      for (j = col; j < TILES + col; j += COLS) {
        if (j < TILES) upc_stride_broadcast(tileB<:, col>, &B[k * TILE][j * TILE], sizeof(double[TILE][TILE]), MYSYNC);
        if (i < TILES && j < TILES) multiply((double *)&C[i * TILE][j * TILE], a, b);
      }
    }

  for (i = 0; i < N; i++)
    upc_forall (j = 0; j < N; j++; &C[i][j]) wrong += C[i][j] != 2 * (i * N + j);
  printf("thread %d: %d wrong elements\n", MYTHREAD, wrong);
  return wrong != 0;
}
