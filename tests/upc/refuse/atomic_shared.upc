// SPDX-License-Identifier: BSD-3-Clause
// What is of C11 or C's library and has no meaning on shared memory.
// expect: 15: 'shared' with _Atomic: atomics of C are private; upc_atomic.h is for shared objects
// expect: 16: 'shared' with _Atomic
// expect: 17: 'shared' with _Atomic
// expect: 18: 'shared' with _Atomic
// expect: 19: 'shared' with _Atomic
// expect: 23: this member is _Atomic, and in shared memory
// expect: 24: this member is _Atomic
// expect: 25: this member is _Atomic
// expect: 26: this member is _Atomic
#include <stdatomic.h>
#include <stdio.h>
#include <upc.h>
_Atomic shared int a;
shared _Atomic int b;
shared _Atomic(int) c;
shared atomic_int d[THREADS];
void increment(shared atomic_int *p);
struct counter { atomic_int value; int plain; };
shared struct counter counter;
int count(void) {
  counter.value = 1;
  counter.value += 2;
  ++counter.value;
  counter.plain = counter.value;
  atomic_fetch_add((atomic_int *)&counter.value, 1); // of this thread's own memory
  return counter.plain;
}
