/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_exchange_own: an exchange of pieces of any size, in which each member knows the lists of its own blocks
 * alone.
 *
 * The plan depends on the sections, not on the lists: these are data of each call. The members meet pairwise, twice.
 * First each tells the others how many bytes it has for each of their blocks. Then a member knows where its pieces
 * begin, and the data goes, packed, in messages. In round r a member sends to the one r ranks on and receives from the
 * one r ranks before; both at once, so that no circle of members waits for each other to receive.
 *
 * Cost: 2 * (p - 1) * latency + bytes / bandwidth; memory for a number for each own block and each block of the
 * section.
 */
#include "operations.h"
#include "engine/call.h"
#include "base/allocate.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* A block of the caller at one end, in the order in which a thread's blocks are visited. */
typedef struct own_block {
  size_t position, offset;
  size_t row;                         /* its number in the section's order: its row in the lists */
} own_block_t;

typedef struct own_blocks {
  own_block_t *list;
  size_t n;
} own_blocks_t;

/* What all steps of a plan read. The positions are in the call's buffer, of lists with a row of k numbers for each
 * block. */
typedef struct upc_stride_own_exchange {
  size_t k;
  upc_stride_picks_t src_picks, dst_picks;
  own_blocks_t src, dst;
  size_t from, to, received;          /* where pieces begin in blocks of src, and of dst; their bytes */
  size_t progress;                    /* progress_t */
} meeting_t;

typedef struct progress {
  size_t out, in;                     /* bytes of the round that have gone, and have come */
} progress_t;

/* ---- lists ---- */

static size_t *list(const upc_stride_run_t *run, size_t position) { return (size_t *)(void *)(run->buffer + position); }

static const meeting_t *meeting_of(upc_stride_run_t *run) { return upc_stride_call_of(run)->prepared->own_exchange; }

static int by_position(const void *a, const void *b) {
  const own_block_t *x = a, *y = b;
  return x->position < y->position ? -1 : x->position > y->position;
}

static own_blocks_t blocks_of(upc_stride_builder_t *B, const upc_stride_end_t *end) {
  own_blocks_t x;
  own_block_t *sorted;
  upc_stride_own_t own;
  size_t i, j;
  int more;
  x.n = upc_stride_blocks_of(end, B->me);
  x.list = upc_stride_plan_alloc(B, x.n * sizeof *x.list + 1);
  for (i = 0, more = upc_stride_own_first(&own, &end->picks, (size_t)B->me); more;
       more = upc_stride_own_next(&own), i++)
    x.list[i].position = own.position, x.list[i].offset = own.offset;
  sorted = upc_stride_alloc(x.n + 1, sizeof *sorted, "an exchange");
  memcpy(sorted, x.list, x.n * sizeof *sorted);
  qsort(sorted, x.n, sizeof *sorted, by_position);
  for (i = 0; i < x.n; i++) {
    const own_block_t *found = bsearch(&x.list[i], sorted, x.n, sizeof *sorted, by_position);
    j = (size_t)(found - sorted);
    x.list[i].row = j;
  }
  free(sorted);
  return x;
}

/* Where the pieces of a row begin: as the program says, or one after another. Each must lie within its block. */
static void place_row(const upc_stride_prepared_t *P, const char *argument, const upc_stride_picks_t *picks,
                      const own_block_t *block, size_t k, const size_t *counts, const size_t *displs, size_t *at) {
  const size_t most = upc_stride_block_bytes(picks, block->position);
  size_t i, sum = 0;
  for (i = 0; i < k; i++) {
    at[i] = displs != NULL ? displs[i] : sum;
    sum = upc_stride_sum(sum, counts[i]);
    if (counts[i] > most || at[i] > most - counts[i])
      upc_stride_fail_all(&P->site, "own_counts",
                          "%zu bytes at %zu of the piece between block %zu of %s and block %zu of "
                          "the other section, must lie within its block (%zu bytes)", counts[i], at[i], block->position,
                          argument, i, most);
  }
}

static const size_t *row_of(const size_t *lists, const own_block_t *block, size_t k) {
  return lists == NULL ? NULL : lists + block->row * k;
}

