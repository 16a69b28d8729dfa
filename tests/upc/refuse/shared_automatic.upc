// SPDX-License-Identifier: BSD-3-Clause
// No object with automatic storage duration has a shared type (6.5.2).
// expect: 10: automatic
// expect: 11: automatic
// expect: 12: automatic
// expect: 13: automatic
// expect: 16: typeof keeps
#include <upc.h>
void f(void) {
  shared int x;
  int *shared y;
  shared int a[THREADS];
  shared [] int b[4];
  static shared int fine;
  shared int *also_fine = &fine;
  __typeof__(fine) y2;
}
