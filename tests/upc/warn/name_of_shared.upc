// SPDX-License-Identifier: BSD-3-Clause
// What the name of a type stands for is told with all that is shared in it.
// expect: 9: passing 'flags_t' (aka 'shared [] volatile int *') to parameter of type 'shared void *'
// expect: 10: (aka 'shared [4] const int *')
#include <upc.h>
typedef shared [] volatile int *flags_t;
typedef shared [4] const int *table_t;
void f(flags_t p, table_t t, const int *s) {
  upc_memput(p, s, 4);
  upc_memput(t, s, 4);
}
