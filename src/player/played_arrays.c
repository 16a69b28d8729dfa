/* SPDX-License-Identifier: BSD-3-Clause
 * The memory of all threads in a play, and what an operation makes of it by its definition (docs/manual.md), block by
 * block and byte by byte. Nothing here asks a flow. */
#include "player/player.h"
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

upc_stride_played_region_t *upc_stride_played_region_add(upc_stride_played_memory_t *M, char *start, size_t bytes,
                                                         int owner) {
  upc_stride_played_region_t *r;
  M->region = upc_stride_grown(M->region, M->n, &M->capacity, sizeof *M->region, "memory");
  r = &M->region[M->n++];
  memset(r, 0, sizeof *r);
  r->start = start, r->bytes = bytes, r->owner = owner;
  return r;
}

upc_stride_played_region_t *upc_stride_played_region(const upc_stride_played_memory_t *M, const char *start,
                                                     size_t bytes) {
  int i = M->n;
  while (--i >= 0)
    if (start >= M->region[i].start && start + bytes <= M->region[i].start + M->region[i].bytes) return &M->region[i];
  return NULL;
}

/* ---- the start ---- */

/* Bytes that follow from the thread and the place: no two neighbours are alike. */
static char byte_of(int array, int thread, size_t at) {
  size_t x = ((size_t)array * 1000003 + (size_t)thread) * 1000003 + at;
  x = (x ^ x >> 15) * 0x9E3779B97F4A7C15u;
  return (char)(x >> 40);
}

enum { POISON = 0xD7 };

/* `array` 0: poison. */
static char *new_memory(upc_stride_played_memory_t *M, size_t bytes, int thread, int array) {
  char *start = upc_stride_alloc(bytes + 1, 1, "memory");
  upc_stride_played_region_t *r = upc_stride_played_region_add(M, start, bytes, thread);
  size_t i;
  for (i = 0; i < bytes; i++) start[i] = array == 0 ? (char)POISON : byte_of(array, thread, i);
  r->is_dst = array != 2;
  r->writes = upc_stride_alloc(bytes + 1, 1, "memory");
  r->expected = upc_stride_alloc(bytes + 1, 1, "memory");
  return start;
}

static void new_array(upc_stride_played_array_t *array, upc_stride_played_memory_t *M, const upc_stride_layout_t *L,
                      int number) {
  int t;
  array->part = upc_stride_alloc(L->threads, sizeof *array->part, "an array");
  for (t = 0; t < (int)L->threads; t++) array->part[t] = new_memory(M, upc_stride_layout_bytes(L), t, number);
}

/* What each thread fetches. */
static void new_buffers(upc_stride_played_array_t *array, upc_stride_played_memory_t *M,
                        const upc_stride_played_call_t *c, int threads) {
  array->part = upc_stride_alloc((size_t)threads, sizeof *array->part, "an array");
  for (int t = 0; t < threads; t++)
    array->part[t] = new_memory(M, c->lists[t].count * c->src.layout->elemsize, t, 0);
}

/* ---- the definition ---- */

typedef struct model {
  const upc_stride_played_call_t *call;
  upc_stride_played_arrays_t *arrays;
  const upc_stride_picks_t *dst, *src;
  const upc_stride_values_t *values;
  char *place;                        /* as expected */
} model_t;

static char *at(const upc_stride_played_array_t *array, const upc_stride_picks_t *picks, size_t position) {
  size_t offset, thread = upc_stride_at_position(picks, position, &offset);
  return array->part[thread] + offset;
}

static const char *src_block(const model_t *m, size_t position) {
  return at(m->call->same_array ? &m->arrays->dst : &m->arrays->src, m->src, position);
}

/* The bytes that are expected there. */
static char *expected(const model_t *m, char *start) {
  upc_stride_played_region_t *r = upc_stride_played_region(&m->arrays->memory, start, 0);
  return r->expected + (start - r->start);
}

static char *dst_block(const model_t *m, size_t position) {
  return expected(m, at(&m->arrays->dst, m->dst, position));
}

/* The elements that an end picks, in order: its indices. */
static void element(const upc_stride_picks_t *E, size_t number, size_t *index) {
  for (int k = E->ndims - 1; k >= 0; k--, number /= E->count[k + 1])
    index[k] = (size_t)(E->first[k] + E->step[k] * (long long)(number % E->count[k]));
}

static char *element_at(const upc_stride_played_array_t *array, const upc_stride_picks_t *E, size_t number) {
  size_t index[UPC_STRIDE_MAX_DIMS], offset;
  element(E, number, index);
  int thread = upc_stride_layout_place(E->layout, index, &offset);
  return array->part[thread] + offset;
}

