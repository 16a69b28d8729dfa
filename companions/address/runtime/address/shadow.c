/* SPDX-License-Identifier: BSD-3-Clause
 * The shadow: a byte for each 8 bytes of a segment, explained in address.h. */
#include <string.h>
#include "address/address.h"

enum { GRANULE = 8, WORDS = ADDRESS_WORDS * sizeof(uint64_t), CHUNK = 512 };

static size_t objects;                         /* the offset behind the last object; the words, then the shadow */
static uintptr_t lowest, highest;              /* of the near segments */
static int first_near;                         /* the lowest near thread */
struct urtk_address_latest urtk_address_latest;

static size_t shadow_bytes(void) { return (objects - urtk_first) / GRANULE + 1; }

size_t urtk_address_beside(size_t end) { return ((end - urtk_first) / GRANULE + WORDS + 2 * 4096) & ~(size_t)4095; }

static size_t shadow_at(size_t offset) { return objects + WORDS + (offset - urtk_first) / GRANULE; }

static uintptr_t start_of(int thread) { return (uintptr_t)urt_near(urtk_at(thread, 0)); }

static void choose(int thread) {
  urtk_address_latest.first = start_of(thread) + urtk_first;
  urtk_address_latest.bytes = objects - urtk_first;
  urtk_address_latest.shadow = urt_near(urtk_at(thread, shadow_at(urtk_first)));
}

void urtk_address_has_beside(size_t offset) {
  objects = offset;
  lowest = UINTPTR_MAX, highest = 0, first_near = -1;
  for (int t = 0; t < urt_threads; t++) {
    if (!urt_is_near(urtk_at(t, 0))) continue;
    if (first_near < 0) first_near = t;
    if (start_of(t) < lowest) lowest = start_of(t);
    if (start_of(t) > highest) highest = start_of(t);
  }
  highest += objects + WORDS + shadow_bytes();
  choose(urt_mythread);
}

int urtk_address_ready(void) { return objects != 0; }

uint64_t *urtk_address_words(void) { return urt_near(urtk_at(first_near, objects)); }

int urtk_address_locate(const void *address, urt_ptr_t *p) {
  const uintptr_t at = (uintptr_t)address;
  if (at < lowest || at >= highest) return 0;
  for (int i = 0; i < urt_threads; i++) {
    int t = (urt_mythread + i) % urt_threads;
    if (!urt_is_near(urtk_at(t, 0)) || at - start_of(t) >= objects + WORDS + shadow_bytes()) continue;
    choose(t);
    *p = urtk_at(t, at - start_of(t));
    return 1;
  }
  return 0;
}

static void fill(int thread, size_t from, size_t count, unsigned char value) {
  urt_ptr_t p = urtk_at(thread, shadow_at(from));
  unsigned char part[CHUNK];
  if (urt_is_near(p)) {
    memset(urt_near(p), value, count);
    return;
  }
  memset(part, value, count < CHUNK ? count : CHUNK);
  for (size_t n; count; count -= n, p.offset += n) urtc_put(p, part, n = count < CHUNK ? count : CHUNK);
}

void urtk_address_allow(int thread, size_t offset, size_t bytes) {
  size_t whole = bytes / GRANULE, rest = bytes % GRANULE;
  if (!objects) return;
  if (whole) fill(thread, offset, whole, GRANULE);
  if (rest) fill(thread, offset + whole * GRANULE, 1, (unsigned char)rest);
}

void urtk_address_forbid(int thread, size_t offset, size_t bytes, unsigned char why) {
  if (objects && bytes) fill(thread, offset, (bytes + GRANULE - 1) / GRANULE, why);
}

/* Of `bytes` at an offset whose shadow begins at *s. */
static size_t accessible(const unsigned char *s, size_t offset, size_t bytes) {
  static const uint64_t all = 0x0808080808080808u;
  size_t done = 0, in = offset % GRANULE;
  while (done < bytes) {
    uint64_t eight;
    if (!in && bytes - done >= 8 * GRANULE && (memcpy(&eight, s, 8), eight == all)) {
      done += 8 * GRANULE, s += 8;
      continue;
    }
    size_t n = GRANULE - in < bytes - done ? GRANULE - in : bytes - done, live = *s++;
    if (live > GRANULE) live = 0;
    if (in + n > live) return done + (live > in ? live - in : 0);
    done += n, in = 0;
  }
  return bytes;
}

/* The shadow of a far thread comes in pieces. */
static size_t accessible_far(urt_ptr_t p, size_t bytes) {
  unsigned char part[CHUNK];
  size_t done = 0;
  while (done < bytes) {
    size_t in = p.offset % GRANULE, n = CHUNK * GRANULE - in, good;
    if (n > bytes - done) n = bytes - done;
    urtc_get(part, urtk_at((int)p.thread, shadow_at(p.offset)), (in + n + GRANULE - 1) / GRANULE);
    good = accessible(part, p.offset, n);
    done += good, p.offset += good;
    if (good < n) break;
  }
  return done;
}

size_t urtk_address_accessible(urt_ptr_t p, size_t bytes) {
  if (p.thread >= (unsigned)urt_threads || p.offset < urtk_first || p.offset >= objects) return 0;
  size_t room = objects - p.offset, asked = bytes < room ? bytes : room;
  urt_ptr_t shadow = urtk_at((int)p.thread, shadow_at(p.offset));
  return urt_is_near(shadow) ? accessible(urt_near(shadow), p.offset, asked) : accessible_far(p, asked);
}

unsigned char urtk_address_shadow(urt_ptr_t p) {
  unsigned char value;
  if (p.thread >= (unsigned)urt_threads || p.offset < urtk_first || p.offset >= objects) return 0;
  urtc_get(&value, urtk_at((int)p.thread, shadow_at(p.offset)), 1);
  return value;
}
