/* SPDX-License-Identifier: BSD-3-Clause
 * A program in UPC, with its own shared variables, that calls the UPC code of a shared library (with_upc.upc). */
#include <stdio.h>
#include <upc.h>

extern shared void *upc_fill(int value);
extern int upc_sum(void);
extern shared int started; /* of the library */
static shared int own[THREADS];

int main(void) {
  own[MYTHREAD] = 1000;
  shared int *numbers = (shared int *)upc_fill(10 * MYTHREAD + 5);
  int sum = upc_sum(), wrong = sum != 5 * THREADS + 5 * THREADS * (THREADS - 1) || started != 5;
  for (int t = 0; t < THREADS; t++) wrong |= numbers[t] != 10 * t + 5 || own[t] != 1000;
  if (wrong) fprintf(stderr, "thread %d: sum %d\n", MYTHREAD, sum), upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
}
