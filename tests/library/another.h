/* SPDX-License-Identifier: BSD-3-Clause
 * The current call with one of its arguments changed, and the others as they were: with the same arrays, so that a plan
 * which was kept for the call before must not serve it. */
#ifndef TEST_ANOTHER_H
#define TEST_ANOTHER_H

#include "scene.h"

static int is_same_value(void) {
  static const int ops[] = {VALUE_OPS, VALUE_OPS, REAL_OPS, COMPLEX_OPS};
  const int user = combine() == UPC_FUNC || combine() == UPC_NONCOMM_FUNC;
  if (m->c.element > 0 && !user) return 0;
  if (user && m->c.element == 0 && value_types[m->c.type].size != value_size) return 0;
  if (m->c.combine >= VALUE_OPS) return m->c.type < VALUE_TYPES && value_types[m->c.type].size <= PLACE_INDEX;
  return m->c.combine < ops[value_types[m->c.type].kind];
}

/* The bytes of the smallest block of a section; of an empty one, which must fit too, those of a full block. */
static size_t smallest(const world_array_t *A, const world_section_t *X) {
  return X->k > 0 ? world_smallest(A, X) : A->blockbytes;
}

/* 1 if the call as it is now is right: lengths fit the blocks and the place, values their elements. */
static int is_right(size_t size_before) {
  size_t d = smallest(&m->D, &m->to), s = smallest(&m->S, &m->from);
  if (m->c.op == COPY || m->c.op == TRANSFORM) return is_same_value();
  if (together() && m->from.k > 0) d /= (size_t)m->from.k;
  if (slots() && m->from.k > 0) s /= (size_t)m->from.k;
  if (reduces()) {
    const size_t bytes = (size_t)m->c.nelems * size_of_value();
    if (m->c.op == REDUCE_SCATTER && m->to.k > 0) s /= (size_t)m->to.k;
    if (!is_same_value() || (m->c.element == 0 && size_of_value() != size_before)) return 0;
    if (m->c.op == REDUCE && m->c.start + bytes > PLACE) return 0;
    return (!to_section() || bytes <= d) && bytes <= s;
  }
  return (!to_section() || m->c.len <= d) && (!from_section() || m->c.len <= s);
}

/* Another interval of as many elements or blocks. */
static void move_interval(upc_stride_interval_t *iv, int extent) {
  const long long reach = iv->kind == UPC_STRIDE_INTERVAL_AT ? 0 : iv->hi - iv->lo;
  const long long wide = reach < 0 ? -reach : reach;
  long long lo;
  if (iv->kind == UPC_STRIDE_INTERVAL_ALL) return;
  lo = random_below(extent - (int)wide) + (reach < 0 ? wide : 0);
  iv->hi += lo - iv->lo, iv->lo = lo;
}

static void another_section(const world_array_t *A, world_section_t *X) {
  if (m->c.in_place || m->c.op == NEIGHBOURS) return;
  if (m->c.op == COPY || m->c.op == TRANSFORM) {
    const int d = random_below(A->ndims);
    move_interval(&X->iv[d], (int)A->shape[d]);
  } else if (X->k > 0) {
    const world_section_t before = *X;
    section_of(A, X, X->k);
    if (X->k != before.k) *X = before;
  }
}

static void another_value(void) {
  static const size_t sizes[] = {1, 3, 8, 24, VALUE_MOST};
  switch (random_below(3)) {
    case 0: m->c.combine = random_below(VALUE_OPS + PLACE_OPS); break;
    case 1: if (m->c.element == 0) m->c.type = random_below(REDUCED_TYPES); break;
    case 2: if (m->c.element > 0) m->c.element = sizes[random_below(5)]; break;
  }
}

/* Of the lists, one: other counts; or displacements that are given, or not. */
static void another_list(void) {
  const int lists = m->c.lists, from_lists = m->c.from_lists;
  int i;
  if (m->c.op == PERMUTE) shuffle();
  if (m->c.op == NEIGHBOURS) m->c.listed = (unsigned)random_bits();
  if (m->c.op < SCATTERV || m->c.op > EXCHANGEV) return;
  do pieces(); while (m->c.lists != lists || m->c.from_lists != from_lists);
  for (i = 0; i < m->c.k && !m->c.lists && m->c.op != EXCHANGEV && random_below(2) == 0; i++) m->c.counts[i] /= 2;
  if (!m->c.lists && m->c.op != EXCHANGEV) m->c.lists = m->c.from_lists = 1; /* the same places, given now */
}

static void another_factor(void) {
  const int which = random_below(3), given = random_below(4) > 0, factor = given ? random_in(-2, 2) : 1 - which;
  const int d = random_below(m->D.ndims), other = random_below(m->D.ndims), x = m->c.order[d];
  if (m->c.op != TRANSFORM) return;
  if (which == 0) m->c.has_alpha = given, m->c.alpha = factor;
  if (which == 1) m->c.has_beta = given, m->c.beta = factor;
  if (which < 2 || counted(&m->to, d) != counted(&m->to, other)) return;
  m->c.has_order = 1, m->c.order[d] = m->c.order[other], m->c.order[other] = x;
}

static void change_argument(void) {
  switch (random_below(8)) {
    case 0: another_section(&m->D, &m->to); break;
    case 1: another_section(&m->S, &m->from); break;
    case 2:
      if (m->c.op < SCATTERV || m->c.op > EXCHANGEV) m->c.len = (size_t)random_in(0, (int)m->c.len);
      m->c.nelems = random_in(0, m->c.nelems + 2);
      break;
    case 3: m->c.root = random_below(THREADS); break;
    case 4: m->c.start = (size_t)random_below(64) * (reduces() ? VALUE_ALIGN : 3); break;
    case 5: if (reduces()) another_value(); break;
    case 6: another_list(); break;
    case 7: another_factor(); break;
  }
}

/* The arguments of a call before. */
typedef struct {
  call_t c;
  world_section_t to, from;
  int given;
} earlier_t;

static void remember(earlier_t *e) { e->c = m->c, e->to = m->to, e->from = m->from, e->given = 1; }
static void recall(const earlier_t *e) { m->c = e->c, m->to = e->to, m->from = e->from; }

/* Of the call before, one argument changes; now and then the call before that one comes again. */
static void another_argument(earlier_t *earlier) {
  static earlier_t now;
  const size_t size = size_of_value();
  const unsigned salt = m->c.salt + 1;
  int tries;
  remember(&now);
  if (earlier->given && random_below(3) == 0) {
    recall(earlier);
  } else {
    for (tries = 0; tries < 20; tries++) {
      change_argument();
      if (is_right(size)) break;
      recall(&now);
    }
  }
  *earlier = now;
  m->c.salt = salt;
  if (m->c.by_rows) own_rows();
  model();
}

#endif
