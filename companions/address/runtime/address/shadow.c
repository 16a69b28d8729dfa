/* SPDX-License-Identifier: BSD-3-Clause
 * The shadow: a byte for each 8 bytes of a segment, explained in address.h.
 *
 * A thread's segment: | objects | words | shadow of the objects | zeros, the shadow of the two before | view |
 *
 * Each process maps the shadows of near segments a second time, side by side as the segments are. So one test suffices
 * for an address in any of them. */
#include <string.h>
#include <sys/mman.h>
#include "address/address.h"
#include "base/fail.h"
#include "base/memory.h"

enum { GRANULE = 8, WORDS = ADDRESS_WORDS * sizeof(uint64_t), CHUNK = 4096 };

static size_t objects;                         /* the offset behind the last object */
static size_t shadow, shadow_end;              /* those of the shadow, and behind it */
static int first_near;                         /* the lowest near thread */
static uintptr_t apart;                        /* the next one's segment is so far behind its; 0: none is */
struct urtk_address_near urtk_address_near;
static unsigned char *is_mapped;               /* by thread; null: it shares no memory, and reads its own shadow */

static size_t up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

static size_t shadow_of(size_t end) { return up(end + WORDS, URTK_PAGE); }
static size_t behind_shadow_of(size_t end) { return shadow_of(end) + (end - urtk_first) / GRANULE + 1; }
static size_t view_of(size_t end) {
  return up(shadow_of(end) + (behind_shadow_of(end) - urtk_first) / GRANULE + 1, URTK_PAGE);
}

size_t urtk_address_beside(size_t end) { return view_of(end) - end + urtk_address_view_bytes(end); }

static size_t shadow_at(size_t offset) { return shadow + (offset - urtk_first) / GRANULE; }

static uintptr_t start_of(int thread) { return (uintptr_t)urt_near(urtk_at(thread, 0)); }

/* 0: all accesses to this segment by address are looked at closely. */
static int map_shadow(int thread) {
  const uintptr_t into = start_of(thread) + urtk_first - urtk_address_near.lowest;
  is_mapped[thread] = 1;
  return into % (GRANULE * URTK_PAGE) == 0 &&
         urtk_map_again(urt_near(urtk_at(thread, shadow)), up(shadow_end - shadow, URTK_PAGE),
                        (char *)urtk_address_near.shadow + into / GRANULE);
}

/* Memory for the shadow of so many bytes, all 0, that can only be read. The caller's part begins where large pages of
 * its own shadow can be seen. */
