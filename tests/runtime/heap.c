/* SPDX-License-Identifier: BSD-3-Clause
 * The shared heap under random allocation and freeing, by owners and by others; blocks do not overlap (each is filled
 * with its own mark, checked when it is freed), and at the end everything has merged again. Run with a small heap.
 * heap [seed [steps]] */
#include "check.h"

enum { SLOTS = 64 };
struct slot { urt_ptr_t p; size_t bytes; unsigned char mark; };
SHARED(slots, SLOTS * sizeof(struct slot));
SHARED(locks, 64);

static unsigned long state;
static unsigned long draw(unsigned long n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % n;
}

static void fill(struct slot s) { upc_memset(s.p, s.mark, s.bytes); }
static void verify(struct slot s) {
  unsigned char m[20001];
  upc_memget(m, s.p, s.bytes);
  for (size_t i = 0; i < s.bytes; i++)
    CHECK(m[i] == s.mark, "byte %zu of %zu at offset %zu is %d, expected %d", i, s.bytes, s.p.offset, m[i], s.mark);
}

int urt_main(int argc, char **argv) {
  unsigned long seed = argc > 1 ? strtoul(argv[1], 0, 10) : 1, steps = argc > 2 ? strtoul(argv[2], 0, 10) : 3000;
  state = seed * 1000003 + (unsigned long)urt_mythread;
  urt_ptr_t lock = upc_all_lock_alloc();

  CHECK(!urt_nonnull(upc_alloc(0)) && !urt_nonnull(upc_global_alloc(0, 8)) && !urt_nonnull(upc_all_alloc(3, 0)),
        "zero bytes are not null");
  upc_free(URT_NULL);
  upc_all_free(URT_NULL);

  for (unsigned long i = 0; i < steps; i++) {
    int whose = (int)draw((unsigned long)urt_threads);
    urt_ptr_t place = at(slots + draw(SLOTS) * sizeof(struct slot), whose);
    struct slot fresh = {.bytes = 1 + draw(draw(10) ? 300 : 20000), .mark = (unsigned char)(1 + draw(255))};
    size_t blocks = 1 + draw(2 * (unsigned long)urt_threads);
    int global = draw(4) == 0;
    fresh.p = global ? upc_global_alloc(blocks, fresh.bytes) : upc_alloc(fresh.bytes);
    CHECK(fresh.p.offset % 64 == 0 && fresh.p.phase == 0, "offset %zu phase %u", fresh.p.offset, fresh.p.phase);
    CHECK(fresh.p.thread == (global ? 0u : (unsigned)urt_mythread), "on thread %u", fresh.p.thread);
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

  size_t most = argc > 3 ? strtoul(argv[3], 0, 10) : 0; /* what must fit now that all is free again */
  if (most) {
    urt_ptr_t all = upc_all_alloc((size_t)urt_threads, most);
    upc_memset(at(all.offset, urt_mythread), 1, most);
    upc_all_free(all);
    barrier();
    upc_free(upc_alloc(most));
  }
  return passed();
}
