// SPDX-License-Identifier: BSD-3-Clause
// Life on a torus of cells in row blocks, halo rows fetched with upc_memget, against a private copy.
#include "../check.h"
#define ROWS 4
#define COLS 11

shared [ROWS * COLS] char world[THREADS][ROWS][COLS], fresh[THREADS][ROWS][COLS];

static int alive(const char *g, int rows, int i, int j) { return g[(i + rows) % rows * COLS + (j + COLS) % COLS]; }
static int rule(const char *g, int rows, int i, int j) {
  int n = 0;
  for (int di = -1; di <= 1; di++)
    for (int dj = -1; dj <= 1; dj++) n += (di || dj) && alive(g, rows, i + di, j + dj);
  return n == 3 || (n == 2 && alive(g, rows, i, j));
}

int main(void) {
  int rows = ROWS * THREADS, up = (MYTHREAD + THREADS - 1) % THREADS, down = (MYTHREAD + 1) % THREADS;
  char *whole = malloc(rows * COLS), *next = malloc(rows * COLS), halo[ROWS + 2][COLS];
  for (int i = 0; i < rows * COLS; i++) whole[i] = i * 7 % 5 < 2;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++) world[MYTHREAD][i][j] = whole[(MYTHREAD * ROWS + i) * COLS + j];
  upc_barrier;
  for (int step = 0; step < 12; step++) {
    upc_memget(halo[0], &world[up][ROWS - 1][0], COLS);
    upc_memget(halo[1], world[MYTHREAD], ROWS * COLS);
    upc_memget(halo[ROWS + 1], world[down][0], COLS);
    char(*mine)[COLS] = (char(*)[COLS])fresh[MYTHREAD];
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLS; j++) mine[i][j] = (char)rule(halo[0], ROWS + 2, i + 1, j);
    upc_barrier;
    upc_memcpy(world[MYTHREAD], fresh[MYTHREAD], ROWS * COLS);
    upc_barrier;
    for (int i = 0; i < rows * COLS; i++) next[i] = (char)rule(whole, rows, i / COLS, i % COLS);
    memcpy(whole, next, rows * COLS);
  }
  for (int i = 0; i < rows * COLS; i++) CHECK_EQ(world[i / (ROWS * COLS)][i / COLS % ROWS][i % COLS], whole[i]);
  free(whole);
  free(next);
  return done();
}