static unsigned char *reserve(size_t bytes, uintptr_t caller) {
  const size_t all = bytes / GRANULE + URTK_PAGE + URTK_LARGE_PAGE;
  unsigned char *p = mmap(NULL, all, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    urtk_usage(1, "the system does not give %zu MB of addresses to look at near accesses", all >> 20);
  madvise(p, all, MADV_DONTDUMP);
  const uintptr_t own = (uintptr_t)urt_near(urtk_at(urt_mythread, shadow));
  return p + (own - ((uintptr_t)p + caller / GRANULE)) % URTK_LARGE_PAGE / URTK_PAGE * URTK_PAGE;
}

static void join_shadows(uintptr_t lowest, uintptr_t highest, int near) {
  struct urtk_address_near *all = &urtk_address_near;
  all->lowest = lowest + urtk_first - up(urtk_first, GRANULE * URTK_PAGE);
  all->span = highest + shadow_end - all->lowest;
  all->shadow = reserve(all->span, start_of(urt_mythread) + urtk_first - all->lowest);
  is_mapped = urtk_memory((size_t)urt_threads, 1, "the list of threads that are near");
  if (map_shadow(urt_mythread) || near > 1) return;
  is_mapped = NULL;
  all->lowest = lowest + urtk_first;
  all->span = shadow_end - urtk_first;
  all->shadow = urt_near(urtk_at(urt_mythread, shadow));
}

void urtk_address_has_beside(size_t offset) {
  uintptr_t lowest = UINTPTR_MAX, highest = 0;
  int near = 0;
  objects = offset, shadow = shadow_of(offset), shadow_end = behind_shadow_of(offset), first_near = -1;
  for (int t = 0; t < urt_threads; t++) {
    if (!urt_is_near(urtk_at(t, 0))) continue;
    if (!near++) first_near = t;
    if (start_of(t) < lowest) lowest = start_of(t);
    if (start_of(t) > highest) highest = start_of(t);
  }
  const int next = first_near + 1;
  apart = next < urt_threads && urt_is_near(urtk_at(next, 0)) && start_of(next) > start_of(first_near)
            ? start_of(next) - start_of(first_near) : 0;
  join_shadows(lowest, highest, near);
  urtk_address_view_at(view_of(objects), objects);
}

int urtk_address_ready(void) { return objects != 0; }

uint64_t *urtk_address_words(void) { return urt_near(urtk_at(first_near, objects)); }

int urtk_address_locate(const void *address, urt_ptr_t *p) {
  const uintptr_t at = (uintptr_t)address;
  const uintptr_t into = at - urtk_address_near.lowest;
  if (into >= urtk_address_near.span) return 0;
  const int guess = apart ? first_near + (int)(into / apart) : urt_mythread;
  for (int i = 0; i < urt_threads; i++) {
    int t = (guess + i) % urt_threads;
    if (!urt_is_near(urtk_at(t, 0)) || at - start_of(t) >= shadow_end) continue;
    *p = urtk_at(t, at - start_of(t));
    return 1;
  }
  return 0;
}

static void fill(int thread, size_t offset, size_t count, unsigned char value) {
  urtk_address_fill(thread, shadow_at(offset), count, value);
}

void urtk_address_allow(int thread, size_t offset, size_t bytes) {
  size_t whole = bytes / GRANULE, rest = bytes % GRANULE;
  if (!objects) return;
  if (whole) fill(thread, offset, whole, GRANULE);
  if (rest) fill(thread, offset + whole * GRANULE, 1, (unsigned char)rest);
  urtk_address_view_allow(thread, offset, bytes);
}

void urtk_address_forbid(int thread, size_t offset, size_t bytes, unsigned char why) {
  if (!objects || !bytes) return;
  fill(thread, offset, (bytes + GRANULE - 1) / GRANULE, why);
  urtk_address_view_forbid(thread, offset, bytes);
}

static inline uint64_t not_live(const unsigned char *s) { /* 0: all 8 are */
  uint64_t word;
  memcpy(&word, s, sizeof word);
  return word ^ 0x0808080808080808u;
}

/* So many bytes of a shadow, of `count` at *s, say that all of their 8 are live. */
static inline size_t all_live(const unsigned char *s, size_t count) {
  size_t n = 0;
  if (count < 8) return 0;
  while (count - n >= 32 && !(not_live(s + n) | not_live(s + n + 8) | not_live(s + n + 16) | not_live(s + n + 24)))
    n += 32;
  while (count - n >= 8 && !not_live(s + n)) n += 8;
  return count - n < 8 && !not_live(s + count - 8) ? count : n;
}

/* Of `bytes` at an offset whose shadow begins at *s. */
static size_t accessible(const unsigned char *s, size_t offset, size_t bytes) {
  size_t done = 0, in = offset % GRANULE;
  while (done < bytes) {
    if (!in) {
      const size_t whole = all_live(s, (bytes - done) / GRANULE);
      done += whole * GRANULE, s += whole;
      if (done == bytes) break;
    }
    size_t n = GRANULE - in < bytes - done ? GRANULE - in : bytes - done, live = *s++ & ~ADDRESS_NEW;
    if (live > GRANULE) live = 0;
    if (in + n > live) return done + (live > in ? live - in : 0);
    done += n, in = 0;
  }
  return bytes;
}

int urtk_address_are_live(const void *p, size_t bytes) {
  const uintptr_t into = (uintptr_t)p - urtk_address_near.lowest;
  if (into >= urtk_address_near.span || bytes > urtk_address_near.span - into) return 0;
  if (urtk_address_settings.unwritten) return 0;
  return accessible(urtk_address_near.shadow + into / GRANULE, into, bytes) == bytes;
}

/* Where runs are close together, all between them is looked at first: it is live nearly always, as are members that a
 * loop leaves out. */
int urtk_address_is_run_live(const char *p, size_t bytes, long long stride, size_t count) {
  enum { CLOSE = 128 };
  if (stride < 0) p += stride * (long long)(count - 1), stride = -stride;
  if (!count || !stride) return urtk_address_is_live(p, bytes);
  if (count > urtk_address_near.span / (size_t)stride + 1) return 0;
  if (stride <= CLOSE && urtk_address_is_live(p, (count - 1) * (size_t)stride + bytes)) return 1;
  const struct urtk_address_near all = urtk_address_near; /* which the compiler keeps in registers */
  for (; count; count--, p += stride) {
    const uintptr_t into = (uintptr_t)p - all.lowest;
    if (into >= all.span) return 0;
    if (all.shadow[into / GRANULE] == GRANULE && into % GRANULE + bytes <= GRANULE) continue;
    if (!urtk_address_are_live(p, bytes)) return 0;
  }
  return 1;
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
  const urt_ptr_t at = urtk_at((int)p.thread, shadow_at(p.offset));
  if (!urt_is_near(at)) return accessible_far(p, asked);
  if (is_mapped && !is_mapped[p.thread]) map_shadow((int)p.thread);
  return accessible(urt_near(at), p.offset, asked);
}

unsigned char urtk_address_shadow(urt_ptr_t p) {
  unsigned char value;
  if (p.thread >= (unsigned)urt_threads || p.offset < urtk_first || p.offset >= objects) return 0;
  urtc_get(&value, urtk_at((int)p.thread, shadow_at(p.offset)), 1);
  return value;
}

/* ---- Bytes that nobody has written ---- */
/* Does with each byte of a shadow that begins at *s what `change` says; 1: one was new. */
enum change { ONLY_LOOK, MAKE_NEW, MAKE_OLD };
static int change_bytes(unsigned char *s, size_t count, enum change change) {
  int some = 0;
  for (size_t i = 0; i < count; i++) {
    some |= s[i] & ADDRESS_NEW;
    if (change == MAKE_NEW && s[i] && s[i] <= GRANULE) s[i] |= ADDRESS_NEW;
    if (change == MAKE_OLD && s[i] & ADDRESS_NEW) s[i] &= (unsigned char)~ADDRESS_NEW;
  }
  return some;
}

static int change(urt_ptr_t p, size_t bytes, enum change change) {
  unsigned char part[CHUNK];
  size_t count = (p.offset % GRANULE + bytes + GRANULE - 1) / GRANULE;
  urt_ptr_t shadow = urtk_at((int)p.thread, shadow_at(p.offset));
  if (!bytes) return 0;
  if (urt_is_near(shadow)) return change_bytes(urt_near(shadow), count, change);
  int some = 0;
  for (size_t n; count; count -= n, shadow.offset += n) {
    urtc_get(part, shadow, n = count < CHUNK ? count : CHUNK);
    some |= change_bytes(part, n, change);
    if (change == MAKE_NEW || (change == MAKE_OLD && some)) urtc_put(shadow, part, n);
  }
  return some;
}

void urtk_address_make_new(int thread, size_t offset, size_t bytes) {
  change(urtk_at(thread, offset), bytes, MAKE_NEW);
}
int urtk_address_is_new(urt_ptr_t p, size_t bytes) { return change(p, bytes, ONLY_LOOK); }
void urtk_address_written(urt_ptr_t p, size_t bytes) { change(p, bytes, MAKE_OLD); }