/* Blocks 0 .. last of src, `skip` bytes into each, combined in their order into `to`. */
static void fold(const model_t *m, size_t last, size_t skip, size_t n, char *to) {
  const upc_stride_values_t *v = m->values;
  char *next = upc_stride_alloc(n * v->size + 1, 1, "values");
  memcpy(to, src_block(m, 0) + skip, n * v->size);
  upc_stride_combine_one(v, to, n);
  for (size_t i = 1; i <= last; i++) {
    memcpy(next, src_block(m, i) + skip, n * v->size);
    upc_stride_combine(v, to, next, n);
    memcpy(to, next, n * v->size);
  }
  free(next);
}

static void reduce(const model_t *m) {
  const upc_stride_values_t *v = m->values;
  const size_t k = m->src->blocks, n = m->call->len;
  char *sum = upc_stride_alloc(v->bytes + 1, 1, "values");
  for (size_t i = 0; i < (m->dst->layout != NULL ? m->dst->blocks : 1); i++) {
    char *to = m->call->operation == UPC_STRIDE_OP_REDUCE ? m->place : dst_block(m, i);
    switch (m->call->operation) {
      case UPC_STRIDE_OP_PREFIX_REDUCE: fold(m, i, 0, n, sum); break;
      case UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE: if (i == 0) continue; fold(m, i - 1, 0, n, sum); break;
      case UPC_STRIDE_OP_REDUCE_SCATTER: fold(m, k - 1, i * n * v->size, n, sum); break;
      default: fold(m, k - 1, 0, n, sum);
    }
    memcpy(to, sum, n * v->size);
  }
  free(sum);
}

/* Piece i: its bytes, and where it starts. */
static size_t bytes(const model_t *m, size_t i) { return m->call->counts != NULL ? m->call->counts[i] : m->call->len; }
static size_t start(const model_t *m, size_t i) {
  return m->call->displs != NULL ? m->call->displs[i] : i * m->call->len;
}

static void exchange(const model_t *m) {
  const upc_stride_played_call_t *c = m->call;
  const size_t k = m->dst->blocks;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      const size_t piece = j * k + i;
      if (c->counts == NULL) memcpy(dst_block(m, i) + j * c->len, src_block(m, j) + i * c->len, c->len);
      else memcpy(dst_block(m, i) + c->displs[piece], src_block(m, j) + c->src_displs[piece], c->counts[piece]);
    }
}

/* Each owner of blocks but the root has what it was lent in one of them. */
static void lend(const model_t *m) {
  upc_stride_own_t own;
  for (int t = 0; t < m->call->threads; t++)
    if (t != m->call->root && upc_stride_own_first(&own, m->dst, (size_t)t))
      memcpy(expected(m, m->arrays->dst.part[t] + own.offset), m->arrays->place, m->call->len);
}

/* The operation that exchange_own, or one of its kin, is for those who know all lists. */
static int of_kind(int kind) {
  switch (kind) {
    case UPC_STRIDE_PIECES_ALL: return UPC_STRIDE_OP_GATHER_ALL;
    case UPC_STRIDE_PIECES_IN: return UPC_STRIDE_OP_GATHER;
    case UPC_STRIDE_PIECES_OUT: return UPC_STRIDE_OP_SCATTER;
    default: return UPC_STRIDE_OP_EXCHANGE;
  }
}

/* Element index[i] of the array, counted row by row, to element i of the thread's buffer. */
static void fetch(const model_t *m) {
  const upc_stride_layout_t *L = m->src->layout;
  for (int t = 0; t < (int)L->threads; t++)
    for (size_t i = 0; i < m->call->lists[t].count; i++) {
      size_t rest = m->call->lists[t].index[i], index[UPC_STRIDE_MAX_DIMS], offset;
      for (int k = L->ndims - 1; k >= 0; rest /= L->shape[k--]) index[k] = rest % L->shape[k];
      const char *from = m->arrays->src.part[upc_stride_layout_place(L, index, &offset)] + offset;
      memcpy(expected(m, m->arrays->dst.part[t] + i * L->elemsize), from, L->elemsize);
    }
}

