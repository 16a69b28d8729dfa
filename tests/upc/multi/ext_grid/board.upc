// SPDX-License-Identifier: BSD-3-Clause
#include "board.h"
shared [2][2] (rows) int board[7][9];
static shared [1][1] int hidden[2][2];
void fill(void) {
  for (int i = 0; i < 7; i++) {
    upc_forall (int j = 0; j < 9; j++; &board[i][j]) board[i][j] = i * 9 + j;
  }
  if (MYTHREAD == 0) hidden[1][1] = 3;
}
int total(shared [2][2] (rows) int b[7][9]) {
  int sum = 0;
  for (int i = 0; i < 7; i++) for (int j = 0; j < 9; j++) sum += b[i][j];
  return sum;
}
