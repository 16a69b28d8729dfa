// SPDX-License-Identifier: BSD-3-Clause
// `inline` and nothing more, as programs for GNU C before C99 have it: the function exists, here without optimisation
// too.
#include "../check.h"

inline int larger(int a, int b) { return a > b ? a : b; }
inline shared [4] int *after(shared [4] int *p, int n) { return p + n; }
int inline declared(int);
static inline int private_one(void) { return 5; }
int inline declared(int n) { return n + private_one(); }
inline int external(int n) { return n * 2; }
extern inline int external(int n);

shared [4] int a[4 * THREADS];

int main(void) {
  int (*function)(int, int) = larger;
  upc_forall (int i = 0; i < 4 * THREADS; i++; &a[i]) a[i] = larger(i, 2);
  upc_barrier;
  CHECK_EQ(*after(a, 4 * THREADS - 1), 4 * THREADS - 1);
  CHECK_EQ(a[0], 2);
  CHECK_EQ(function(3, 1), 3);
  CHECK_EQ(declared(2), 7);
  CHECK_EQ(external(4), 8);
  return done();
}
