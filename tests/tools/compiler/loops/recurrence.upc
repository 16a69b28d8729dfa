// SPDX-License-Identifier: BSD-3-Clause
// A recurrence over private rows, with a counter of type int. The C compiler has to see that the loop reads what it
// wrote in the iteration before. If it does not, it makes a version with vectors that can never run, and the other
// one reads each element back from memory.
// smp every loop: no vector, no call
#include <upc.h>

void pipeline(double **a, int start, int width, int rows) {
  int i, j;
  for (j = 1; j < rows; j++)
    for (i = start + 1; i < start + width; i++) a[j][i] = a[j][i - 1] + a[j - 1][i] - a[j - 1][i - 1];
}
