// SPDX-License-Identifier: BSD-3-Clause
#include <upc.h>
#pragma processors rows(THREADS, 1)
extern shared [2][2] (rows) int board[7][9];
void fill(void);
int total(shared [2][2] (rows) int b[7][9]);
