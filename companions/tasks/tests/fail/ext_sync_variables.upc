// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of synchronisation variables of the language: the argument says which. Each ends the job with a line.
#include <string.h>
#include <upc.h>

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  upc_syncvar int box;
  upc_singlevar int once = 1;
  upc_syncvar int *null = NULL;
  if (strcmp(what, "empty") == 0) return box;
  if (strcmp(what, "full") == 0) box = 1, box = 2;
  if (strcmp(what, "twice") == 0) once = 2;
  if (strcmp(what, "null") == 0) *null = 1;
  if (strcmp(what, "increment") == 0) {
    upc_sync {
      upc_begin { box += 1; }
      upc_begin { box += 1; }
    }
  }
  return 0;
}
