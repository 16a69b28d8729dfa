// SPDX-License-Identifier: BSD-3-Clause
// The size of an array with THREADS in a dimension is no constant in the dynamic environment; its local size is one.
// expect: 11: THREADS is not a constant
// expect: 12: THREADS is not a constant
// expect: 13: THREADS is not a constant
// expect: 15: THREADS is not a constant
// expect: 21: THREADS is not a constant
// expect: 22: THREADS is not a constant
#include <upc.h>
shared int a[10 * THREADS];
int n = sizeof a;
enum { E = sizeof(a) + 1 };
_Static_assert(sizeof(a) > 3, "not known here");
int fine[upc_localsizeof(a)];
int wrong[sizeof(a)];
_Static_assert(upc_localsizeof(a) == 40 && upc_elemsizeof(a) == 4, "known");
int f(int k) {
  switch (k) {
  case sizeof(a[0]): return 1;
  case upc_localsizeof(a): return 2;
  case sizeof(a): return 3;
  case sizeof(shared int[THREADS]): return 4;
  }
  return k + sizeof(int[sizeof a]);
}
