/* SPDX-License-Identifier: BSD-3-Clause
 * Private memory: zeroed, resized and grown with its contents; without enough memory one line, status 1.
 *   unit_allocate            the first two
 *   unit_allocate alloc      asks for more than there is        unit_memory resize, overflow: likewise */
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void end(const char *line) {
  fprintf(stderr, "ended by: %s\n", line);
  exit(1);
}

static int contents(void) {
  int *list = upc_stride_alloc(1000, sizeof *list, "a test"), i, wrong = 0, capacity = 0;
  for (i = 0; i < 1000; i++) wrong += list[i] != 0;
  for (i = 0; i < 1000; i++) list[i] = i;
  list = upc_stride_resize(list, 100000, sizeof *list, "a test");
  for (i = 0; i < 1000; i++) wrong += list[i] != i;
  free(list);
  for (i = 0, list = NULL; i < 100; i++) {
    list = upc_stride_grown(list, i, &capacity, sizeof *list, "a test");
    wrong += capacity <= i;
    list[i] = i;
  }
  for (i = 0; i < 100; i++) wrong += list[i] != i;
  free(list);
  free(upc_stride_alloc(0, 8, "nothing"));
  free(upc_stride_resize(NULL, 0, 8, "nothing"));
  return wrong;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  size_t half = (size_t)-1 / 2;
  if (strcmp(what, "alloc") == 0) upc_stride_alloc(1, half, "a large list");
  if (strcmp(what, "resize") == 0) upc_stride_resize(NULL, half / 8, 8, "a large list");
  if (strcmp(what, "overflow") == 0) upc_stride_alloc(half, 3, "a larger list");
  if (strcmp(what, "hook") == 0) {
    upc_stride_out_of_memory_by(end);
    upc_stride_resize(NULL, half, 3, "a larger list");
  }
  if (what[0] != '\0' || contents() != 0) return 2;
  puts("PASS");
  return 0;
}
