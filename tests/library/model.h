/* SPDX-License-Identifier: BSD-3-Clause
 * A sequential model of the operations, over the random world of world.h: arrays D and S, a place W on one thread, and
 * what every byte of D and of the place must be after a call. */
#ifndef TEST_MODEL_H
#define TEST_MODEL_H

#include "world.h"

enum { SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, REDUCE_ALL, PREFIX_REDUCE, COPY,
       SCATTERV, GATHERV, GATHER_ALLV, EXCHANGEV, BROADCAST, OPERATIONS };
enum { PLACE = 1 << 15, MOST = 64 };

typedef struct {
  int op, k, root, nelems, ordered, noncomm;
  size_t len, start;                    /* of a piece; of the place in the root's block of W */
  size_t counts[MOST * MOST], displs[MOST * MOST], from[MOST * MOST];
  int lists;                            /* 1: displacements are given */
  int perm[MOST];
  int member[64], members;
} call_t;

static world_array_t D, S, W;
static world_section_t to, from;        /* of copy: in elements */
static call_t c;
static unsigned char *expected, wanted_place[PLACE]; /* D block by block; the root's block of W */

static const char *const operation_name[OPERATIONS] = {
  "scatter", "gather", "gather_all", "exchange", "permute", "reduce", "reduce_all", "prefix_reduce", "copy",
  "scatterv", "gatherv", "gather_allv", "exchangev", "broadcast"};

static int to_section(void) { return c.op != GATHER && c.op != GATHERV && c.op != REDUCE; }
static int from_section(void) { return c.op != SCATTER && c.op != SCATTERV && c.op != BROADCAST; }
static int reduces(void) { return c.op == REDUCE || c.op == REDUCE_ALL || c.op == PREFIX_REDUCE; }

static unsigned char *block_of_d(int number) { return expected + (size_t)number * D.blockbytes; }
static unsigned char source(int position, size_t at) { return (unsigned char)world_byte(9, &S, from.number[position], at); }
static unsigned char source_place(size_t at) { return (unsigned char)world_byte(5, &W, c.root, c.start + at); }

static void put(int position, size_t at, unsigned char byte) { block_of_d(to.number[position])[at] = byte; }

/* ---- values: sums, or an operation whose order matters: x -> a*x + b, composed, in 16 bits each ---- */

static unsigned compose(unsigned first, unsigned second) {
  unsigned a1 = first >> 16, b1 = first & 0xFFFF, a2 = second >> 16, b2 = second & 0xFFFF;
  return (a1 * a2 & 0xFFFF) << 16 | ((a2 * b1 + b2) & 0xFFFF);
}

static void compose_all(const void *in, void *inout, size_t n) {
  const unsigned *first = in;
  unsigned *second = inout;
  size_t i;
  for (i = 0; i < n; i++) second[i] = compose(first[i], second[i]);
}

static unsigned value(int position, int i) {
  unsigned v = 0;
  int b;
  for (b = 3; b >= 0; b--) v = v << 8 | source(position, (size_t)i * 4 + (size_t)b);
  return v;
}

static unsigned result(int upto, int i) {
  unsigned sum = value(0, i);
  int p;
  for (p = 1; p <= upto; p++) sum = c.noncomm ? compose(sum, value(p, i)) : sum + value(p, i);
  return sum;
}

static void model_reduce(void) {
  int p, i, b;
  for (i = 0; i < c.nelems; i++) {
    unsigned all = result(c.op == PREFIX_REDUCE ? 0 : from.k - 1, i);
    for (b = 0; b < 4 && c.op == REDUCE; b++) wanted_place[c.start + (size_t)(i * 4 + b)] = (unsigned char)(all >> 8 * b);
    for (p = 0; p < to.k && c.op != REDUCE; p++) {
      unsigned v = c.op == PREFIX_REDUCE ? result(p, i) : all;
      for (b = 0; b < 4; b++) put(p, (size_t)(i * 4 + b), (unsigned char)(v >> 8 * b));
    }
  }
}

/* ---- pieces ---- */

