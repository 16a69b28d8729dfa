// SPDX-License-Identifier: BSD-3-Clause
// The body of a statement of tasks is a block, or a statement that begins with a word. Else its name is a name of C,
// which is not declared.
// flags: -ferror-limit=0
// expect: 13: a statement of tasks has its body in braces: upc_begin { .. } or upc_begin upc_on (..) { .. }
// expect: 14: a statement of tasks has its body in braces: upc_sync { .. }
// expect: 15: a statement of tasks has its body in braces: upc_on (thread or pointer-to-shared) { .. }
// expect: 16: a statement of tasks has its body in braces: upc_serial (condition) { .. }
// expect: 17: a statement of tasks has its body in braces: upc_coforall (init; condition; increment) { .. }
// expect: 18: expected expression
#include <upc.h>
shared int x;
void begin(shared int *p) { upc_begin *p = 1; }
void sync(void) { upc_sync ++x; }
void on(void) { upc_on { x = 1; } }
void serial(void) { upc_serial { x = 1; } }
void coforall(void) { upc_coforall { x = 1; } }
void with_else(int n) { upc_serial (n) { x = 1; } else { x = 2; } }
