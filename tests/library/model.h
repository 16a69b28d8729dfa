/* SPDX-License-Identifier: BSD-3-Clause
 * A sequential model of the operations, over the random arrays of world.h: arrays D and S, and a block W on one thread.
 * It gives every byte of D and of W after a call. */
#ifndef TEST_MODEL_H
#define TEST_MODEL_H

#include "model_values.h"
#include "world.h"

enum { SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, REDUCE_ALL, PREFIX_REDUCE, COPY,
       SCATTERV, GATHERV, GATHER_ALLV, EXCHANGEV, BROADCAST, TRANSFORM, PREFIX_EXCLUSIVE,
       REDUCE_SCATTER, NEIGHBOURS, OPERATIONS };
enum { PLACE = 1 << 13, MOST = 64 };

typedef struct {
  int op, k, root, nelems;
  int type, combine;                    /* of reductions: in value_types, value_ops */
  size_t element;                       /* > 0: of a reduction of elements of this size, by a function with a context */
  size_t len, start;                    /* of a piece; of the place in the root's block of W */
  size_t counts[MOST * MOST], displs[MOST * MOST], from[MOST * MOST];
  int lists, from_lists;                /* 1: displacements are given, at the destination; at the source */
  int in_place;                         /* 1: dst is src, and S is D */
  int by_rows;                          /* 1: a v-form in which the caller gives the lists of its own blocks .. */
  int asks_sizes;                       /* .. and asks what it receives */
  size_t elsewhere[MOST * MOST];        /* own_counts of a call that is made again */
  unsigned listed;                      /* of neighbours: from this all threads' lists follow */
  unsigned salt;                        /* the data of this start of a prepared call */
  size_t own_counts[MOST * MOST], own_displs[MOST * MOST], own_from[MOST * MOST], received[MOST * MOST];
  int perm[MOST];
  int order[WORLD_DIMS], has_order;     /* of transform: the dimensions of src; 0: null is given */
  int alpha, beta;                      /* its factors .. */
  int has_alpha, has_beta;              /* .. 0: null is given */
  int member[64], members;
} call_t;

/* A call, its arrays, and their contents after the call. */
typedef struct {
  world_array_t D, S, W;
  world_section_t to, from;             /* of copy: in elements */
  call_t c;
  unsigned char *expected, *wanted_place; /* D block by block; a block of W, the root's at first */
} model_t;

static model_t *m;                      /* the current model */

static const char *const operation_name[OPERATIONS] = {
  "scatter", "gather", "gather_all", "exchange", "permute", "reduce", "reduce_all", "prefix_reduce", "copy",
  "scatterv", "gatherv", "gather_allv", "exchangev", "broadcast", "transform",
  "prefix_reduce_exclusive", "reduce_scatter", "neighbours"};

static int to_section(void) {
  return m->c.op != GATHER && m->c.op != GATHERV && m->c.op != REDUCE && m->c.op != NEIGHBOURS;
}
static int from_section(void) { return m->c.op != SCATTER && m->c.op != SCATTERV && m->c.op != BROADCAST; }
static int reduces(void) {
  return (m->c.op >= REDUCE && m->c.op <= PREFIX_REDUCE) || m->c.op == PREFIX_EXCLUSIVE || m->c.op == REDUCE_SCATTER;
}

static unsigned char *block_of_d(int number) { return m->expected + (size_t)number * m->D.blockbytes; }
static unsigned place_salt(void) { return 5 + 16 * m->c.salt; }
static unsigned char source_place(size_t at) {
  return (unsigned char)world_byte(place_salt(), &m->W, m->c.root, m->c.start + at);
}

static void put(int position, size_t at, unsigned char byte) { block_of_d(m->to.number[position])[at] = byte; }

/* ---- reductions ---- */

static upc_op_t combine(void) { return value_ops[m->c.combine]; }
static size_t size_of_value(void) {
  return m->c.element > 0 ? m->c.element : is_place_op(combine()) ? PLACE_BYTES : value_types[m->c.type].size;
}

/* sum = sum op value */
static void combine_value(unsigned char *sum, unsigned char *value) {
  if (m->c.element == 0) value_combine(m->c.type, combine(), sum, value);
  else if (combine() == UPC_FUNC) add_elements(value, sum, 1, &m->c.element);
  else compose_elements(sum, value, 1, &m->c.element), memcpy(sum, value, m->c.element);
}

/* 1 if the call computes with real numbers, or pairs of them. */
static int computes_with_reals(void) {
  if (value_types[m->c.type].kind < REAL) return 0;
  return m->c.op == TRANSFORM || (reduces() && combine() != UPC_FUNC && combine() != UPC_NONCOMM_FUNC);
}

