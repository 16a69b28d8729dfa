// SPDX-License-Identifier: BSD-3-Clause
// upc_lock_t is an incomplete shared type: pointers to it alone.
// expect: 7: declare a pointer to it, upc_lock_t *
// expect: 8: incomplete
// expect: 9: declare a pointer to it, upc_lock_t *
#include <upc.h>
upc_lock_t l;
int f(upc_lock_t *p) { return sizeof(*p); }
void g(void) { upc_lock_t inside; }
