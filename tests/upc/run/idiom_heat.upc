// SPDX-License-Identifier: BSD-3-Clause
// A 2-D heat stencil on rows in blocks, two grids swapped by pointer; the same in one thread's private memory.
#include "../check.h"
#define ROWS (3 * THREADS)
#define COLS 8
#define STEPS 25

typedef shared [3 * COLS] double (*grid_t)[COLS];
shared [3 * COLS] double first[3 * THREADS][COLS], second[3 * THREADS][COLS];

static double start(int i, int j) { return (i * 13 + j * 5) % 10; }

int main(void) {
  grid_t now = first, then = second;
  upc_forall (int i = 0; i < ROWS; i++; &now[i])
    for (int j = 0; j < COLS; j++) now[i][j] = then[i][j] = start(i, j);
  upc_barrier;
  for (int s = 0; s < STEPS; s++) {
    upc_forall (int i = 1; i < ROWS - 1; i++; &then[i][0])
      for (int j = 1; j < COLS - 1; j++)
        then[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
    upc_barrier s;
    grid_t t = now;
    now = then;
    then = t;
  }
  double(*a)[COLS] = malloc(sizeof(double[ROWS][COLS])), (*b)[COLS] = malloc(sizeof(double[ROWS][COLS]));
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) a[i][j] = b[i][j] = start(i, j);
  for (int s = 0; s < STEPS; s++) {
    for (int i = 1; i < ROWS - 1; i++)
      for (int j = 1; j < COLS - 1; j++) b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    double(*t)[COLS] = a;
    a = b;
    b = t;
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) CHECK(now[i][j] == a[i][j]);
  free(a);
  free(b);
  return done();
}
