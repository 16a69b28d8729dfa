// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 13: 'place' is assigned when the program starts, since its initialiser names a variable; arrays and structs
// expect: 16: 'sizes' is assigned when the program starts
#include <stdio.h>
#include <upc.h>

static int mine, other;
static int twice(int n) { return 2 * n; }
static const char *const words[] = {"a", "b"};      /* these are allowed */
static int (*const function[])(int) = {twice};
static int *place[] = {&mine, &other};

int main(void) {
  static size_t sizes[] = {sizeof mine, sizeof other};
  if (MYTHREAD == 0)
    puts(place[1] == &other && sizes[1] == sizeof(int) && *words[1] == 'b' && function[0](2) == 4 ? "PASS" : "FAIL");
  return 0;
}
