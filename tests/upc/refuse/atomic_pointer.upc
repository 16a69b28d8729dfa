// SPDX-License-Identifier: BSD-3-Clause
// expect: 4: 'shared' with _Atomic: atomics of C are private; upc_atomic.h is for shared objects
#include <upc.h>
static shared [] int *_Atomic shared where[THREADS];
