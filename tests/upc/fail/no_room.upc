// SPDX-License-Identifier: BSD-3-Clause
// A full shared heap ends the job with one line if the specification does not allow a null pointer.
#include <string.h>
#include <upc.h>
#include <upc_atomic.h>

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  for (int i = 0; i < 1 << 20; i++) {
    if (!strcmp(what, "lock") && MYTHREAD == THREADS - 1) upc_global_lock_alloc();
    if (!strcmp(what, "domain")) upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  }
  return 0;
}
