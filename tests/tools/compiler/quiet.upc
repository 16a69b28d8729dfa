// SPDX-License-Identifier: BSD-3-Clause
// Nothing here is worth a warning under -Wall -Wextra: statements that begin a line with a word of UPC, behind others
// on one line; grids, sections and their macros. THREADS has no value that a warning could be about.
#include <upc.h>
#include <upc_stride_coll.h>

#define SIDE 1
#define COUNT(n) ({ int was = n; n = was + 1; })
#pragma processors line(THREADS, SIDE)
shared [2][2] (line) int A[8][8], B[8][8];
shared int x;
shared [4] int a[4 * THREADS];

int main(void) {
  int i, sum = 0;
  if (MYTHREAD == 0) x = 1;
  upc_barrier;
  for (i = 0; i < 3; i++) sum += i;
  upc_notify 3;
  while (sum < 0) sum = 0;
  upc_wait 3;
  if (sum > 5) sum = 5;
  upc_fence;
  if (sum > 4) sum = 4;
  upc_forall (i = 0; i < 4; i++; &a[i]) a[i] = sum;
  upc_barrier;
  if (sum > 3) sum = 3;
  shared int *p = &x;
  if (sum > 2) sum = 2;
  static shared [4] int *q;
  if (sum > 1) sum = 1;
  upc_stride_broadcast(A<:, 0>, &B[0][0], sizeof(int), 0);
  upc_stride_broadcast(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_AT(0)), &B[0][0], sizeof(int), 0);
  if (sum > 0) sum = 0;
  (void)upc_localsizeof(a);
  q = &a[0];
  for (i = 0; i < 2; i++) COUNT(sum);
  shared [SIDE * SIDE] int *r = &x;
  int few[8] = {0};
  if (THREADS > 1 && MYTHREAD > 0) few[MYTHREAD % (THREADS - 1)] = 8 / (THREADS - 1);
  if (THREADS < 8 && (THREADS != 1 || THREADS > 2)) few[THREADS] = few[7 % THREADS] + few[THREADS - 1];
  few[(int)p & 7] = (int)(long)q & 3;
  sum += few[3] < 0;
  return p != &x || q != &a[0] || sum != 2 || r != p;
}
