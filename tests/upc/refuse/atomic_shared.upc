// SPDX-License-Identifier: BSD-3-Clause
// What is of C11 or C's library and has no meaning on shared memory.
// expect: 7: stands beside _Atomic: atomics of C are private; upc_atomic.h is for shared objects
// expect: 8: stands beside _Atomic
#include <stdio.h>
#include <upc.h>
_Atomic shared int a;
shared _Atomic int b;
