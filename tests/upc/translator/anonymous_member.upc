// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 10: a struct or union in another one without a name for it
#include <stdio.h>
#include <upc.h>

typedef struct {
  int kind;
  union { int number; shared int *place; };
  struct { shared int *place; } member; /* this is allowed */
} outer_t;

int main(void) {
  outer_t o = {1, {2}, {NULL}};
  if (MYTHREAD == 0) puts(o.number == 2 && o.member.place == NULL ? "PASS" : "FAIL");
  return 0;
}
