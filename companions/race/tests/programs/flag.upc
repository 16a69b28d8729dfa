// SPDX-License-Identifier: BSD-3-Clause
// race: 14 19
// race: 15 18
// A flag must be strict to hand over what was written before it.
#include <upc_relaxed.h>

KIND shared int flag;
shared double value;

int main(void) {
  double seen = 0;
  int left = 1 << 30;
  if (MYTHREAD == 0) {
    value = 2.5;
    flag = 1;
  }
  if (MYTHREAD == THREADS - 1) {
    while (left-- && !flag) {}
    seen = value;
  }
  return seen > 3;
}