/* Of value i of a block with its place: one of few values, and its index. */
static unsigned char place_byte(int number, size_t at) {
  const long long index = (long long)(number * 7919 % 31 + (int)m->c.salt);
  const unsigned drawn = (unsigned)((size_t)number * 31 + at / PLACE_BYTES + m->c.salt) * 2654435761u >> 20;
  const int few = (int)(drawn % 4) - 1;
  unsigned char value[VALUE_MOST];
  memset(value, 0, PLACE_BYTES);
  if (value_types[m->c.type].kind == REAL) put_real(value, value_types[m->c.type].size, few);
  else memcpy(value, &few, value_types[m->c.type].size < sizeof few ? value_types[m->c.type].size : sizeof few);
  memcpy(value + PLACE_INDEX, &index, sizeof index);
  return value[at % PLACE_BYTES];
}

/* Byte of block `number` of the source: its index, or of a small real number that follows from it. */
static unsigned char source_byte(int number, size_t at) {
  size_t size = value_types[m->c.type].kind == COMPLEX ? value_types[m->c.type].size / 2 : value_types[m->c.type].size;
  unsigned char value[VALUE_MOST];
  unsigned seed;
  if (reduces() && is_place_op(combine())) return place_byte(number, at);
  if (!computes_with_reals()) return (unsigned char)world_byte(9 + 16 * m->c.salt, &m->S, number, at);
  seed = (unsigned)(((size_t)number * m->S.blockbytes + at) / size + m->c.salt) * 2654435761u >> 20;
  put_real(value, size, m->c.op != TRANSFORM && combine() == UPC_MULT ? (seed % 64 == 0 ? -2 : 1)
                                                                       : (long double)(seed % 9) - 2);
  return value[at % size];
}

static unsigned char source(int position, size_t at) { return source_byte(m->from.number[position], at); }

/* Value i of a position, combined with those before it. */
static void gather_up(unsigned char *sum, int position, int i) {
  size_t size = size_of_value(), b;
  unsigned char value[VALUE_MOST];
  for (b = 0; b < size; b++) value[b] = source(position, (size_t)i * size + b);
  if (position == 0) memcpy(sum, value, size);
  if (position > 0 || combine() == UPC_LOGAND || combine() == UPC_LOGOR) combine_value(sum, value);
}

static void model_reduce(void) {
  size_t size = size_of_value(), b;
  unsigned char sum[VALUE_MOST];
  int i, p, q, values = m->c.op == REDUCE_SCATTER ? m->c.nelems * m->to.k : m->c.nelems;
  for (i = 0; i < values; i++)
    for (p = 0; p < m->from.k; p++) {
      size_t at = (size_t)i * size;
      for (b = 0; b < size && p > 0 && m->c.op == PREFIX_EXCLUSIVE; b++) put(p, at + b, sum[b]);
      gather_up(sum, p, i);
      for (b = 0; b < size; b++) {
        if (m->c.op == PREFIX_REDUCE) put(p, at + b, sum[b]);
        if (p < m->from.k - 1) continue;
        if (m->c.op == REDUCE) m->wanted_place[m->c.start + at + b] = sum[b];
        for (q = 0; q < m->to.k && m->c.op == REDUCE_ALL; q++) put(q, at + b, sum[b]);
        if (m->c.op == REDUCE_SCATTER) put(i / m->c.nelems, (size_t)(i % m->c.nelems) * size + b, sum[b]);
      }
    }
}

/* ---- pieces ---- */

static size_t count_of(int i) { return m->c.op >= SCATTERV && m->c.op <= EXCHANGEV ? m->c.counts[i] : m->c.len; }
static size_t displ_of(int i) {
  return m->c.op >= SCATTERV && m->c.op <= EXCHANGEV ? m->c.displs[i] : (size_t)i * m->c.len;
}

static void model_pieces(void) {
  int i, p;
  size_t at;
  for (i = 0; i < m->c.k; i++)
    for (at = 0; at < count_of(i); at++) switch (m->c.op) {
      case BROADCAST: put(i, at, source_place(at)); break;
      case SCATTER: case SCATTERV: put(i, at, source_place(displ_of(i) + at)); break;
      case GATHER: case GATHERV: m->wanted_place[m->c.start + displ_of(i) + at] = source(i, at); break;
      case GATHER_ALL: case GATHER_ALLV: for (p = 0; p < m->to.k; p++) put(p, displ_of(i) + at, source(i, at)); break;
      case PERMUTE: put(m->c.perm[i], at, source(i, at)); break;
    }
}

