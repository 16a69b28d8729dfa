/* SPDX-License-Identifier: BSD-3-Clause
 * What loops of generated code call once, or seldom (urt_strips.h). */
#include "core/core.h"

urt_rounds_t urt_own_blocks(long done, long rounds, long start, long step, long by, int thread) {
  return urt_own_blocks_here(done, rounds, start, step, by, thread);
}

void urt_own_cycle(urt_own_t *own, long done, long rounds, long start, long step, int thread) {
  *own = urt_own_cycle_here(done, rounds, start, step, thread);
}

/* The caller's next round, where each is tested; `rounds` if there is none. */
long urt_own_tested(long done, long rounds, long start, long step, long by, int is_unsigned) {
  for (long k = done; k < rounds; k++) {
    unsigned long n = (unsigned long)start + (unsigned long)k * (unsigned long)step;
    if (is_unsigned ? urt_mine_unsigned(1, n, (unsigned long)by) : urt_mine(1, (long)n, by)) return k;
  }
  return rounds;
}

void *urt_start_of_row(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  return urt_near(urt_add(p, n, elem, block));
}

urt_window_t urt_window_of(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  urt_ptr_t at = urt_add(p, n, elem, block);
  if (!urt_is_near(at)) return (urt_window_t){__LONG_MAX__, 0};
  return (urt_window_t){n - (long)at.phase, (urt_size_t)urt_near(at) - (urt_size_t)n * elem};
}
