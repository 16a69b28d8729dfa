/* SPDX-License-Identifier: BSD-3-Clause
 * Large blocks of equal length begin at different places of their pages, and that costs nothing where the heap is full:
 * a request that just fits is met. The warnings that the heap is full are expected. heap_large [global] */
#include "check.h"

enum { PAGE = 4096, APART = 512, ARRAYS = 4 };

static int global;
static urt_ptr_t allocate(size_t bytes) {
  return global ? upc_global_alloc((size_t)urt_threads, bytes) : upc_alloc(bytes);
}

/* How far two addresses are apart in their pages, at least. */
static size_t apart(size_t a, size_t b) {
  size_t d = (a - b) % PAGE;
  return d < PAGE - d ? d : PAGE - d;
}

static void begin_apart(size_t bytes) {
  urt_ptr_t array[ARRAYS];
  for (int i = 0; i < ARRAYS; i++) {
    array[i] = allocate(bytes);
    CHECK(urt_object_rest(array[i]) == bytes, "%zu bytes of %zu", (size_t)urt_object_rest(array[i]), bytes);
    for (int j = 0; j < i; j++)
      CHECK(apart(array[i].offset, array[j].offset) >= APART, "arrays %d and %d of %zu bytes: offsets %#zx and %#zx",
            i, j, bytes, (size_t)array[i].offset, (size_t)array[j].offset);
  }
  for (int i = 0; i < ARRAYS; i++) upc_free(array[i]);
}

/* The largest block that there is now. It is allocated. */
static urt_ptr_t largest(size_t *bytes) {
  size_t fits = 0;
  for (size_t step = (size_t)1 << 24; step; step /= 2) {
    urt_ptr_t p = allocate(fits + step);
    if (urt_nonnull(p)) fits += step, upc_free(p);
  }
  *bytes = fits;
  return allocate(fits);
}

/* After the largest block there is no room even for a byte. When it is free again, the same room is found again, though
 * it is no longer at the growing end. */
static void fill(size_t first) {
  size_t bytes, again;
  urt_ptr_t below = allocate(first), rest = largest(&bytes), hole;
  CHECK(urt_object_rest(rest) == bytes, "%zu bytes of %zu", (size_t)urt_object_rest(rest), bytes);
  CHECK(!urt_nonnull(allocate(1)), "beside %zu bytes and the largest block, %zu, there is room", first, bytes);
  upc_free(below);
  hole = largest(&again);
  CHECK(again >= first && hole.offset == below.offset, "%zu bytes at %#zx, expected %zu at %#zx", again,
        (size_t)hole.offset, first, (size_t)below.offset);
  CHECK(!urt_nonnull(allocate(1)), "beside a hole of %zu bytes that is filled there is room", again);
  upc_free(hole);
  upc_free(rest);
}

int urt_main(int argc, char **argv) {
  global = argc > 1 && strcmp(argv[1], "global") == 0;
  if (urt_mythread == 0)
    for (size_t bytes = 1 << 16; bytes < 1 << 19; bytes += bytes / 7 | 1) begin_apart(bytes), fill(bytes);
  return passed();
}
