/* SPDX-License-Identifier: BSD-3-Clause
 * What loops of generated code call once, or seldom (urt_strips.h). */
#include <stddef.h>
#include "core/core.h"

_Static_assert(sizeof(urt_mover_t) == 9 * sizeof(long) && offsetof(urt_movers_t, of) == 5 * sizeof(long) &&
                   URT_LISTED + URT_BESIDE == 40,
               "upc/frontend/optimise/strips.cpp has these numbers: HeadWords, MoverWords, ListWords, Beside");

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

/* Into the block of element n, wherever it is. */
static __attribute__((noinline)) void find_block(urt_mover_t *m, const urt_shape_t *s, long n) {
  urt_ptr_t at = urt_add(m->p, n, (urt_size_t)s->elem, (urt_size_t)s->block);
  m->start = (urt_ptr_t){at.offset - at.phase * (urt_size_t)s->elem, {{at.thread, 0}}};
  m->block = n - (long)at.phase;
  m->near = urt_is_near(m->start) ? (urt_size_t)urt_near(m->start) : 0;
}

/* Mostly it is the block behind the last one, or the next one of the same thread. Before the first strip n is in
 * neither of them. */
static inline __attribute__((always_inline)) void enter_block(urt_mover_t *m, const urt_shape_t *s, long n) {
  urt_size_t block = (urt_size_t)s->block, bytes = block * (urt_size_t)s->elem;
  urt_size_t ahead = (urt_size_t)n - (urt_size_t)m->block, row = block * (urt_size_t)urt_threads;
  if (ahead - block < block) {
    int last = m->start.thread + 1 == (unsigned int)urt_threads;
    m->start.thread = last ? 0 : m->start.thread + 1;
    m->start.offset += last ? bytes : 0;
    m->block += (long)block;
    m->near = urt_is_near(m->start) ? (urt_size_t)urt_near(m->start) : 0;
  } else if (ahead - row < block) {
    m->start.offset += bytes;
    m->block += (long)row;
    if (m->near) m->near += bytes;
  } else {
    find_block(m, s, n);
  }
  m->base = m->near - (urt_size_t)(m->block * s->elem);
}

/* ---- Lists. Of their movers `base` is the table, or 0: then `block` is the element that the list begins with, and
 * `near` the number of elements at which a strip may begin. */

/* These are whole rows, if one fits, so that the next list has the same ones some rows further. */
static long listed(void) {
  return urt_threads <= URT_LISTED ? URT_LISTED - URT_LISTED % urt_threads : URT_LISTED;
}

static __attribute__((noinline)) void make_list(urt_size_t *list, urt_mover_t *m, const urt_shape_t *s, long n) {
  urt_size_t elem = (urt_size_t)s->elem, length = m->near, ahead = (urt_size_t)n - (urt_size_t)m->block;
  if (urt_threads <= URT_LISTED && ahead - length < length) {
    urt_size_t bytes = length / (urt_size_t)urt_threads * elem;
    for (int k = 0; k < URT_LISTED + URT_BESIDE; k++) list[k] += bytes;
    m->block += (long)length;
    return;
  }
  urt_ptr_t at = urt_add(m->p, n, elem, 1);
  for (int k = 0; k < URT_LISTED + URT_BESIDE; k++) {
    list[k] = (urt_size_t)urt_near(at);
    if (++at.thread == (unsigned int)urt_threads) at.thread = 0, at.offset += elem;
  }
  m->block = n;
}

/* Where the list has element n, and in *left how many rounds there are. */
static inline __attribute__((always_inline))
void *list_from(urt_size_t *list, urt_mover_t *m, const urt_shape_t *s, long n, long *left) {
  if (m->base) return (urt_size_t *)m->base + n;
  long length = (long)m->near;
  if ((urt_size_t)n - (urt_size_t)m->block >= (urt_size_t)length) make_list(list, m, s, n);
  long most = urt_rounds_in(length, n - m->block, s->step);
  if (most < *left) *left = most;
  return list + (n - m->block);
}

/* ---- */

/* Before the first strip: no block is known, and the movers get what the shapes have. */
static __attribute__((noinline)) void begin(urt_movers_t *movers, const urt_shapes_t *shapes) {
  for (long k = 0; k < shapes->strips + shapes->lists; k++) {
    urt_mover_t *m = &movers->of[k];
    const urt_shape_t *s = &shapes->of[k];
    m->block = __LONG_MAX__;
    if (s->offset) m->p = (urt_ptr_t){*s->offset, {.where = s->where}};
    if (s->first != -__LONG_MAX__ - 1) m->first = s->first;
    if (k < shapes->strips) continue;
    m->base = (urt_size_t)urtk_table_of_ones(m->p, (urt_size_t)s->elem);
    if (!m->base) m->near = (urt_size_t)listed();
  }
  movers->known = 1;
}

static inline __attribute__((always_inline))
long strips(urt_movers_t *movers, const urt_shapes_t *shapes, long from, long done, long left) {
  int far = 0;
  if (!movers->known) begin(movers, shapes);
  urt_mover_t *m = movers->of;
  const urt_shape_t *s = shapes->of, *end = s + shapes->strips;
  for (; s < end; m++, s++) {
    long n = from + m->first + done * s->step;
    if ((urt_size_t)n - (urt_size_t)m->block >= (urt_size_t)s->block) enter_block(m, s, n);
    long most = urt_rounds_in(s->block, n - m->block, s->step);
    if (most < left) left = most;
    far |= m->near == 0;
    m->at = m->near ? (void *)(m->base + (urt_size_t)(n * s->elem)) : NULL;
  }
  urt_size_t *list = (urt_size_t *)(m + shapes->lists);
  for (end += shapes->lists; s < end; m++, s++, list += URT_LISTED + URT_BESIDE)
    m->at = list_from(list, m, s, from + m->first + done * s->step, &left);
  return far ? -left : left;
}

long urt_strips(urt_movers_t *movers, const urt_shapes_t *shapes, long from, long done, long left) {
  return strips(movers, shapes, from, done, left);
}

urt_rounds_t urt_own_strips(urt_movers_t *movers, const urt_shapes_t *shapes, long from, long done) {
  urt_rounds_t own = {done, movers->end - done};
  long rounds = movers->rounds, step = shapes->step, by = shapes->by, kind = movers->kind;
  if (done == 0 || own.count == 0) {
    int follows = done != 0 && kind == URT_DEALS && (step == 1 || step == -1);
    own = follows ? urt_own_next_block(done, rounds, by)
                  : urt_own_rounds_here(done, rounds, movers->start, step, by, (int)kind);
    movers->end = own.first + own.count;
  }
  if (own.count) own.count = strips(movers, shapes, from, own.first, own.count);
  return own;
}
