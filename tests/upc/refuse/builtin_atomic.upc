// SPDX-License-Identifier: BSD-3-Clause
// The C compiler's atomic built-ins know private memory alone.
// expect: 6: upc_atomic.h
// expect: 7: upc_atomic.h
void f(shared int *p, int *expected, int desired) {
  __atomic_compare_exchange(p, expected, &desired, 0, 0, 0);
  __sync_fetch_and_add(p, 1);
}
