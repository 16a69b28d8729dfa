// SPDX-License-Identifier: BSD-3-Clause
// race: 14 19
// race: 15 18
// A strict bit-field is a strict flag, as other objects are.
#include <upc_relaxed.h>

KIND shared struct { unsigned turns : 5, ready : 1; } state;
shared double value;

int main(void) {
  double seen = 0;
  int left = 1 << 30;
  if (MYTHREAD == 0) {
    value = 2.5;
    state.ready = 1;
  }
  if (MYTHREAD == THREADS - 1) {
    while (left-- && !state.ready) {}
    seen = value;
  }
  return seen > 3;
}
