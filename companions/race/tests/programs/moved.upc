// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2 -w
// race: 15 24
// LLVM takes the first read out of its loop, and makes one of the two: what is left has lost its line. What is told is
// the line of the first read, and not that of the second one or of what is added later.
#include <upc_relaxed.h>

static shared [8] int values[8 * THREADS];
static strict shared int flag;
static volatile int sum;

static int added(int s) {
  while (flag)
    ;
  for (int k = 3; k < 4; k++) s += values[k];
  s += values[3];
  s += *(int *)&values[7];
  return s;
}

int main(void) {
  if (MYTHREAD == 0) sum = added(1);
  ORDER(upc_barrier);
  if (MYTHREAD == 1) values[3] = 5;
  return 0;
}
