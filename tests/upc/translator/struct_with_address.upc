// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 14: 'line' is assigned when the program starts
#include <stdio.h>
#include <upc.h>

typedef struct {
  int n;
  const char *const *words;
} line_t;

static const char *const words[] = {"x", 0};
static const line_t line = {1, words};

int main(void) {
  const line_t automatic = {1, words}; /* this is allowed */
  if (MYTHREAD == 0) puts(line.words[0] == automatic.words[0] ? "PASS" : "FAIL");
  return 0;
}
