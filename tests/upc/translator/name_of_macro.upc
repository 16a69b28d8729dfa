// SPDX-License-Identifier: BSD-3-Clause
// there: refused
// flags: -Wclang-upc2c
// expect: 10: the name 'free' becomes that of a macro
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

typedef struct {
  void *state, *free;
} z_t;

int main(void) {
  z_t z = {0, 0};
  free(malloc(1));
  if (MYTHREAD == 0) puts(z.free == 0 ? "PASS" : "FAIL");
  return 0;
}
