/* SPDX-License-Identifier: BSD-3-Clause
 * A full heap in which one block that was freed has room: it is found, behind however many others of its list that are
 * too small. The warning that the heap is full is expected. heap_full [global] */
#include "check.h"

enum { SMALL = 200, LARGE = 400, MANY = 100 }; /* bytes: their blocks, of 4 and 7 times 64, are of one list */

/* What free blocks are hung between, so that they do not merge. */
static urt_ptr_t allocate(int global, size_t bytes) { return global ? upc_global_alloc(1, bytes) : upc_alloc(bytes); }

static void fill_and_find(int global) {
  urt_ptr_t small[MANY], large = allocate(global, LARGE), again;
  allocate(global, 1);
  for (int i = 0; i < MANY; i++) small[i] = allocate(global, SMALL), allocate(global, 1);
  for (size_t bytes = 1 << 20; bytes >= 1; bytes /= 2)
    while (urt_nonnull(allocate(global, bytes))) {}
  upc_free(large);
  for (int i = 0; i < MANY; i++) upc_free(small[i]);
  again = allocate(global, LARGE);
  CHECK(again.offset == large.offset, "%d bytes at offset %zu, expected %zu", LARGE, again.offset, large.offset);
}

int urt_main(int argc, char **argv) {
  if (urt_mythread == 0) fill_and_find(argc > 1 && strcmp(argv[1], "global") == 0);
  return passed();
}
