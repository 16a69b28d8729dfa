// SPDX-License-Identifier: BSD-3-Clause
// MYTHREAD in a task that any thread may run.
// expect: 12: MYTHREAD in a task that any thread may run
// expect: 14: 'own' reads MYTHREAD
// expect: 17: MYTHREAD in a task that any thread may run
// expect: 20: MYTHREAD in a task that any thread may run
#include <upc_task.h>
shared int where[THREADS];
static int own(void) { return MYTHREAD + 1; }
int main(void) {
  const int me = MYTHREAD;
  upc_begin { where[0] = MYTHREAD; }
  upc_on (0) {
    where[0] = MYTHREAD; upc_begin { where[0] = own(); }
  }
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    where[t] = MYTHREAD; upc_coforall (int k = 0; k < 4; k++) { where[0] = MYTHREAD * 4 + k; }
  }
  upc_cobegin {
    { where[0] = MYTHREAD; }
    { upc_on (0) { where[0] = own(); } }
    { where[0] = me; }
  }
}
