// SPDX-License-Identifier: BSD-3-Clause
#include <upc.h>
extern shared [2] int later[4 * THREADS];
int count;
shared [] double *pieces;
void other(void) {
  count = 7;
  for (int i = 0; i < 4; i += 2) later[4 * MYTHREAD + i] = 9;
}