static size_t count_of(int i) { return c.op >= SCATTERV && c.op <= EXCHANGEV ? c.counts[i] : c.len; }
static size_t displ_of(int i) { return c.op >= SCATTERV && c.op <= EXCHANGEV ? c.displs[i] : (size_t)i * c.len; }

static void model_pieces(void) {
  int i, p;
  size_t at;
  for (i = 0; i < c.k; i++)
    for (at = 0; at < count_of(i); at++) switch (c.op) {
      case BROADCAST: put(i, at, source_place(at)); break;
      case SCATTER: case SCATTERV: put(i, at, source_place(displ_of(i) + at)); break;
      case GATHER: case GATHERV: wanted_place[c.start + displ_of(i) + at] = source(i, at); break;
      case GATHER_ALL: case GATHER_ALLV: for (p = 0; p < to.k; p++) put(p, displ_of(i) + at, source(i, at)); break;
      case PERMUTE: put(c.perm[i], at, source(i, at)); break;
    }
}

static void model_slots(void) {
  int i, j;
  size_t at;
  for (j = 0; j < c.k; j++)
    for (i = 0; i < c.k; i++) {
      int e = j * c.k + i, v = c.op == EXCHANGEV;
      size_t n = v ? c.counts[e] : c.len, a = v ? c.from[e] : (size_t)i * c.len, b = v ? c.displs[e] : (size_t)j * c.len;
      for (at = 0; at < n; at++) put(i, b + at, source(j, a + at));
    }
}

/* ---- elements: every index visited ---- */

static long long element(const world_section_t *X, int d, int t) {
  return X->iv[d].kind == 0 ? X->iv[d].lo : X->iv[d].lo + (long long)t * X->iv[d].step;
}

static int counted(const world_section_t *X, int d) {
  return X->iv[d].kind == 0 ? 1 : (int)((X->iv[d].hi - X->iv[d].lo) / X->iv[d].step) + 1;
}

static int spot_of(const world_array_t *A, const world_section_t *X, const int *t, size_t *at) {
  int number = 0, d;
  *at = 0;
  for (d = 0; d < A->ndims; d++) {
    size_t e = (size_t)element(X, d, t[d]);
    number = number * (int)A->nblocks[d] + (int)(e / A->block[d]);
    *at = *at * A->block[d] + e % A->block[d];
  }
  *at *= 4;
  return number;
}

static void add_member(int thread) {
  int m;
  for (m = 0; m < c.members && c.member[m] != thread; m++) {}
  if (m == c.members) c.member[c.members++] = thread;
}

static void model_copy(void) {
  int t[WORLD_DIMS], d, b;
  for (d = 0; d < WORLD_DIMS; d++) t[d] = 0;
  do {
    size_t x, y;
    int into = spot_of(&D, &to, t, &x), out_of = spot_of(&S, &from, t, &y);
    add_member(world_owner(&D, into)), add_member(world_owner(&S, out_of));
    for (b = 0; b < 4; b++) block_of_d(into)[x + (size_t)b] = (unsigned char)world_byte(9, &S, out_of, y + (size_t)b);
    for (d = D.ndims - 1; d >= 0 && ++t[d] == counted(&to, d); d--) t[d] = 0;
  } while (d >= 0);
}

/* Fills in all that must be there after the call, and who takes part. */
static void model(void) {
  int i;
  expected = realloc(expected, D.blocks * D.blockbytes);
  memset(expected, POISON, D.blocks * D.blockbytes);
  memset(wanted_place, POISON, PLACE);
  c.members = 0;
  if (c.op == COPY) {
    model_copy();
    return;
  }
  for (i = 0; i < to.k && to_section(); i++) add_member(world_owner(&D, to.number[i]));
  for (i = 0; i < from.k && from_section(); i++) add_member(world_owner(&S, from.number[i]));
  if (!to_section() || !from_section()) add_member(c.root);
  if (reduces()) model_reduce();
  else if (c.op == EXCHANGE || c.op == EXCHANGEV) model_slots();
  else model_pieces();
}

#endif
