/* SPDX-License-Identifier: BSD-3-Clause
 * A random call for the model: operation, arrays of any kind, sections (some empty), lengths (some 0), types. */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include "model.h"

static void shape(world_array_t *A, size_t elem, size_t bytes) {
  static const int most[WORLD_DIMS + 1] = {0, 24, 7, 4, 3};
  int k;
  A->elem = elem;
  A->ndims = random_in(1, WORLD_DIMS);
  world_grid(A);
  world_kind(A);
  world_size(A, most[A->ndims], bytes > 0 ? 2 : elem > 16 ? 3 : 4); /* at most PLACE bytes */
  k = A->ndims - 1;
  while (A->blockbytes < bytes) { /* longer rows: blocks of at least so many bytes */
    size_t rest = A->block[k] * A->nblocks[k] - A->shape[k];
    A->blockbytes = A->blockbytes / A->block[k] * (A->block[k] + 3);
    A->block[k] += 3;
    A->shape[k] = A->nblocks[k] * A->block[k] - rest;
  }
}

/* The bytes of an element; those of a value in reductions. */
static size_t element_bytes(void) {
  static const size_t bytes[] = {1, 2, 3, 4, 4, 8, 12, 16};
  return bytes[random_below(8)];
}

/* A section of `want` blocks (ANY: a random number, rarely 0), or of the first block only. */
enum { ANY = -1 };

static void section_of(const world_array_t *A, world_section_t *X, int want) {
  int d, tries;
  if (want == ANY && random_below(16) == 0) want = 0;
  for (tries = 0; tries < 300; tries++) {
    world_section(A, X);
    d = random_below(A->ndims);
    if (want == 0) X->iv[d] = UPC_STRIDE_RANGE(1, 0), world_resolve(A, X);
    if (want == ANY ? X->k > 0 && X->k <= MOST : X->k == want) return;
  }
  for (d = 0; d < A->ndims; d++) X->iv[d] = UPC_STRIDE_AT(0);
  world_resolve(A, X);
}

/* Intervals with equal numbers of elements in each dimension of D and the dimension of S that belongs to it. */
static void elements(void) {
  int d;
  for (d = 0; d < m->D.ndims; d++) {
    int wide = (int)m->D.shape[d], other = (int)m->S.shape[m->c.order[d]];
    int n = wide < other ? wide : other, count = random_in(1, n), side;
    for (side = 0; side < 2; side++) {
      int extent = side == 0 ? wide : other, step = 1, lo;
      if (count > 1) step = random_in(1, (extent - 1) / (count - 1));
      if (random_below(3) == 0) step = 1;
      lo = random_below(extent - (count - 1) * step);
      if (random_below(4) == 0) lo += (count - 1) * step, step = -step;
      (side == 0 ? m->to.iv : m->from.iv)[side == 0 ? d : m->c.order[d]] =
          UPC_STRIDE_STEP(lo, step, lo + (count - 1) * step);
    }
  }
}

/* Factors from -2 to 2, or none; for transform an order of the dimensions, or none. */
static void factors(void) {
  int d;
  m->c.has_order = m->c.op == TRANSFORM && random_below(4) > 0;
  for (d = 0; d < WORLD_DIMS; d++) m->c.order[d] = d;
  for (d = m->D.ndims - 1; d > 0 && m->c.has_order; d--) {
    int other = random_below(d + 1), x = m->c.order[d];
    m->c.order[d] = m->c.order[other], m->c.order[other] = x;
  }
  m->c.has_alpha = random_below(4) > 0;
  m->c.has_beta = random_below(4) > 0;
  m->c.alpha = m->c.has_alpha ? random_in(-2, 2) : 1;
  m->c.beta = m->c.has_beta ? random_in(-2, 2) : 0;
}

static void shuffle(void) {
  int i;
  for (i = 0; i < m->c.k; i++) m->c.perm[i] = i;
  for (i = m->c.k - 1; i > 0; i--) {
    int j = random_below(i + 1), x = m->c.perm[i];
    m->c.perm[i] = m->c.perm[j], m->c.perm[j] = x;
  }
}

/* Counts up to len, and displacements with gaps; or no displacements, the pieces being adjacent. */
static void uneven(void) {
  size_t at = 0;
  int i;
  m->c.lists = m->c.from_lists = random_below(2);
  for (i = 0; i < m->c.k; i++) {
    m->c.counts[i] = random_below(4) == 0 ? 0 : (size_t)random_below((int)m->c.len + 1);
    m->c.displs[i] = m->c.lists ? (size_t)i * m->c.len : at;
    at += m->c.counts[i];
  }
}

