// SPDX-License-Identifier: BSD-3-Clause
// Braces in the fields of upc_forall: those of an initialiser, and of compound literals.
#include <upc.h>
#include "../check.h"

shared int a[10*THREADS];

int main(void) {
  upc_forall (int i = 0, end[2] = {0, 10 * THREADS}; i < end[1]; i++; &a[i]) a[i] = i;
  upc_forall (int i = 0; i < 10 * THREADS; i++; (int[]){i}[0]) a[i]++;
  upc_barrier;
  for (int i = 0; i < 10 * THREADS; i++) CHECK_EQ(a[i], i + 1);
  return done();
}