static void define(const model_t *m) {
  const upc_stride_played_call_t *c = m->call;
  const size_t len = c->len;
  size_t i, j;
  if (c->lists != NULL) {
    fetch(m);
    return;
  }
  if (m->values != NULL) {
    reduce(m);
    return;
  }
  switch (c->own != NULL ? of_kind(c->own_kind) : c->operation) {
    case UPC_STRIDE_OP_BROADCAST:
      if (c->lends) lend(m);
      for (i = 0; i < m->dst->blocks && !c->lends; i++) memcpy(dst_block(m, i), m->arrays->place, len);
      break;
    case UPC_STRIDE_OP_SCATTER:
      for (i = 0; i < m->dst->blocks; i++) memcpy(dst_block(m, i), m->arrays->place + start(m, i), bytes(m, i));
      break;
    case UPC_STRIDE_OP_GATHER:
      for (i = 0; i < m->src->blocks; i++) memcpy(m->place + start(m, i), src_block(m, i), bytes(m, i));
      break;
    case UPC_STRIDE_OP_GATHER_ALL:
      for (i = 0; i < m->dst->blocks; i++)
        for (j = 0; j < m->src->blocks; j++) memcpy(dst_block(m, i) + start(m, j), src_block(m, j), bytes(m, j));
      break;
    case UPC_STRIDE_OP_EXCHANGE: exchange(m); break;
    case UPC_STRIDE_OP_PERMUTE:
      for (i = 0; i < m->src->blocks; i++) memcpy(dst_block(m, (size_t)c->perm[i]), src_block(m, i), len);
      break;
    case UPC_STRIDE_OP_COPY:
      for (i = 0; i < m->dst->blocks; i++)
        memcpy(expected(m, element_at(&m->arrays->dst, m->dst, i)),
               element_at(c->same_array ? &m->arrays->dst : &m->arrays->src, m->src, i), m->dst->layout->elemsize);
  }
}

/* Bytes at the place: of one piece, or of one for each block. */
static size_t bytes_at_place(const model_t *m) {
  const upc_stride_played_call_t *c = m->call;
  size_t i, k, most = 0;
  if (m->values != NULL) return m->values->bytes;
  if (c->operation == UPC_STRIDE_OP_BROADCAST) return c->len;
  k = (c->own != NULL ? of_kind(c->own_kind) : c->operation) == UPC_STRIDE_OP_SCATTER ? m->dst->blocks : m->src->blocks;
  for (i = 0; i < k; i++)
    if (start(m, i) + bytes(m, i) > most) most = start(m, i) + bytes(m, i);
  return most;
}

void upc_stride_played_arrays_begin(upc_stride_played_arrays_t *A, const upc_stride_played_call_t *call,
                                    const upc_stride_flow_t *flow, const upc_stride_values_t *values) {
  model_t m = {call, A, &flow->dst.picks, &flow->src.picks, values, NULL};
  const int place_is_dst = flow->dst.kind == UPC_STRIDE_AT_PLACE, has_place = place_is_dst ||
         flow->src.kind == UPC_STRIDE_AT_PLACE;
  if (call->lists != NULL) new_buffers(&A->dst, &A->memory, call, (int)flow->src.picks.layout->threads);
  else if (!place_is_dst) new_array(&A->dst, &A->memory, call->dst.layout, call->same_array ? 2 : 0);
  if (flow->src.kind != UPC_STRIDE_AT_PLACE && !call->same_array) new_array(&A->src, &A->memory, call->src.layout, 2);
  if (call->place_block > 0) A->place = at(place_is_dst ? &A->src : &A->dst, place_is_dst ? m.src : m.dst,
                                           (size_t)call->place_block - 1);
  else if (has_place) A->place = new_memory(&A->memory, bytes_at_place(&m), call->root, place_is_dst ? 0 : 2);
  for (int i = 0; i < A->memory.n; i++)
    memcpy(A->memory.region[i].expected, A->memory.region[i].start, A->memory.region[i].bytes);
  if (has_place) m.place = expected(&m, A->place);
  if (!upc_stride_flow_is_empty(flow) && call->operation != UPC_STRIDE_OP_BARRIER) define(&m);
}

void upc_stride_played_arrays_end(upc_stride_played_arrays_t *A) {
  for (int i = 0; i < A->memory.n; i++) {
    upc_stride_played_region_t *r = &A->memory.region[i];
    if (r->expected == NULL) continue; /* a buffer, of its call */
    free(r->start), free(r->expected), free(r->writes);
  }
  free(A->memory.region), free(A->dst.part), free(A->src.part);
}

void upc_stride_played_compare(const upc_stride_played_arrays_t *A, int once, char *wrong, size_t size) {
  for (int i = 0; i < A->memory.n; i++) {
    const upc_stride_played_region_t *r = &A->memory.region[i];
    for (size_t at = 0; r->expected != NULL && at < r->bytes; at++) {
      if (r->start[at] != r->expected[at]) {
        snprintf(wrong, size, "thread %d: byte %zu of its part of %s is %d, must be %d", r->owner, at,
                 r->is_dst ? "dst" : "src", (unsigned char)r->start[at], (unsigned char)r->expected[at]);
        return;
      }
      if (once && r->writes[at] > 1) {
        snprintf(wrong, size, "thread %d: byte %zu of its part of dst is written %d times", r->owner, at,
                 r->writes[at]);
        return;
      }
    }
  }
}
