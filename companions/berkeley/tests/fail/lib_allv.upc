// SPDX-License-Identifier: BSD-3-Clause
// Collectives of values whose root is no thread. usage: lib_allv CALL ROOT
#include <bupc_collectivev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

int main(int argc, char **argv) {
  const char *call = argc > 2 ? argv[1] : "";
  int root = argc > 2 ? atoi(argv[2]) : 0, *list = calloc(THREADS, sizeof *list), got = 0;
  if (strcmp(call, "broadcast") == 0) got = bupc_allv_broadcast(int, MYTHREAD, root);
  if (strcmp(call, "scatter") == 0) got = bupc_allv_scatter(int, root, list);
  if (strcmp(call, "permute") == 0) got = bupc_allv_permute(int, MYTHREAD, root);
  if (strcmp(call, "gather") == 0) got = bupc_allv_gather(int, MYTHREAD, root, list) != NULL;
  if (strcmp(call, "reduce") == 0) got = bupc_allv_reduce(int, MYTHREAD, root, UPC_ADD);
  printf("thread %d got %d\n", (int)MYTHREAD, got);
  return 0;
}