static int begin(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const meeting_t *m = meeting_of(run);
  const upc_stride_call_t *call = upc_stride_call_of(run);
  size_t a, b;
  (void)s;
  memset(run->buffer + m->progress, 0, sizeof(progress_t));
  if (call->lists.counts == NULL && m->src.n > 0)
    upc_stride_fail_all(&call->prepared->site, "own_counts", "null, must be %zu sizes in bytes", m->src.n * m->k);
  for (a = 0; a < m->src.n; a++) {
    const own_block_t *x = &m->src.list[a];
    const size_t *counts = row_of(call->lists.counts, x, m->k);
    place_row(call->prepared, "src", &m->src_picks, x, m->k, counts, row_of(call->lists.src_displs, x, m->k),
              list(run, m->from) + x->row * m->k);
    for (b = 0; b < m->dst.n; b++)
      list(run, m->received)[m->dst.list[b].row * m->k + x->position] = counts[m->dst.list[b].position];
  }
  return 1;
}

/* All counts have come. */
static int place_all(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const meeting_t *m = meeting_of(run);
  const upc_stride_call_t *call = upc_stride_call_of(run);
  size_t b;
  (void)s;
  for (b = 0; b < m->dst.n; b++) {
    const own_block_t *x = &m->dst.list[b];
    place_row(call->prepared, "dst", &m->dst_picks, x, m->k, list(run, m->received) + x->row * m->k,
              row_of(call->lists.displs, x, m->k), list(run, m->to) + x->row * m->k);
  }
  if (call->lists.received != NULL)
    memcpy(call->lists.received, list(run, m->received), m->dst.n * m->k * sizeof(size_t));
  return 1;
}

/* ---- the numbers and pieces between two members, as one row of bytes ---- */

/* A part of the row, from `skip` on: copied to or from a message of `bytes` bytes. */
typedef struct window {
  char *message;
  size_t skip, bytes, sum;            /* sum: all bytes that were passed */
  int out;                            /* 1: to the message               */
} window_t;

/* The next bytes of the row, at `here`: those in the window are copied. */
static void pass(window_t *w, char *here, size_t bytes) {
  size_t from = w->skip < bytes ? w->skip : bytes, some = bytes - from < w->bytes ? bytes - from : w->bytes;
  w->sum += bytes;
  w->skip -= from;
  if (some == 0) return;
  if (w->out) memcpy(w->message, here + from, some);
  else memcpy(here + from, w->message, some);
  w->message += some, w->bytes -= some;
}

/* The numbers of bytes, or the pieces, between the caller and a thread. Both ends go through the blocks of dst, and for
 * each of them through those of src. */
static void pass_row(upc_stride_run_t *run, int other, int numbers, window_t *w) {
  const meeting_t *m = meeting_of(run);
  const own_blocks_t *mine = w->out ? &m->src : &m->dst;
  const upc_stride_base_t *base = w->out ? &run->plan->src : &run->plan->dst;
  char *part = mine->n > 0 ? upc_stride_base_near(run->job, run->me, base, run->me) : NULL;
  size_t *counts = w->out ? (size_t *)upc_stride_call_of(run)->lists.counts : list(run, m->received), i = 0;
  const size_t *at = list(run, w->out ? m->from : m->to);
  upc_stride_own_t own;
  int more = mine->n > 0 && upc_stride_own_first(&own, w->out ? &m->dst_picks : &m->src_picks, (size_t)other);
  while (more) {
    const size_t entry = mine->list[i].row * m->k + own.position;
    if (numbers) pass(w, (char *)&counts[entry], sizeof counts[entry]);
    else pass(w, part + mine->list[i].offset + at[entry], counts[entry]);
    /* the caller's blocks are the inner loop of what it sends, and the outer one of what it receives */
    if (w->out && ++i < mine->n) continue;
    if (w->out) i = 0;
    more = upc_stride_own_next(&own);
    if (more || w->out || ++i == mine->n) continue;
    more = upc_stride_own_first(&own, &m->src_picks, (size_t)other);
  }
}

static size_t row_bytes(upc_stride_run_t *run, int other, int numbers, int out) {
  window_t w = {NULL, 0, 0, 0, 0};
  w.out = out;
  pass_row(run, other, numbers, &w);
  return w.sum;
}

/* The next message of the row, of at most `most` bytes: in `slot`. Its bytes. */
static size_t pass_message(upc_stride_run_t *run, int other, int numbers, int out, char *slot, size_t done,
                           size_t most) {
  window_t w = {NULL, 0, 0, 0, 0};
  w.message = slot, w.skip = done, w.bytes = most, w.out = out;
  pass_row(run, other, numbers, &w);
  return most - w.bytes;
}

