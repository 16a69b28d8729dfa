// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 12: a variable in a function, of an enumeration without a name
#include <stdio.h>
#include <upc.h>

enum { NONE };
static enum { FIRST, SECOND } global = SECOND; /* these are allowed */

int main(void) {
  enum { THIRD = 3 } third = THIRD;
  enum named { FOURTH = 4 } fourth = FOURTH;
  if (MYTHREAD == 0) puts(third == 3 && fourth == 4 && global == 1 && NONE == 0 ? "PASS" : "FAIL");
  return 0;
}
