/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A shared counter with load balance, as NGA_Read_inc of Global Arrays: pieces of work of very different size. A thread
 * that has done one takes the number of the next piece from the counter. So nobody waits while there are pieces left.
 *
 *   upcc -O2 counter.upc -o counter && upcrun -n 4 ./counter
 */
#include <stdio.h>
#include <upc_stride_coll.h>

#define PIECES 2000
shared long counter;                              /* on thread 0 */

/* Collatz's steps from n to 1. */
static long work(long n) {
  long steps = 0;
  for (; n > 1; steps++) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main(void) {
  const long one = 1;
  long piece, done = 0, steps = 0, expected = 0;
  for (;;) {
    upc_stride_fetch_op(&piece, &counter, UPC_ADD, UPC_LONG, &one);
    if (piece >= PIECES) break;
    steps += work(piece);
    done++;
  }
  steps = upc_stride_sum(steps);
  for (piece = 0; piece < PIECES; piece++) expected += work(piece);
  done = upc_stride_max(done);
  if (MYTHREAD == 0) printf("%ld steps; a thread did %ld of %d pieces at most\n", steps, done, PIECES);
  return steps != expected;
}
