/* SPDX-License-Identifier: BSD-3-Clause
 * A call of the command line as one that the library's player plays (src/player/player.h): see plans.h. */
#include <stdio.h>
#include <string.h>
#include "base/tuned.h"
#include "common/mistake.h"
#include "plan/values.h"
#include "show/plans.h"
#include "upc_stride_operation.h"

enum { MOST_MEMBERS = 512, MOST_MESSAGES = 400000 };
#define MOST_PIECES 1e6                /* of a call whose plans are made */

static size_t eager(const show_call_t *c, int threads) {
  int slot = c->per_node >= threads            ? UPC_STRIDE_SLOT_NEAR
             : threads <= UPC_STRIDE_FEW_THREADS ? UPC_STRIDE_SLOT_FAR
                                                 : UPC_STRIDE_SLOT_MANY;
  return upc_stride_tuned(slot) - UPC_STRIDE_SLOT_HEAD;
}

/* What the call moves must fit its blocks, as in a program. Without a type, an element is as large as that takes. */
static void check_bytes(const show_call_t *c, const upc_stride_picks_t *P) {
  const size_t blocks = P->blocks, most = blocks > 0 ? upc_stride_smallest(P) : 0;
  size_t pieces = c->operation == UPC_STRIDE_OP_GATHER_ALL || c->operation == UPC_STRIDE_OP_EXCHANGE ? blocks : 1;
  const char *len = upc_stride_played_reduces(c->operation) ? "nelems" : "len";
  const char *end = c->operation == UPC_STRIDE_OP_GATHER || c->operation == UPC_STRIDE_OP_REDUCE ? "src" : "dst";
  if (c->operation == UPC_STRIDE_OP_REDUCE_SCATTER) pieces = blocks;
  if (!c->type || c->operation == UPC_STRIDE_OP_COPY || c->operation == UPC_STRIDE_OP_BARRIER || blocks == 0) return;
  if (c->bytes * (double)pieces <= (double)most) return;
  if (pieces > 1)
    mistake("%s: %s: %zu pieces of %.0f bytes, must be at most a block of %s (%zu bytes)",
            upc_stride_operation_name(c->operation), len, pieces, c->bytes, end, most);
  mistake("%s: %s: %.0f bytes, must be at most a block of %s (%zu bytes)", upc_stride_operation_name(c->operation), len,
          c->bytes, end, most);
}

/* A copy takes all elements of both arrays. */
static void check_copy(const show_call_t *c) {
  const upc_stride_layout_t *to = c->to, *from = c->layout;
  int equal = to->ndims == from->ndims;
  for (int k = 0; equal && k < to->ndims; k++) equal = to->shape[k] == from->shape[k];
  if (equal) return;
  char text[2][200];
  for (int i = 0; i < 2; i++) {
    const upc_stride_layout_t *L = i ? to : from;
    size_t used = 0;
    for (int k = 0; k < L->ndims; k++)
      used += (size_t)snprintf(text[i] + used, sizeof text[i] - used, k > 0 ? " x %zu" : "%zu", L->shape[k]);
  }
  mistake("upc_stride_copy: src: %s elements, must be as many in each dimension as in dst (%s)", text[0], text[1]);
}

static upc_stride_played_end_t end_of(const show_call_t *c, const upc_stride_layout_t *layout) {
  upc_stride_played_end_t end = {layout, c->operation == UPC_STRIDE_OP_COPY ? 0 : c->intervals, c->interval};
  return end;
}

static upc_stride_picks_t picks_of(const show_call_t *c) {
  upc_stride_picks_t P;
  upc_stride_mistake_t wrong;
  if (upc_stride_pick(&P, c->layout, c->intervals, c->interval, &wrong) != UPC_STRIDE_FINE) P.blocks = 0;
  return P;
}

static upc_stride_played_call_t played(const show_call_t *c) {
  const int threads = (int)c->layout->threads;
  upc_stride_played_call_t p = {.operation = c->operation, .root = c->root, .len = (size_t)c->bytes,
                                .threads = threads, .per_node = c->per_node, .cores = threads, .conduit = c->conduit,
                                .sync = {UPC_STRIDE_ALL_MEMBERS, UPC_STRIDE_ALL_MEMBERS}, .op = UPC_ADD,
                                .type = c->type ? c->type : UPC_DOUBLE};
  const upc_stride_picks_t P = picks_of(c);
  const size_t blocks = P.blocks;
  static int next[(int)MOST_PIECES];
  p.dst = end_of(c, c->operation == UPC_STRIDE_OP_COPY ? c->to : c->layout);
  p.src = end_of(c, c->layout);
  p.same_array = p.dst.layout == p.src.layout && c->operation == UPC_STRIDE_OP_BARRIER;
  p.eager = eager(c, threads);
  if (upc_stride_played_reduces(c->operation))
    p.len = (p.len + upc_stride_type_bytes(p.type) - 1) / upc_stride_type_bytes(p.type);
  check_bytes(c, &P);
  if (c->operation == UPC_STRIDE_OP_COPY) check_copy(c);
  if (upc_stride_played_pieces(&p) > MOST_PIECES)
    mistake("the call moves %.0f pieces, and at most %.0f can be looked at", upc_stride_played_pieces(&p), MOST_PIECES);
  if (c->operation == UPC_STRIDE_OP_PERMUTE) { /* block i goes to the next position */
    for (size_t i = 0; i < blocks; i++) next[i] = (int)((i + 1) % blocks);
    p.perm = next;
  }
  return p;
}

void show_choose_for(upc_stride_played_t *R, const show_call_t *c) {
  const upc_stride_played_call_t p = played(c);
  upc_stride_play_choice(R, &p);
  if (R->wrong[0]) mistake("%s", R->wrong);
}

void show_plans(upc_stride_played_t *R, const show_call_t *c) {
  const upc_stride_played_call_t p = played(c);
  upc_stride_play_choice(R, &p);
  if (!R->wrong[0] && R->selector.members > MOST_MEMBERS)
    mistake("the call has more than %d members: too many to be shown", (int)MOST_MEMBERS);
  if (!R->wrong[0]) upc_stride_play(R, &p);
  if (R->wrong[0]) mistake("%s", R->wrong);
  if (R->messages > MOST_MESSAGES)
    mistake("the call has more than %d messages: too many to be shown", (int)MOST_MESSAGES);
}
