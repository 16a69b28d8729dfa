// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 17: a designated initialiser of a struct that is declared before it is defined
#include <stdio.h>
#include <upc.h>

typedef struct play play_t;
struct play {
  int carrier, n;
};
typedef struct {
  int carrier, n;
} other_t;

int main(void) {
  play_t p = {.n = 3};
  other_t q = {.n = 3};
  if (MYTHREAD == 0) puts(p.n == q.n ? "PASS" : "FAIL");
  return 0;
}
