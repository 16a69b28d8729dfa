// SPDX-License-Identifier: BSD-3-Clause
// Casts of a pointer-to-shared to a private pointer, by another thread than the owner.
#include <upc_relaxed.h>
#include "../check.h"
shared int A[THREADS];
int main(int argc, char **argv) {
  shared int *none = NULL;
  A[MYTHREAD] = MYTHREAD + 5;
  upc_barrier;
  int *own = (int *)&A[MYTHREAD];
  CHECK_EQ(*own, MYTHREAD + 5);
  CHECK((int *)none == NULL);
  if (argc > 1 && MYTHREAD == 1) {
    int *other = (int *)&A[0];
    CHECK_EQ(*other, 5);
  }
  return done();
}
