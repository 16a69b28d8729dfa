// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes through a null pointer-to-shared: a crash that says what it was.
#include <string.h>
#include <upc.h>

static shared int *nowhere;
static shared [] struct { int a[10], b; } *strukt;

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int sum = 0, some[4] = {0};
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    if (!strcmp(what, "read")) sum += *nowhere;
    if (!strcmp(what, "write")) nowhere[5] = 1;
    if (!strcmp(what, "member")) strukt->b = 2;
    if (!strcmp(what, "copy")) upc_memput(nowhere, some, sizeof some);
  }
  upc_barrier;
  return sum;
}
