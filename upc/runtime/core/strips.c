/* SPDX-License-Identifier: BSD-3-Clause
 * What loops of generated code call once, or seldom (urt_strips.h). */
#include "core/core.h"

/* The caller's next round, where each is tested; `rounds` if there is none. */
long urt_own_tested(long done, long rounds, long start, long step, long by, int is_unsigned) {
  for (long k = done; k < rounds; k++) {
    unsigned long n = (unsigned long)start + (unsigned long)k * (unsigned long)step;
    if (is_unsigned ? urt_mine_unsigned(1, n, (unsigned long)by) : urt_mine(1, (long)n, by)) return k;
  }
  return rounds;
}

urt_rounds_t urt_own_strip(long done, long rounds, long start, long step, long by, int kind) {
  return urt_own_rounds_here(done, rounds, start, step, by, kind);
}

long urt_own_apart(long step) { return urt_own_apart_here(step); }

void *urt_start_of_row(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  return urt_near(urt_add(p, n, elem, block));
}

void *urt_row_if_near(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  p = urt_add(p, n, elem, block);
  return urt_is_near(p) ? urt_near(p) : NULL;
}

urt_window_t urt_window_of(urt_ptr_t p, long n, urt_size_t elem, urt_size_t block) {
  urt_ptr_t at = urt_add(p, n, elem, block);
  if (!urt_is_near(at)) return (urt_window_t){__LONG_MAX__, 0};
  return (urt_window_t){n - (long)at.phase, (urt_size_t)urt_near(at) - (urt_size_t)n * elem};
}

/* Into the block of element n; the element's place in it. Mostly it is the block behind the last one. */
static inline long enter_block(urt_mover_t *m, const urt_shape_t *s, long n) {
  long phase = m->block == __LONG_MAX__ ? -1 : n - m->block - s->block;
  if (phase >= 0 && phase < s->block) {
    int last = m->start.thread + 1 == (unsigned int)urt_threads;
    m->start.thread = last ? 0 : m->start.thread + 1;
    m->start.offset += last ? (urt_size_t)(s->block * s->elem) : 0;
  } else {
    urt_ptr_t at = urt_add(m->p, n, (urt_size_t)s->elem, (urt_size_t)s->block);
    phase = at.phase;
    m->start = (urt_ptr_t){at.offset - (urt_size_t)(phase * s->elem), {{at.thread, 0}}};
  }
  m->block = n - phase;
  m->near = urt_is_near(m->start) ? (urt_size_t)urt_near(m->start) : 0;
  m->base = m->near - (urt_size_t)(m->block * s->elem);
  return phase;
}

/* Before the first strip: no block is known, and the movers get what the shapes have. */
static void begin(urt_movers_t *movers, const urt_shape_t *shapes, int count) {
  for (int k = 0; k < count; k++) {
    urt_mover_t *m = &movers->of[k];
    m->block = __LONG_MAX__;
    if (shapes[k].offset) m->p = (urt_ptr_t){*shapes[k].offset, {.where = shapes[k].where}};
    if (shapes[k].first != -__LONG_MAX__ - 1) m->first = shapes[k].first;
  }
  movers->known = 1;
}

long urt_strips(urt_movers_t *movers, const urt_shape_t *shapes, int count, long from, long done, long left) {
  int far = 0;
  if (!movers->known) begin(movers, shapes, count);
  for (urt_mover_t *m = movers->of; m < movers->of + count; m++, shapes++) {
    long step = shapes->step, block = shapes->block, n = from + m->first + done * step;
    long phase = (long)((urt_size_t)n - (urt_size_t)m->block); /* before the loop no phase of a block */
    if ((urt_size_t)phase >= (urt_size_t)block) phase = enter_block(m, shapes, n);
    long most = step == 1 ? block - phase : step > 0 ? (block - 1 - phase) / step + 1 : phase / -step + 1;
    if (most < left) left = most;
    far |= m->near == 0;
    m->at = m->near ? (void *)(m->base + (urt_size_t)(n * shapes->elem)) : NULL;
  }
  return far ? -left : left;
}
