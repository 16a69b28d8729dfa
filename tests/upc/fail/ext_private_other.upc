// SPDX-License-Identifier: BSD-3-Clause
// Casting an element of another thread's to a private pointer names array, indices, owner and caller.
// threads: 2 3
// fails: A[2][4]
#include <upc.h>
shared [2][3] int A[6][9];
int main(void) {
  upc_barrier;
  if (upc_threadof(&A[2][4]) == (size_t)MYTHREAD) upc_barrier;
  int *p = (int *)&A[2][4];
  *p = 1;
  upc_barrier;
  return 0;
}