static void model_slots(void) {
  int i, j;
  size_t at;
  for (j = 0; j < m->c.k; j++)
    for (i = 0; i < m->c.k; i++) {
      int e = j * m->c.k + i, v = m->c.op == EXCHANGEV;
      size_t n = v ? m->c.counts[e] : m->c.len, a = v ? m->c.from[e] : (size_t)i * m->c.len,
          b = v ? m->c.displs[e] : (size_t)j * m->c.len;
      for (at = 0; at < n; at++) put(i, b + at, source(j, a + at));
    }
}

/* ---- elements: every index visited ---- */

static long long element(const world_section_t *X, int d, int t) {
  return X->iv[d].kind == UPC_STRIDE_INTERVAL_AT ? X->iv[d].lo : X->iv[d].lo + (long long)t * X->iv[d].step;
}

static int counted(const world_section_t *X, int d) {
  return X->iv[d].kind == UPC_STRIDE_INTERVAL_AT ? 1 : (int)((X->iv[d].hi - X->iv[d].lo) / X->iv[d].step) + 1;
}

static int spot_of(const world_array_t *A, const world_section_t *X, const int *t, size_t *at) {
  int number = 0, d;
  *at = 0;
  for (d = 0; d < A->ndims; d++) {
    size_t e = (size_t)element(X, d, t[d]);
    number = number * (int)A->nblocks[d] + (int)(e / A->block[d]);
    *at = *at * A->block[d] + e % A->block[d];
  }
  *at *= A->elem;
  return number;
}

static void add_member(int thread) {
  int i;
  for (i = 0; i < m->c.members && m->c.member[i] != thread; i++) {}
  if (i == m->c.members) m->c.member[m->c.members++] = thread;
}

/* ---- transform ---- */

/* Byte of block `number` of D before the call: poison, or for transform a value that it reads; a NaN if it must not. */
static unsigned char byte_before(int number, size_t at) {
  size_t size = value_types[m->c.type].size;
  unsigned char value[VALUE_MOST];
  if (m->c.in_place) return source_byte(number, at);
  if (m->c.op != TRANSFORM) return POISON;
  if (!computes_with_reals()) return (unsigned char)world_byte(3, &m->D, number, at);
  if (m->c.beta == 0) return 0xFF;
  if (value_types[m->c.type].kind == COMPLEX) size /= 2;
  put_real(value, size, (long double)((size_t)number + at / size * 7 % 5) - 2);
  return value[at % size];
}

/* Bytes of a long double, or behind a value with its place, that have no meaning. */
static int is_padding(size_t at) {
  if (reduces() && is_place_op(combine()))
    return at % PLACE_BYTES >= value_types[m->c.type].size && at % PLACE_BYTES < PLACE_INDEX;
  return m->c.op == TRANSFORM && at % sizeof(long double) >= 10 &&
         (value_types[m->c.type].type == UPC_LDOUBLE || value_types[m->c.type].type == UPC_STRIDE_COMPLEX_LDOUBLE);
}

/* The parts of a complex factor that follow from a whole number: 1 and 0 are themselves, -1 has an imaginary part
 * alone. */
static int real_part(int number) { return number == -1 ? 0 : number; }
static int imaginary_part(int number) { return number == 2 ? 1 : number < 0 ? number : 0; }

/* number * z, or 0 0 if the number is 0 */
static void complex_product(long double *product, int number, const unsigned char *z, size_t size) {
  const long double re = real_part(number), im = imaginary_part(number);
  product[0] = number == 0 ? 0 : re * real(z, size) - im * real(z + size, size);
  product[1] = number == 0 ? 0 : re * real(z + size, size) + im * real(z, size);
}

/* y = alpha * x + beta * y */
static void model_update(unsigned char *y, const unsigned char *x) {
  size_t size = value_types[m->c.type].size;
  int kind = value_types[m->c.type].kind, part;
  if (kind == COMPLEX) {
    long double scaled[2], before[2];
    complex_product(scaled, m->c.alpha, x, size / 2);
    complex_product(before, m->c.beta, y, size / 2);
    for (part = 0; part < 2; part++)
      put_real(y + (size_t)part * (size / 2), size / 2,
               m->c.alpha == 0 ? before[part] : m->c.beta == 0 ? scaled[part] : scaled[part] + before[part]);
  } else if (kind == REAL) {
    long double scaled = m->c.alpha == 0 ? 0 : m->c.alpha * real(x, size);
    long double before = m->c.beta == 0 ? 0 : m->c.beta * real(y, size);
    put_real(y, size, m->c.alpha == 0 ? before : m->c.beta == 0 ? scaled : scaled + before); /* 0 has a sign */
  } else {
    uint64_t alpha = (uint64_t)(int64_t)m->c.alpha, beta = (uint64_t)(int64_t)m->c.beta;
    uint64_t sum = alpha * (uint64_t)whole(x, size, kind) + beta * (uint64_t)whole(y, size, kind);
    memcpy(y, &sum, size);
  }
}