static void uneven_slots(void) {
  int i, j;
  m->c.lists = random_below(2), m->c.from_lists = random_below(2);
  for (i = 0; i < m->c.k * m->c.k; i++)
    m->c.counts[i] = random_below(4) == 0 ? 0 : (size_t)random_below((int)m->c.len + 1);
  for (j = 0; j < m->c.k; j++)
    for (i = 0; i < m->c.k; i++) {
      m->c.displs[j * m->c.k + i] = m->c.lists || j == 0 ? (size_t)j * m->c.len
                                                : m->c.displs[(j - 1) * m->c.k + i] + m->c.counts[(j - 1) * m->c.k + i];
      m->c.from[j * m->c.k + i] = m->c.from_lists || i == 0
                                      ? (size_t)i * m->c.len
                                      : m->c.from[j * m->c.k + i - 1] + m->c.counts[j * m->c.k + i - 1];
    }
}

/* What the caller of exchange_own or one of its kin gives: its own rows of the lists. */
static void own_rows(void) {
  const int slots = m->c.op == EXCHANGEV;
  int i, j, n = 0, rows = 0;
  for (j = 0; j < (m->c.op == SCATTERV ? 1 : m->from.k); j++) {
    if ((m->c.op == SCATTERV ? m->c.root : world_owner(&m->S, m->from.number[j])) != MYTHREAD) continue;
    for (i = 0; i < (slots || m->c.op == SCATTERV ? m->c.k : 1); i++, n++) {
      m->c.own_counts[n] = m->c.counts[slots ? j * m->c.k + i : m->c.op == SCATTERV ? i : j];
      m->c.own_from[n] = slots ? m->c.from[j * m->c.k + i] : m->c.displs[i];
    }
  }
  for (i = 0; i < (m->c.op == GATHERV ? 1 : m->to.k); i++) {
    if ((m->c.op == GATHERV ? m->c.root : world_owner(&m->D, m->to.number[i])) != MYTHREAD) continue;
    for (j = 0; j < m->c.k; j++, rows++) m->c.own_displs[rows] = m->c.displs[slots ? j * m->c.k + i : j];
  }
  memset(m->c.received, 0xEE, sizeof m->c.received);
}

/* Sizes and places of pieces. */
static void pieces(void) {
  if (m->c.op == SCATTERV || m->c.op == GATHERV || m->c.op == GATHER_ALLV) uneven();
  if (m->c.op == EXCHANGEV) uneven_slots();
}

static int slots(void) { return m->c.op == EXCHANGE || m->c.op == EXCHANGEV; }
static int together(void) { return slots() || m->c.op == GATHER_ALL || m->c.op == GATHER_ALLV; }

/* The bytes of a piece, which fits every block; rarely 0. */
static void lengths(size_t size) {
  size_t d = m->to.k > 0 ? world_smallest(&m->D, &m->to) : 0, s = m->from.k > 0 ? world_smallest(&m->S, &m->from) : 0;
  if (together() && m->from.k > 0) d /= (size_t)m->from.k;
  if (slots() && m->from.k > 0) s /= (size_t)m->from.k;
  if (m->c.op == REDUCE_SCATTER && m->to.k > 0) s /= (size_t)m->to.k;
  if (to_section() && m->c.len > d) m->c.len = d;
  if (from_section() && m->c.len > s) m->c.len = s;
  if (random_below(24) == 0) m->c.len = 0;
  if (m->c.op == REDUCE) d = PLACE - m->c.start;
  m->c.nelems = (int)((s < d ? s : d) / size);
  if (random_below(24) == 0) m->c.nelems = 0;
}

/* Of the operations that can do so, some calls are in place. */
static int may_be_in_place(void) {
  return m->c.op == REDUCE_ALL || slots() || together() || m->c.op == PERMUTE || m->c.op == PREFIX_REDUCE ||
         m->c.op == PREFIX_EXCLUSIVE || m->c.op == REDUCE_SCATTER;
}

