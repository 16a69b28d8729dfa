/* SPDX-License-Identifier: BSD-3-Clause
 * Berkeley's calls about pointers, threads, time and the environment (bupc_extensions.h). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "core/calls.h"
#include "core/core.h"

/* ---- pointers ---- */
void *bupc_cast(urt_ptr_t p) { return upc_cast(p); }
int bupc_castable(urt_ptr_t p) { return !urt_nonnull(p) || urtk_plain(p); }
int bupc_thread_castable(unsigned thread) { return urtk_plain(urtk_at((int)thread, 0)); }
urt_ptr_t bupc_inverse_cast(void *p) { return urtk_inverse(p); }

urt_ptr_t bupc_local_to_shared(void *p, int thread, int phase) {
  size_t offset = (size_t)((char *)p - (char *)urt_near(urtk_at(urt_mythread, 0)));
  return (urt_ptr_t){offset, (unsigned)thread, (unsigned)phase};
}

urt_ptr_t bupc_ptradd(urt_ptr_t p, size_t block, size_t elem, ptrdiff_t n) {
  if (block < 2) p.phase = 0;
  return urt_add(p, n, elem, block);
}

int bupc_dump_shared(urt_ptr_t p, char *text, int room) {
  if (room < 100) { /* BUPC_DUMP_MIN_LENGTH */
    errno = EINVAL;
    return -1;
  }
  if (!urt_nonnull(p)) snprintf(text, (size_t)room, "<NULL>");
  else
    snprintf(text, (size_t)room, "<address=%p (addrfield=%p), thread=%u, phase=%u>",
             urt_is_near(p) ? urt_near(p) : NULL, (void *)p.offset, p.thread, p.phase);
  return 0;
}

/* ---- waiting ---- */
void bupc_poll(void) {
  static unsigned polls;
  URT_FENCE();
  urtc_poll();
  if ((++polls & 15) == 0) urt_progress(); /* a program waits with this: others must get on */
}

/* ---- where threads are: the least thread near each says which machine it is on ---- */
URTK_STATIC(machine, sizeof(uint64_t));

static void find_machine(void) {
  uint64_t least = 0;
  while (!urt_is_near(urtk_at((int)least, 0))) least++;
  urtc_store(urtk_at(urt_mythread, machine), least);
}
static const urt_init_t at_start __attribute__((section("urt_inits"), used, aligned(8))) = find_machine;

unsigned bupc_thread_distance(int x, int y) {
  enum { SAME = 0, VERYNEAR = 100, VERYFAR = 400 };
  if (x < 0 || x >= urt_threads || y < 0 || y >= urt_threads)
    urt_fatal("thread %d: bupc_thread_distance(%d, %d): there are %d threads", urt_mythread, x, y, urt_threads);
  if (x == y) return SAME;
  return urtc_load(urtk_at(x, machine)) == urtc_load(urtk_at(y, machine)) ? VERYNEAR : VERYFAR;
}

/* ---- time: a tick is a nanosecond ---- */
uint64_t bupc_ticks_now(void) { return upc_ticks_now(); }
uint64_t bupc_ticks_to_us(uint64_t ticks) { return upc_ticks_to_ns(ticks) / 1000; }
uint64_t bupc_ticks_to_ns(uint64_t ticks) { return upc_ticks_to_ns(ticks); }

double bupc_tick_granularityus(void) {
  uint64_t least = ~0ull;
  for (int i = 0; i < 1000; i++) {
    uint64_t from = upc_ticks_now(), to;
    while ((to = upc_ticks_now()) == from) {}
    if (to - from < least) least = to - from;
  }
  return (double)upc_ticks_to_ns(least) / 1000;
}

double bupc_tick_overheadus(void) {
  enum { CALLS = 1000 };
  uint64_t from = upc_ticks_now();
  for (int i = 1; i < CALLS; i++) upc_ticks_now();
  return (double)upc_ticks_to_ns(upc_ticks_now() - from) / 1000 / CALLS;
}

char *bupc_getenv(const char *name) { return getenv(name); }
