// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 19: offsetof of a struct that is declared before it is defined
#include <stddef.h>
#include <stdio.h>
#include <upc.h>

struct call;
void look(struct call *c);
typedef struct call {
  int a, turn;
} call_t;
typedef struct {
  int a, turn;
} other_t;

int main(void) {
  if (MYTHREAD == 0) puts(offsetof(call_t, turn) == offsetof(other_t, turn) ? "PASS" : "FAIL");
  return 0;
}
