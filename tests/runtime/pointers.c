/* SPDX-License-Identifier: BSD-3-Clause
 * Arithmetic on pointers-to-shared against the definition, with divisions: subscripts of both signs, around the ends of
 * blocks and rows, and where products no longer fit 32, 63 or 64 bits. For the job's threads, and for as many as
 * simulated machines have. */
#include "base/identity.h"
#include "base/sizes.h"
#include "check.h"

enum { BLOCKS = 10, ELEM = 8 };
static const long blocks[BLOCKS] = {1, 2, 3, 7, 64, 1000, 16383, 16385, 65537, 0x7fffffff};

static long floor_of(long n, long by) { return n / by - (n % by < 0); }

/* Element n of an array whose first element is on thread 0, in blocks of `block`, `offset` bytes into each segment. */
static urt_ptr_t expected(urt_size_t offset, long n, long block) {
  long number = floor_of(n, block), row = floor_of(number, urt_threads), phase = n - number * block;
  return (urt_ptr_t){offset + (urt_size_t)(row * block + phase) * ELEM,
                     {{(unsigned)(number - row * urt_threads), (unsigned)phase}}};
}

static int same(urt_ptr_t p, urt_ptr_t q) { return p.offset == q.offset && p.where == q.where; }

#ifdef URT_ALL_NEAR
/* From the start of thread 0's segment, as urt_near has it. A number: there is no memory so far away. */
static urt_size_t place(urt_ptr_t p) { return p.thread * urt_stride + p.offset; }
#endif

static void check(long n, long block) {
  const urt_size_t offset = 1UL << 40;
  urt_ptr_t start = {offset, {{0, 0}}}, want = expected(offset, n, block);
  long back = n / 3;
  urt_ptr_t sum = urt_add(start, n, ELEM, (urt_size_t)block), from = expected(offset, back, block),
            within = urt_within(start, n, ELEM, (urt_size_t)block);
  CHECK(same(sum, want), "element %ld, blocks of %ld: thread %u, phase %u, offset %zu", n, block, sum.thread, sum.phase,
        sum.offset);
  CHECK(same(within, want), "urt_within, element %ld, blocks of %ld: thread %u, phase %u, offset %zu", n, block,
        within.thread, within.phase, within.offset);
  sum = urt_add(from, n - back, ELEM, (urt_size_t)block);
  CHECK(same(sum, want), "element %ld, from %ld on, blocks of %ld: thread %u, phase %u, offset %zu", n, back, block,
        sum.thread, sum.phase, sum.offset);
#ifdef URT_ALL_NEAR
  urt_ptr_t reached = urt_reach_within(start, n, ELEM, (urt_size_t)block);
  CHECK(place(reached) == place(want), "urt_reach_within, element %ld, blocks of %ld", n, block);
  if (urt_threads <= URTK_MOST_PROCESSES && n > -(1L << 45) && n < 1L << 47) {
    reached = urt_reach(start, n, ELEM, (urt_size_t)block);
    CHECK(place(reached) == place(want), "urt_reach, element %ld, blocks of %ld", n, block);
    reached = urt_reach(from, n - back, ELEM, (urt_size_t)block);
    CHECK(place(reached) == place(want), "urt_reach, element %ld, from %ld on, blocks of %ld", n, back, block);
  }
#endif
}

/* The neighbours of n, and of its negative. */
static void around(long n, long block) {
  for (long i = -2; i <= 2; i++) check(n + i, block), check(i - n, block);
}

static __attribute__((noinline)) void check_all(void) {
  for (int b = 0; b < BLOCKS; b++) {
    const long block = blocks[b], row = block * urt_threads;
    for (long n = -3000; n < 3000; n++) check(n, block);
    for (int k = 0; k < 5; k++) around(k * block, block), around(k * row, block);
    for (int bit = 12; bit < 58; bit++) {
      around(1L << bit, block), around((1L << bit) / row * row, block), around((1L << bit) / block * block, block);
    }
  }
}

/* Code that is compiled for one number of threads takes no other. */
static void check_other_numbers(void) {
#ifndef URT_THREADS
  static const int other[] = {65521, 524287, 999983, 1000000, 1048573, URTK_MOST_THREADS};
  const int threads = urt_threads;
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) urtk_set_identity(urt_mythread, other[i]), check_all();
  urtk_set_identity(urt_mythread, threads);
#endif
}

int urt_main(int argc, char **argv) {
  (void)argc, (void)argv;
  check_all();
  check_other_numbers();
  return passed();
}
