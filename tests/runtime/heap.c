/* SPDX-License-Identifier: BSD-3-Clause
 * The shared heap under random allocation and freeing, by owners and by others; blocks do not overlap (each is filled
 * with its own mark, checked when it is freed), the heap knows how long they are, and at the end everything has merged
 * again. Run with a small heap.
 * heap [seed [steps]] */
#include "check.h"

enum { SLOTS = 64, MOST = 150000 };
struct slot { urt_ptr_t p; size_t bytes; unsigned char mark; };
SHARED(slots, SLOTS * sizeof(struct slot));
SHARED(locks, 64);

static unsigned long state;
static unsigned long draw(unsigned long n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % n;
}

/* Mostly small ones; one in forty may be so large that the heap staggers it. */
static size_t size(void) { return 1 + draw(draw(10) ? 300 : draw(4) ? 20000 : MOST); }

static void fill(struct slot s) { upc_memset(s.p, s.mark, s.bytes); }
static void verify(struct slot s) {
  static unsigned char m[MOST];
  upc_memget(m, s.p, s.bytes);
  for (size_t i = 0; i < s.bytes; i++)
    CHECK(m[i] == s.mark, "byte %zu of %zu at offset %zu is %d, expected %d", i, s.bytes, s.p.offset, m[i], s.mark);
}

/* Where so many bytes have room. */
static size_t large(int global, size_t bytes) {
  urt_ptr_t p = global ? upc_all_alloc((size_t)urt_threads, bytes) : upc_alloc(bytes);
  upc_memset(at(p.offset, urt_mythread), 1, bytes);
  if (global) upc_all_free(p);
  else upc_free(p);
  barrier();
  return p.offset;
}

int urt_main(int argc, char **argv) {
  unsigned long seed = argc > 1 ? strtoul(argv[1], 0, 10) : 1, steps = argc > 2 ? strtoul(argv[2], 0, 10) : 3000;
  state = seed * 1000003 + (unsigned long)urt_mythread;
  size_t most = argc > 3 ? strtoul(argv[3], 0, 10) : 0; /* what must fit where it does now, when all is free again */
  size_t global_place = most ? large(1, most) : 0, own_place = most ? large(0, most) : 0;
  urt_ptr_t lock = upc_all_lock_alloc();

  CHECK(!urt_nonnull(upc_alloc(0)) && !urt_nonnull(upc_global_alloc(0, 8)) && !urt_nonnull(upc_all_alloc(3, 0)),
        "zero bytes are not null");
  upc_free(URT_NULL);
  upc_all_free(URT_NULL);

  for (unsigned long i = 0; i < steps; i++) {
    int whose = (int)draw((unsigned long)urt_threads);
    urt_ptr_t place = at(slots + draw(SLOTS) * sizeof(struct slot), whose);
    struct slot fresh = {.bytes = size(), .mark = (unsigned char)(1 + draw(255))};
    size_t blocks = 1 + draw(2 * (unsigned long)urt_threads);
    int global = draw(4) == 0;
    fresh.p = global ? upc_global_alloc(blocks, fresh.bytes) : upc_alloc(fresh.bytes);
    CHECK(fresh.p.offset % 64 == 0 && fresh.p.phase == 0, "offset %zu phase %u", fresh.p.offset, fresh.p.phase);
    CHECK(fresh.p.thread == (global ? 0u : (unsigned)urt_mythread), "on thread %u", fresh.p.thread);
    size_t part = fresh.bytes * (global ? (blocks - 1) / (size_t)urt_threads + 1 : 1), rest = urt_object_rest(fresh.p);
    CHECK(rest == part || rest == (size_t)-1, "%zu bytes of %zu are left after the first", rest, part);
    fill(fresh);
    upc_lock(lock);
    struct slot old = URT_GET(struct slot, place);
    URT_PUT(struct slot, place, fresh);
    upc_unlock(lock);
    if (urt_nonnull(old.p)) verify(old), upc_free(old.p);
  }
  barrier();
  struct slot *mine = urt_near(at(slots, urt_mythread));
  for (int i = 0; i < SLOTS; i++)
    if (urt_nonnull(mine[i].p)) verify(mine[i]), upc_free(mine[i].p);
  upc_all_lock_free(lock);

  if (most) {
    CHECK(large(1, most) == global_place, "%zu bytes no longer fit at offset %#zx for all threads", most, global_place);
    CHECK(large(0, most) == own_place, "%zu bytes no longer fit at offset %#zx", most, own_place);
  }
  return passed();
}
