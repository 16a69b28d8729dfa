// SPDX-License-Identifier: BSD-3-Clause
// The compiler's built-in functions that take arguments of any type know no pointers-to-shared.
// expect: 21: '__builtin_add_overflow' is for private objects without pointers-to-shared, and this is 'shared int *'
// expect: 22: '__builtin_nontemporal_load' is for private objects
// expect: 23: is for private objects without pointers-to-shared, and this is 'shared int **'; upc_atomic.h
// expect: 24: '__builtin_nontemporal_store' is for private objects
// expect: 25: an atomic built-in is for private objects without pointers-to-shared, and this is 'shared int **'
// expect: 26: an atomic built-in is for private objects
// expect: 27: an atomic built-in is for private objects
// expect: 28: is for private objects without pointers-to-shared, and this is 'shared int **'; upc_atomic.h
// expect: 29: is for private objects without pointers-to-shared, and this is 'shared int *'; upc_atomic.h
// expect: 30: '__builtin_launder' is for private objects
// expect: 31: '__builtin_is_aligned' is for private objects
// expect: 32: '__builtin_assume_aligned' is for private objects
// expect: 33: '__builtin_addressof' is for private objects
#include <upc.h>
shared int x;
shared int *p, *q;
int f(int n) {
  int (*private)[2] = 0;
  n += __builtin_add_overflow(n, 1, &x);
  n += __builtin_nontemporal_load(&x);
  q = __builtin_nontemporal_load(&p);
  __builtin_nontemporal_store(1, &x);
  __atomic_load(&p, &q, __ATOMIC_SEQ_CST);
  q = __atomic_load_n(&p, __ATOMIC_ACQUIRE);
  __atomic_store_n(&p, q, __ATOMIC_SEQ_CST);
  n += __sync_bool_compare_and_swap(&p, q, q);
  n += __sync_fetch_and_add(&x, 1);
  q = __builtin_launder(p);
  n += __builtin_is_aligned(p, 8);
  q = (shared int *)__builtin_assume_aligned(p, 8);
  q = __builtin_addressof(x);
  return n + __builtin_constant_p(p) + __builtin_is_aligned(private, 8) + __builtin_add_overflow(x, 1, &n);
}
