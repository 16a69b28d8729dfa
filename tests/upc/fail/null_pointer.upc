// SPDX-License-Identifier: BSD-3-Clause
// flags: -g
// Reads and writes through a null pointer-to-shared, also with an index, or behind the end of shared memory: a crash
// that says what it was, and the line.
#include <string.h>
#include <upc.h>

static shared int *nowhere;
static shared [] double *none;
static shared [] struct { int a[10], b; } *strukt;

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int sum = 0, some[4] = {0};
  shared [] char *own = upc_alloc(8), *wild = NULL; // a small integer in the first word of a pointer
  const long small = 77;
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    if (!strcmp(what, "read")) sum += *nowhere;
    if (!strcmp(what, "write")) nowhere[5] = 1;
    if (!strcmp(what, "index")) none[400L << 20] = 1; // 3.1 GB
    if (!strcmp(what, "thousands")) sum += none[2400] == 1;
    if (!strcmp(what, "cyclic")) nowhere[(long)THREADS << 29] = 1; // 2 GB of each thread's
    if (!strcmp(what, "integer")) memcpy(&wild, &small, sizeof small), wild[1 << 20] = 1;
    if (!strcmp(what, "behind")) own[1L << 30] = 1; // with a heap of less than 1 GB
    if (!strcmp(what, "member")) strukt->b = 2;
    if (!strcmp(what, "copy")) upc_memput(nowhere, some, sizeof some);
  }
  upc_barrier;
  return sum;
}
