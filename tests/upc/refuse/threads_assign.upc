// SPDX-License-Identifier: BSD-3-Clause
// MYTHREAD and THREADS are values: they have no address and are not assigned to.
// expect: 9: MYTHREAD
// expect: 10: not assignable
// expect: 11: MYTHREAD
// expect: 12: not assignable
#include <upc.h>
void f(void) {
  MYTHREAD = 1;
  THREADS++;
  int *p = (int *)&MYTHREAD;
  THREADS += 2;
}
