// SPDX-License-Identifier: BSD-3-Clause
// there: wrong: f returns 3
// flags: -Wclang-upc2c
// expect: 9: a comma in a return
#include <stdio.h>
#include <upc.h>

static int f(int a) {
  return a++, a;
}

int main(void) {
  if (MYTHREAD == 0) puts(f(3) == 4 ? "PASS" : "FAIL");
  return 0;
}