static void model_copy(void) {
  int t[WORLD_DIMS], u[WORLD_DIMS], d, b;
  unsigned char element_bytes[VALUE_MOST];
  for (d = 0; d < WORLD_DIMS; d++) t[d] = 0;
  do {
    size_t x, y;
    int into, out_of;
    for (d = 0; d < m->D.ndims; d++) u[m->c.order[d]] = t[d];
    into = spot_of(&m->D, &m->to, t, &x), out_of = spot_of(&m->S, &m->from, u, &y);
    add_member(world_owner(&m->D, into)), add_member(world_owner(&m->S, out_of));
    for (b = 0; b < (int)m->D.elem; b++) element_bytes[b] = source_byte(out_of, y + (size_t)b);
    if (m->c.op == TRANSFORM) model_update(block_of_d(into) + x, element_bytes);
    else memcpy(block_of_d(into) + x, element_bytes, m->D.elem);
    for (d = m->D.ndims - 1; d >= 0 && ++t[d] == counted(&m->to, d); d--) t[d] = 0;
  } while (d >= 0);
}

/* ---- neighbours: each thread lists the elements that it needs ---- */

static unsigned listed(int thread, int i) {
  return (m->c.listed + (unsigned)thread * 40503u + (unsigned)(i + 1) * 69069u) * 2654435761u >> 8;
}

static size_t list_of(int thread, size_t *index) {
  size_t elements = 1, n = listed(thread, -1) % 3 == 0 ? 0 : listed(thread, -1) % MOST, i;
  int d;
  for (d = 0; d < m->S.ndims; d++) elements *= m->S.shape[d];
  for (i = 0; i < n; i++) /* rows of consecutive ones among them */
    index[i] = i % 5 > 0 && index[i - 1] + 1 < elements ? index[i - 1] + 1 : listed(thread, (int)i) % elements;
  return n;
}

/* The place of a thread after the call. */
static void want_list_of(int thread) {
  size_t index[MOST], n = list_of(thread, index), i, b;
  memset(m->wanted_place, POISON, PLACE);
  for (i = 0; i < n; i++) {
    size_t rest = index[i], c[WORLD_DIMS], at = 0;
    int number = 0, d;
    for (d = m->S.ndims - 1; d >= 0; d--) c[d] = rest % m->S.shape[d], rest /= m->S.shape[d];
    for (d = 0; d < m->S.ndims; d++) {
      number = number * (int)m->S.nblocks[d] + (int)(c[d] / m->S.block[d]);
      at = at * m->S.block[d] + c[d] % m->S.block[d];
    }
    for (b = 0; b < m->S.elem; b++)
      m->wanted_place[m->c.start + i * m->S.elem + b] = source_byte(number, at * m->S.elem + b);
  }
}

/* Sets the contents after the call, and the members of the team. */
static void model(void) {
  int i;
  size_t at;
  m->expected = realloc(m->expected, m->D.blocks * m->D.blockbytes);
  for (i = 0; i < (int)m->D.blocks; i++)
    for (at = 0; at < m->D.blockbytes; at++) block_of_d(i)[at] = byte_before(i, at);
  memset(m->wanted_place, POISON, PLACE);
  m->c.members = 0;
  if (m->c.op == COPY || m->c.op == TRANSFORM) {
    model_copy();
    return;
  }
  for (i = 0; i < THREADS && m->c.op == NEIGHBOURS; i++) add_member(i);
  if (m->c.op == NEIGHBOURS) return;
  for (i = 0; i < m->to.k && to_section(); i++) add_member(world_owner(&m->D, m->to.number[i]));
  for (i = 0; i < m->from.k && from_section(); i++) add_member(world_owner(&m->S, m->from.number[i]));
  if (!to_section() || !from_section()) add_member(m->c.root);
  if (reduces()) model_reduce();
  else if (m->c.op == EXCHANGE || m->c.op == EXCHANGEV) model_slots();
  else model_pieces();
}

#endif
