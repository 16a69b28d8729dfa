/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hello: every thread writes into a shared array, and thread 0 reads what all have written.
 *
 *   upcc hello.upc -o hello && upcrun -n 4 ./hello
 */
#include <stdio.h>
#include <upc.h>

shared int number[THREADS];              /* element i has affinity to thread i */

int main(void) {
  int i, sum = 0;
  number[MYTHREAD] = MYTHREAD + 1;
  printf("hello from thread %d of %d\n", MYTHREAD, THREADS);
  upc_barrier;                           /* all have written */
  if (MYTHREAD != 0) return 0;
  for (i = 0; i < THREADS; i++) sum += number[i];
  printf("the sum of 1 to %d is %d\n", THREADS, sum);
  return sum != THREADS * (THREADS + 1) / 2;
}
