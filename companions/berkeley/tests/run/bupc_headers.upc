// SPDX-License-Identifier: BSD-3-Clause
// flags: -std=gnu89
// Berkeley's headers under an older C, beside macros of one letter, and before those of UPC. bupc_exit ends a thread.
#include "../../../../tests/library/letters.h"
#include <bupc_collectivev.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_nb.h>
#include <stdio.h>

int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  bupc_exit(0);
  return 1;
}
