/* SPDX-License-Identifier: BSD-3-Clause
 * Copies, pointer queries, affinity sizes against a count by hand, ticks, casts. */
#include "check.h"

static void affinity(size_t total, size_t block) {
  size_t threads = (size_t)urt_threads, sum = 0;
  for (size_t t = 0; t < threads; t++) {
    size_t expected = 0;
    for (size_t i = 0; i < total; i++) expected += (block ? i / block % threads : 0) == t;
    size_t got = upc_affinitysize(total, block, t);
    CHECK(got == expected, "upc_affinitysize(%zu, %zu, %zu) is %zu, expected %zu", total, block, t, got, expected);
    sum += got;
  }
  CHECK(sum == total, "upc_affinitysize(%zu, %zu): sum %zu", total, block, sum);
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  int n = urt_threads, me = urt_mythread, next = (me + 1) % n;
  for (size_t total = 0; total < 100; total += 7)
    for (size_t block = 0; block < 20; block++) affinity(total, block);

  urt_ptr_t p = upc_all_alloc((size_t)n + 1, 1000); /* two blocks for thread 0, so 2000 bytes on each */
  char mine[2000];
  for (int i = 0; i < 2000; i++) mine[i] = (char)(i * 7 + me);
  upc_memput(at(p.offset, me), mine, 2000);
  barrier();
  char got[2000];
  upc_memget(got, at(p.offset, next), 2000);
  for (int i = 0; i < 2000; i++) CHECK(got[i] == (char)(i * 7 + next), "memget: byte %d", i);
  barrier();
  urt_ptr_t q = upc_alloc(2000);
  upc_memset(q, 9, 2000);
  upc_memcpy(urt_member(q, 1), at(p.offset + 1, next), 1998);
  char *copy = upc_cast(q);
  CHECK(copy[0] == 9 && copy[1999] == 9 && copy[1] == (char)(7 + next) && copy[1998] == (char)(1998 * 7 + next),
        "memcpy: %d %d %d %d", copy[0], copy[1], copy[1998], copy[1999]);
  upc_memcpy(q, p, 0);

  urt_ptr_t r = {640, (unsigned)next, 3};
  CHECK(upc_threadof(r) == (size_t)next && upc_phaseof(r) == 3 && upc_addrfield(r) == 640, "queries");
  CHECK(upc_phaseof(upc_resetphase(r)) == 0 && upc_addrfield(upc_resetphase(r)) == 640, "resetphase");
  CHECK(upc_cast(URT_NULL) == NULL && urt_local(URT_NULL, "calls.c") == NULL, "null casts");
  CHECK(upc_thread_info((size_t)next).guaranteedCastable == (urt_is_near(at(0, next)) ? 15 : 0), "thread_info");

  uint64_t t0 = upc_ticks_now();
  usleep(20000);
  uint64_t ns = upc_ticks_to_ns(upc_ticks_now() - t0);
  CHECK(ns >= 20000000 && ns < 2000000000, "20 ms take %lu ns", (unsigned long)ns);
  return passed();
}