/* A round: the step's numbers are the two peers, and 1 if numbers go. */
static int meet(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const meeting_t *m = meeting_of(run);
  upc_stride_call_t *call = upc_stride_call_of(run);
  const int to = (int)s->data.action.to, from = (int)s->data.action.from, numbers = (int)s->data.action.bytes;
  const int receiver = run->plan->peers[to].thread, sender = run->plan->peers[from].thread;
  const size_t out = row_bytes(run, receiver, numbers, 1), in = row_bytes(run, sender, numbers, 0);
  const size_t most = run->job->eager();
  progress_t *p = (progress_t *)(void *)(run->buffer + m->progress);
  int moves = 1;
  while (moves) {
    char *slot = p->out < out ? upc_stride_call_slot(call, to) : NULL;
    const char *come = p->in < in ? upc_stride_call_arrived(call, from, 0) : NULL;
    moves = slot != NULL || come != NULL;
    if (slot != NULL) {
      const size_t bytes = pass_message(run, receiver, numbers, 1, slot, p->out, most);
      upc_stride_call_send_slot(call, to, 0, bytes);
      p->out += bytes;
    }
    if (come != NULL) {
      p->in += pass_message(run, sender, numbers, 0, (char *)come, p->in, in - p->in < most ? in - p->in : most);
      upc_stride_call_drop(call, from);
    }
  }
  if (p->out < out || p->in < in) return 0;
  p->out = p->in = 0;
  return 1;
}

/* The pieces between the caller's own blocks. */
static int copy_own(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const meeting_t *m = meeting_of(run);
  const size_t *counts = upc_stride_call_of(run)->lists.counts;
  size_t a, b;
  (void)s;
  for (b = 0; b < m->dst.n; b++)
    for (a = 0; a < m->src.n; a++) {
      const own_block_t *x = &m->src.list[a], *y = &m->dst.list[b];
      const size_t from = x->row * m->k + y->position, to = y->row * m->k + x->position;
      memcpy(upc_stride_base_near(run->job, run->me, &run->plan->dst, run->me) + y->offset + list(run, m->to)[to],
             upc_stride_base_near(run->job, run->me, &run->plan->src, run->me) + x->offset + list(run, m->from)[from],
             counts[from]);
    }
  return 1;
}

/* ---- the plan ---- */

static void write_rounds(upc_stride_builder_t *B, const upc_stride_group_t *G, int numbers) {
  const int me = upc_stride_group_rank(G, B->me);
  int r;
  for (r = 1; r < G->n; r++)
    upc_stride_plan_action_between(B, meet, upc_stride_group_thread(G, (me + r) % G->n),
                                   upc_stride_group_thread(G, (me - r + G->n) % G->n), (size_t)numbers);
}

static void write_plan(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  upc_stride_builder_t *B = P->builder;
  meeting_t *m = upc_stride_plan_alloc(B, sizeof *m);
  upc_stride_task_t task;
  m->k = B->flow->dst.picks.blocks;
  m->src_picks = B->flow->src.picks, m->dst_picks = B->flow->dst.picks;
  m->src = blocks_of(B, &B->flow->src), m->dst = blocks_of(B, &B->flow->dst);
  m->from = upc_stride_plan_buffer(B, m->src.n * m->k * sizeof(size_t));
  m->to = upc_stride_plan_buffer(B, m->dst.n * m->k * sizeof(size_t));
  m->received = upc_stride_plan_buffer(B, m->dst.n * m->k * sizeof(size_t));
  m->progress = upc_stride_plan_buffer(B, sizeof(progress_t));
  P->own_exchange = m;
  memset(&task, 0, sizeof task);
  task.builder = B, task.group = G;
  upc_stride_enter(&task);
  upc_stride_plan_action(B, begin, 0, 0, 0);
  write_rounds(B, G, 1);
  upc_stride_plan_action(B, place_all, 0, 0, 0);
  upc_stride_plan_action(B, copy_own, 0, 0, 0);
  write_rounds(B, G, 0);
  upc_stride_leave(&task);
}

void upc_stride_build_exchange_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_members_t M;
  upc_stride_check_both(P, args);
  upc_stride_check_contiguous(&P->site, "dst", B->flow->dst.picks.layout);
  upc_stride_check_contiguous(&P->site, "src", B->flow->src.picks.layout);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_SLOTS;
  B->flow->later = 1;
  if (!upc_stride_takes_part(&M, P, 1)) return;
  upc_stride_plan_begin(P, &M.group);
  write_plan(P, &M.group);
  upc_stride_members_end(&M, B->flow);
}
