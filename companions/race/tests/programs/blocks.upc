// SPDX-License-Identifier: BSD-3-Clause
// race: 13 15
// says: B[4][3]
#include <upc_relaxed.h>

#pragma processors rows(THREADS, 1)
shared [2][2] (rows) double B[2 * THREADS + 4][6];

int main(void) {
  double seen = 0;
  upc_barrier;
  if (MYTHREAD == 1)
    B[4][3] = 2;
  ORDER(upc_barrier);
  if (MYTHREAD == 2) seen = B[4][3];
  return seen > 4;
}
