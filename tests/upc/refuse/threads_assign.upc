// SPDX-License-Identifier: BSD-3-Clause
// MYTHREAD and THREADS are values: they have no address and are not assigned to.
// expect: 8: MYTHREAD
// expect: 9: not assignable
// expect: 10: not assignable
#include <upc.h>
void f(void) {
  MYTHREAD = 1;
  THREADS++;
  THREADS += 2;
}
