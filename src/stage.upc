/* SPDX-License-Identifier: BSD-3-Clause
 * Staging buffers and the directory by which others find them. A thread changes its entry only while nobody fetches;
 * the signals around a message order the entry with its readers. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

typedef shared [] char *stage_t;

static shared stage_t stages[THREADS];

static void none_left(size_t bytes) {
  fprintf(stderr, "upc_stride: no memory for a message of %zu bytes\n", bytes);
  upc_global_exit(1);
}

char *upc_stride_stage(size_t bytes) {
  static stage_t mine;
  static size_t size;
  if (bytes > size) {
    if (mine != NULL) upc_free((shared void *)mine);
    mine = (stage_t)upc_alloc(bytes);
    if (mine == NULL) none_left(bytes);
    stages[MYTHREAD] = mine;
    size = bytes;
  }
  return (char *)mine;
}

const char *upc_stride_fetch(int thread, size_t bytes) {
  static char *inbox;
  static size_t size;
  if (bytes > size) {
    free(inbox);
    inbox = malloc(bytes);
    if (inbox == NULL) none_left(bytes);
    size = bytes;
  }
  upc_memget(inbox, (shared const void *)stages[thread], bytes);
  return inbox;
}
