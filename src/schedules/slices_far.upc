/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Combining a slice of blocks of which some are far, for reduce_slices.upc. The slice is worked through in chunks. For
 * each chunk the blocks are fetched in the order of the section, some of them ahead, and combined as they arrive; the
 * result is then put into the blocks of dst. The step starts transfers and returns while they are in progress, so other
 * calls go on meanwhile. Cost: a latency for each AHEAD blocks of a chunk, and each byte once.
 */
#include "schedules/reduce.h"

#include <string.h>

enum { CHUNK = 4096, AHEAD = 4, WORDS = CHUNK / sizeof(long double) };

/* How far one call is. It lies in the call's buffer, since several calls in flight may have the same plan. Blocks are
 * counted through all chunks: number n is block n % froms of chunk n / froms. */
typedef struct progress {
  size_t fetched, combined;           /* blocks asked for; blocks combined                        */
  size_t next, end;                   /* blocks of dst that the result must still be put into     */
  size_t result_at, result_bytes;     /* where this result belongs in each of them                */
  upc_stride_transfer_t get[AHEAD], put[AHEAD];
  long double block[AHEAD][WORDS], sum[WORDS], following[WORDS], result[WORDS];
} progress_t;

/* Where the chunk of block number n starts in its block, and its bytes. */
static size_t chunk_of(const upc_stride_values_t *v, size_t n, size_t *bytes) {
  size_t each = CHUNK / v->size * v->size, from = n / v->froms * each, all = v->count * v->size;
  *bytes = all - from < each ? all - from : each;
  return v->first * v->size + from;
}

static size_t number_of_blocks(const upc_stride_values_t *v) {
  size_t each = CHUNK / v->size;
  return (v->count + each - 1) / each * v->froms;
}

static void fetch_ahead(progress_t *x, const upc_stride_values_t *v) {
  size_t all = number_of_blocks(v), bytes;
  for (; x->fetched < all && x->fetched < x->combined + AHEAD; x->fetched++) {
    const upc_stride_spot_t *spot = &v->from[x->fetched % v->froms];
    size_t at = chunk_of(v, x->fetched, &bytes), slot = x->fetched % AHEAD;
    shared [] char *place = spot->far + at;
    if (spot->near == NULL) upc_stride_transfer_get(&x->get[slot], x->block[slot], (shared const void *)place, bytes);
  }
}

/* Puts the result into the blocks of dst that are left. 0 if too many transfers are in progress. */
static int put_result(progress_t *x, const upc_stride_values_t *v) {
  for (; x->next < x->end; x->next++) {
    const upc_stride_spot_t *spot = &v->to[x->next];
    upc_stride_transfer_t *put = &x->put[x->next % AHEAD];
    shared [] char *place = spot->far + x->result_at;
    if (spot->near != NULL) {
      memcpy(spot->near + x->result_at, x->result, x->result_bytes);
      continue;
    }
    if (!upc_stride_transfer_test(put)) return 0;
    upc_stride_transfer_put(put, (shared void *)place, x->result, x->result_bytes);
  }
  return 1;
}

static int puts_complete(progress_t *x) {
  int i, complete = 1;
  for (i = 0; i < AHEAD; i++) complete &= upc_stride_transfer_test(&x->put[i]);
  return complete;
}

/* Combines a block with the sum of those before it in its chunk. */
static void add_block(progress_t *x, const upc_stride_values_t *v, const void *block, size_t bytes, int is_first) {
  if (is_first) {
    memcpy(x->sum, block, bytes);
  } else if (v->ordered) {
    memcpy(x->following, block, bytes);
    upc_stride_combine(v, x->sum, x->following, bytes / v->size);
    memcpy(x->sum, x->following, bytes);
  } else {
    upc_stride_combine(v, block, x->sum, bytes / v->size);
  }
}

/* Takes the next block, if it has arrived and its result has a place to go. */
static int take_block(progress_t *x, const upc_stride_values_t *v, int prefix) {
  size_t n = x->combined, i = n % v->froms, slot = n % AHEAD, bytes, at = chunk_of(v, n, &bytes);
  const upc_stride_spot_t *spot = &v->from[i];
  int gives_result = prefix || i + 1 == v->froms;
  const void *block = x->block[slot];
  if (spot->near != NULL) block = spot->near + at;
  else if (!upc_stride_transfer_test(&x->get[slot])) return 0;
  if (gives_result && !puts_complete(x)) return 0;
  add_block(x, v, block, bytes, i == 0);
  x->combined++;
  if (!gives_result) return 1;
  memcpy(x->result, x->sum, bytes);
  x->result_at = at;
  x->result_bytes = bytes;
  x->next = prefix ? i : 0;
  x->end = prefix ? i + 1 : v->tos;
  return 1;
}

static int begin(upc_stride_call_t *call, const upc_stride_step_t *step) {
  progress_t *x = (progress_t *)(call->buffer.here + step->data.action.to);
  int i;
  x->fetched = x->combined = x->next = x->end = 0;
  for (i = 0; i < AHEAD; i++) x->get[i].handle = x->put[i].handle = NULL;
  return 1;
}

static int advance(upc_stride_call_t *call, const upc_stride_step_t *step) {
  progress_t *x = (progress_t *)(call->buffer.here + step->data.action.to);
  const upc_stride_values_t *v = call->plan->extra;
  size_t all = number_of_blocks(v);
  for (;;) {
    fetch_ahead(x, v);
    if (!put_result(x, v)) return 0;
    if (x->combined == all) return puts_complete(x);
    if (!take_block(x, v, call->plan->flow.prefix)) return 0;
  }
}

void upc_stride_plan_far_slice(upc_stride_plan_t *P) {
  size_t at = upc_stride_plan_buffer(P, sizeof(progress_t));
  upc_stride_plan_action(P, begin, at, 0, 0);
  upc_stride_plan_action(P, advance, at, 0, 0);
}
