// SPDX-License-Identifier: BSD-3-Clause
// Statements of UPC where no function is: one message for each, and none about what Clang makes of them.
// expect: 11: 'upc_barrier' is a statement and must stand in a function; a '}' before it may be one too many
// expect: 12: 'upc_fence' is a statement and must stand in a function
// expect: 13: 'upc_forall' is a statement and must stand in a function
// expect: 14: 'upc_notify' is a statement and must stand in a function
#include <upc.h>
int first(void) {
  if (MYTHREAD) { } }
  /* the brace above ends the function */
upc_barrier 1;
upc_fence;
upc_forall (int i = 0; i < 4; i++; i) ;
upc_notify;
int second(void) { upc_wait; upc_forall (;;;) break; return 0; }
