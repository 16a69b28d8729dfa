/* SPDX-License-Identifier: BSD-3-Clause
 * Clang's AddressSanitizer, if the program is linked with it: what calls of C's library do with private pointers to
 * shared memory, as in memset((char *)p, 0, 200), it alone sees. It looks at a shadow of its own, each process at
 * another one; there 0 means that 8 bytes may be accessed. So each segment has a *view* too: its shadow in Clang's
 * notation, which each near process maps over Clang's shadow of that segment. What one of them writes there all see.
 *
 * The view forbids less than the shadow does: only the RED bytes behind each object, and what was freed and is kept
 * back. All else is 0, so it takes no memory, and the runtime's own copies, at which Clang looks as well, are never
 * accused. */
#include "address/address.h"
#include "base/memory.h"

void __asan_get_shadow_mapping(size_t *scale, size_t *offset) __attribute__((weak));

enum { GRANULE = 8, PAGE = URTK_PAGE, FORBIDDEN = 0xf7 }; /* Clang calls it use-after-poison */

static size_t view;                            /* its offset in each segment; 0: there is none */

static size_t up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

static size_t bytes_of_view(size_t objects) { return up(objects, PAGE * GRANULE) / GRANULE; }

size_t urtk_address_view_bytes(size_t objects) {
  return &__asan_get_shadow_mapping ? bytes_of_view(objects) + PAGE : 0;
}

/* Where this cannot be, Clang sees no faults. */
static void map(int thread, size_t bytes) {
  size_t scale, offset;
  char *segment = urt_near(urtk_at(thread, 0));
  __asan_get_shadow_mapping(&scale, &offset);
  if (scale != 3 || (uintptr_t)segment % (PAGE * GRANULE)) return;
  urtk_map_again(segment + view, bytes, (char *)((uintptr_t)segment / GRANULE + offset));
}

/* Clang's runtime ends the program at its first fault: with UPC_ASAN=report it does not see any. */
void urtk_address_view_at(size_t offset, size_t objects) {
  if (!&__asan_get_shadow_mapping) return;
  view = up(offset, PAGE);
  for (int t = 0; t < urt_threads && urtk_address_settings.stops; t++)
    if (urt_is_near(urtk_at(t, 0))) map(t, bytes_of_view(objects));
}

static void fill(int thread, size_t offset, size_t bytes, unsigned char value) {
  if (view && bytes) urtk_address_fill(thread, view + offset / GRANULE, up(bytes, GRANULE) / GRANULE, value);
}

void urtk_address_view_clear(int thread, size_t offset, size_t bytes) { fill(thread, offset, bytes, 0); }

void urtk_address_view_allow(int thread, size_t offset, size_t bytes) {
  size_t whole = bytes / GRANULE * GRANULE;
  fill(thread, offset, whole, 0);
  fill(thread, offset + whole, bytes - whole, (unsigned char)(bytes - whole));
  fill(thread, offset + up(bytes, GRANULE), ADDRESS_RED, FORBIDDEN);
}

void urtk_address_view_forbid(int thread, size_t offset, size_t bytes) { fill(thread, offset, bytes, FORBIDDEN); }
