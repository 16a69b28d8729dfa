// SPDX-License-Identifier: BSD-3-Clause
// upc_lock_t is an incomplete shared type: pointers to it alone.
// expect: 6: never completed
// expect: 7: incomplete
#include <upc.h>
upc_lock_t l;
int f(upc_lock_t *p) { return sizeof(*p); }
