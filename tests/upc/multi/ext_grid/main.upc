// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array defined in one file and used in another; grids named in a header.
#include "../../multiblock.h"
#include "board.h"
static shared [1][1] int hidden[2][2];

int main(void) {
  const blocked_t a = {2, {7, 9}, {2, 2}, 2, {THREADS, 1}};
  long long base[THREADS];
  memset(base, 0, sizeof base);
  for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_BLOCKED(&a, i, &board[i[0]][i[1]], base);
  fill();
  upc_barrier;
  for (int i = 0; i < 7; i++) for (int j = 0; j < 9; j++) CHECK_EQ(board[i][j], i * 9 + j);
  if (MYTHREAD == 0) hidden[0][0] = 5;
  CHECK_EQ(total(board), 63 * 62 / 2);
  return done();
}

