// SPDX-License-Identifier: BSD-3-Clause
// race: 15 13
// says: thread 1 writes A[3][0..1] (16 bytes) by upc_memput, or: thread 0 reads A[3][0] (8 bytes)
#include <upc_relaxed.h>

shared [4] double A[4 * THREADS][4];

int main(void) {
  double two[2] = {1, 2}, seen = 0;
  upc_forall (int i = 0; i < 4 * THREADS; i++; &A[i][0]) A[i][0] = i;
  upc_barrier;
  if (MYTHREAD == 0)
    seen = A[3][0];
  ORDER(upc_barrier);
  if (MYTHREAD == 1) upc_memput(&A[3][0], two, sizeof two);
  return seen > 100;
}