/* Both arrays, for k blocks. A block of D is large enough for the pieces that it receives. */
static void arrays(void) {
  int same = slots() || m->c.op == PERMUTE || m->c.op == PREFIX_REDUCE || m->c.op == PREFIX_EXCLUSIVE;
  size_t size = size_of_value();
  do {
    m->from.k = m->to.k = 0;
    if (m->c.in_place) {
      shape(&m->S, reduces() ? size : element_bytes(), 300);
      section_of(&m->S, &m->from, ANY);
      m->c.len = (size_t)random_in(1, 100);
      m->D = m->S, m->to = m->from;
      continue;
    }
    shape(&m->S, reduces() ? size : element_bytes(), m->c.op == REDUCE_SCATTER ? 300 : 0);
    if (from_section()) section_of(&m->S, &m->from, ANY);
    m->c.len = (size_t)random_in(1, random_below(3) == 0 ? 100 : 20);
    shape(&m->D, reduces() ? size : element_bytes(), (together() ? (size_t)m->from.k : 1) * m->c.len);
    if (to_section()) section_of(&m->D, &m->to, same ? m->from.k : ANY);
  } while ((same && m->from.k != m->to.k) || (m->c.op == EXCHANGEV && m->from.k > 24));
  m->c.k = from_section() ? m->from.k : m->to.k;
  lengths(size);
}

/* Types and operations of values. User functions are for values of value_size bytes. */
static void values(void) {
  static const size_t sizes[] = {0, 1, 3, 8, 24, VALUE_MOST};
  static const int ops[] = {VALUE_OPS, VALUE_OPS, REAL_OPS, COMPLEX_OPS};
  const int place = random_below(8) == 0;
  do {
    m->c.type = random_below(reduces() && !place ? REDUCED_TYPES : VALUE_TYPES);
    if (m->c.op == TRANSFORM && random_below(4) == 0)
      m->c.type = REDUCED_TYPES - COMPLEX_TYPES + random_below(COMPLEX_TYPES);
    m->c.combine = place ? VALUE_OPS + random_below(PLACE_OPS) : random_below(ops[value_types[m->c.type].kind]);
    m->c.element = 0;
    if (combine() == UPC_FUNC || combine() == UPC_NONCOMM_FUNC) m->c.element = sizes[random_below(6)];
  } while (((combine() == UPC_FUNC || combine() == UPC_NONCOMM_FUNC) && m->c.element == 0 &&
            value_types[m->c.type].size != value_size) || (place && value_types[m->c.type].size > PLACE_INDEX));
}

static void scene(int op) {
  m->c.op = op, m->c.salt = 0;
  m->c.root = random_below(THREADS);
  m->c.in_place = may_be_in_place() && random_below(4) == 0;
  values();
  m->c.start = (size_t)random_below(64) * (reduces() ? VALUE_ALIGN : 3);
  if (op == COPY || op == TRANSFORM) {
    size_t elem = op == TRANSFORM ? value_types[m->c.type].size : element_bytes();
    do { shape(&m->D, elem, 0); shape(&m->S, elem, 0); } while (m->D.ndims != m->S.ndims);
    factors();
    elements();
  } else {
    arrays();
  }
  if (op == PERMUTE) shuffle();
  pieces();
  m->c.listed = (unsigned)random_bits();
  m->c.asks_sizes = random_below(4) > 0;
  m->c.by_rows = op >= SCATTERV && op <= EXCHANGEV && random_below(2) == 0;
  world_alloc(&m->D);
  if (m->c.in_place) m->S = m->D;
  else world_alloc(&m->S);
  if (m->c.by_rows) own_rows(); /* a list of owners is made with its array */
  model();
}

/* Other data for the next start of a prepared call: calls by rows take other lists of the same members. */
static void next_start(void) {
  m->c.salt++;
  if (m->c.by_rows) {
    const int lists = m->c.lists, from_lists = m->c.from_lists;
    do pieces(); while (m->c.lists != lists || m->c.from_lists != from_lists);
    own_rows();
  }
  model();
}

/* 1 if the call moves data. */
static int moves(void) {
  int i, any = 0, entries = m->c.op == EXCHANGEV ? m->c.k * m->c.k : m->c.k;
  size_t unused[MOST];
  for (i = 0; i < THREADS && m->c.op == NEIGHBOURS; i++) any |= list_of(i, unused) > 0;
  if (m->c.op == NEIGHBOURS) return any;
  if (m->c.op == COPY || m->c.op == TRANSFORM) return 1;
  if ((to_section() && m->to.k == 0) || (from_section() && m->from.k == 0)) return 0;
  if (reduces()) return m->c.nelems > 0;
  if (m->c.op < SCATTERV || m->c.op > EXCHANGEV) return m->c.len > 0;
  for (i = 0; i < entries; i++) any |= m->c.counts[i] > 0;
  return any;
}

#endif
