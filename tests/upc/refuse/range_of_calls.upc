// SPDX-License-Identifier: BSD-3-Clause
// expect: 11: in an initialiser, a value for a range of elements, [a ... b], can make no calls, read no shared memory
// expect: 12: assign the elements in a loop
// expect: 13: assign the elements in a loop
// GNU C's ranges in initialisers: Clang has no code for values that it would have to compute anew for each element.
#include <upc.h>
shared int X[4 * THREADS];
int next(void);
void f(void) {
  int zero[4] = {[0 ... 3] = 7}, threads[4] = {[0 ... 3] = THREADS};
  int a[4] = {[0 ... 3] = next()};
  int b[4] = {[0 ... 3] = X[MYTHREAD]};
  shared int *c[4] = {[0 ... 3] = &X[1]};
  (void)zero, (void)threads, (void)a, (void)b, (void)c;
}
