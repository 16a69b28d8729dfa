/* SPDX-License-Identifier: BSD-3-Clause
 * upc_alloc, upc_all_alloc, upc_global_alloc, upc_free, upc_all_free: sizes and messages; heap.c does the work.
 * Where the heap has no room left they return null, as UPC 1.3 has it (7.2.2). Few programs look, so a thread's first
 * time is told on standard error: a later "null pointer-to-shared" has its cause beside it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "core/calls.h"
#include "core/core.h"

/* "12.3 MB", rounded down: what is left is not more than it says. */
static const char *human(size_t bytes, char *text, size_t room) {
  static const char unit[] = "KMGTPE";
  if (bytes < 1024) return snprintf(text, room, "%zu byte%s", bytes, bytes == 1 ? "" : "s"), text;
  int u = 0;
  while (u < 5 && bytes >> 10 * (u + 2)) u++;
  size_t tenths = (size_t)((unsigned __int128)bytes * 10 >> 10 * (u + 1));
  return snprintf(text, room, "%zu.%zu %cB", tenths / 10, tenths % 10, unit[u]), text;
}

/* What there is of the heap, and how there is more. */
static const char *state(int global, char *text, size_t room) {
  char all[32], left[32];
  snprintf(text, room, "of the shared heap of %s a thread %s are left; "
           "upcrun -shared-heap=SIZE or UPC_SHARED_HEAP_SIZE raises it",
           human(urtk_heap_size(), all, sizeof all), human(urtk_heap_left(global), left, sizeof left));
  return text;
}

static urt_ptr_t exhausted(const char *call, const char *size, size_t bytes, int global) {
  static int told;
  char asked[32], rest[160];
  int length;
  const char *place = urtk_place_of(call, &length);
  if (!told++)
    fprintf(stderr, "%.*s: thread %d: %s returns null: it asks for %s, %s a thread, but %s\n", length, place,
            urt_mythread, call, size, human(bytes, asked, sizeof asked), state(global, rest, sizeof rest));
  return URT_NULL;
}

/* Pages of the own segment are asked for once: a byte for each. */
void urtk_use_large_pages(size_t offset, size_t bytes) {
  static unsigned char *asked;
  if (!urtk_large_pages || bytes < URTK_LARGE_PAGE) return;
  size_t pages = (urtk_segment_size() + URTK_LARGE_PAGE - 1) / URTK_LARGE_PAGE, first = offset / URTK_LARGE_PAGE,
         end = (offset + bytes + URTK_LARGE_PAGE - 1) / URTK_LARGE_PAGE;
  if (!asked && !(asked = calloc(pages, 1))) return;
  if (first == 0) first = 1; /* its first bytes are inaccessible */
  while (first < end && asked[first]) first++;
  while (first < end && asked[end - 1]) end--;
  if (first == end) return;
  memset(asked + first, 1, end - first);
  urtk_make_large_pages((char *)urt_near(urtk_at(urt_mythread, 0)) + first * URTK_LARGE_PAGE, end - first,
                        urtk_threads_here);
}

/* `nblocks` blocks dealt out to the threads: memory for as many as the first thread gets, on each. */
static urt_ptr_t allocate_global(const char *call, size_t nblocks, size_t nbytes, size_t *fresh) {
  size_t threads = (size_t)urt_threads, rows = nblocks / threads + (nblocks % threads != 0), bytes;
  char size[80];
  snprintf(size, sizeof size, "%zu blocks of %zu bytes", nblocks, nbytes);
  if (__builtin_mul_overflow(rows, nbytes, &bytes)) return exhausted(call, size, SIZE_MAX, 1);
  size_t offset = urtc_dataless_alloc(bytes);
  if (!offset) offset = urtk_heap_alloc_fresh(bytes, fresh);
  urtk_gave_back();
  return offset ? urtk_at(0, offset) : exhausted(call, size, bytes, 1);
}

urt_ptr_t upc_global_alloc(size_t nblocks, size_t nbytes) {
  if (nblocks == 0 || nbytes == 0) return URT_NULL;
  return allocate_global("upc_global_alloc", nblocks, nbytes, &(size_t){0});
}

#define BLOCKS "%llu blocks of %llu bytes"

size_t urtk_most_of(size_t nblocks, size_t nbytes) {
  size_t threads = (size_t)urt_threads;
  return (nblocks + threads - 1) / threads * nbytes;
}

urt_ptr_t upc_all_alloc(size_t nblocks, size_t nbytes) {
  urt_ptr_t p = URT_NULL;
  if (urt_mythread == 0 && nblocks && nbytes) p = allocate_global("upc_all_alloc", nblocks, nbytes, &(size_t){0});
  p = urtk_agree("upc_all_alloc", (struct urtk_given){BLOCKS, nblocks, nbytes}, p);
  if (urt_nonnull(p)) urtk_use_large_pages(p.offset, urtk_most_of(nblocks, nbytes));
  return p;
}

urt_ptr_t urt_all_calloc(size_t nbytes, const char *call) {
  urt_ptr_t p = URT_NULL;
  size_t fresh = 0;
  if (urt_mythread == 0 && nbytes) p = allocate_global(call, (size_t)urt_threads, nbytes, &fresh);
  p = urtk_agree_with(call, (struct urtk_given){BLOCKS, (uint64_t)urt_threads, nbytes}, p, &fresh);
  if (!urt_nonnull(p)) return p;
  urtk_use_large_pages(p.offset, nbytes);
  urtk_heap_zero(p.offset, nbytes, fresh); /* writes nothing into memory without data */
  urtk_meet();
  return p;
}

urt_ptr_t upc_alloc(size_t nbytes) {
  if (nbytes == 0) return URT_NULL;
  size_t offset = urtk_heap_alloc(0, nbytes);
  urtk_gave_back();
  if (offset) urtk_use_large_pages(offset, nbytes);
  char size[40];
  snprintf(size, sizeof size, "%zu bytes", nbytes);
  return offset ? urtk_at(urt_mythread, offset) : exhausted("upc_alloc", size, nbytes, 0);
}

urt_ptr_t urtk_needed(int global, size_t bytes, const char *what) {
  size_t offset = urtk_heap_alloc(global, bytes);
  char asked[32], rest[160];
  if (!offset)
    urt_fatal("thread %d: no room for %s, %s: %s", urt_mythread, what, human(bytes, asked, sizeof asked),
              state(global, rest, sizeof rest));
  if (!global) urtk_use_large_pages(offset, bytes);
  return urtk_at(global ? 0 : urt_mythread, offset);
}

urt_ptr_t urt_needed(size_t bytes, const char *what) { return urtk_needed(0, bytes, what); }

urt_ptr_t upc_local_alloc(size_t nblocks, size_t nbytes) {
  size_t bytes;
  return upc_alloc(__builtin_mul_overflow(nblocks, nbytes, &bytes) ? SIZE_MAX : bytes);
}

void (*urt_before_free)(const char *call, const void *pointer);

void urtk_frees(const char *call, urt_ptr_t p) {
  if (urt_before_free) urt_before_free(call, &p);
}

void upc_free(urt_ptr_t p) {
  if (!urt_nonnull(p)) return;
  urtk_frees("upc_free", p);
  urtk_heap_free("upc_free", p);
  urtk_gave_back();
}

void upc_all_free(urt_ptr_t p) {
  if (!urt_nonnull(p)) return;
  urtk_frees("upc_all_free", p);
  urtk_agree_on_place("upc_all_free", p); /* no thread uses it any more */
  if (urt_mythread == 0 && !urtc_dataless_free(p.offset)) urtk_heap_free("upc_all_free", p);
}
