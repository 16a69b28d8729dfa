/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 waits in a broadcast for the others, which wait for it in a barrier. The argument says how it calls. With
 * "sum" it waits in upc_stride_sum. */
#include "tests/c/check.h"

#include <string.h>

static upc_stride_array_t A;
static upc_stride_section_t all;

/* An argument that is a call itself, which waits and has no place. */
static size_t bytes(void) {
  (upc_stride_barrier)(&all);
  return 16;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  size_t shape[] = {16}, block[] = {2}, zero[] = {0};
  upc_stride_pointer_t first;
  START(NULL);
  A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  all = UPC_SECTION(A, UPC_STRIDE_ALL);
  first = upc_stride_at(A, zero);
  upc_stride_broadcast(&all, first, 16, 0);
  if (upc_stride_mythread() > 0 && strcmp(how, "argument") == 0) bytes();
  if (upc_stride_mythread() > 0) upc_stride_barrier_all(); /* place: barrier */
  if (strcmp(how, "sum") == 0) upc_stride_sum(1); /* place: sum */
  if (strcmp(how, "placed") == 0) upc_stride_broadcast(&all, first, 16, 0); /* place: placed */
  else if (strcmp(how, "argument") == 0) upc_stride_broadcast(&all, first, bytes(), 0); /* place: argument */
  else (upc_stride_broadcast)(&all, first, 16, 0);
  return 0;
}
