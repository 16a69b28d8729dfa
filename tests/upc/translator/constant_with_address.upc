// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 10: 'place' is assigned when the program starts, since its initialiser names a variable; constants cannot
#include <stdio.h>
#include <upc.h>

static int mine;
static int *movable = &mine; /* this is allowed */
static int *const place = &mine;

int main(void) {
  if (MYTHREAD == 0) puts(movable == place ? "PASS" : "FAIL");
  return 0;
}
