/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise, for pieces of any size of which each member knows only its own: exchange_own and its kin.
 *
 * The plan depends on the sections, not on the lists: these are data of each call. Each two members that may have
 * pieces for each other meet. First each tells the other how many bytes it has for each of its blocks. Then a member
 * knows where its pieces begin, and the data goes: to a far member packed, in messages; a near one also tells where its
 * pieces lie, and the receiver reads them there. In round r a member sends to the one r ranks on and receives from the
 * one r ranks before; both at once, so that no circle of members waits for each other to receive.
 *
 *   2 threads, far, gather_own to thread 0     thread 1: 24 bytes for you; then 24 bytes
 *   near, OUT_MYSYNC                           thread 1: 24 bytes for you, from 0 on; thread 0 copies them: done
 *
 * In gather_all_own all blocks of a member get the same: the first one gets it from others, and it goes on from there.
 *
 * Cost: 2 * (p - 1) * latency + bytes / bandwidth; memory for some numbers for each own block and each block of the
 * other section. */
#include "schedules/schedule.h"
#include "base/allocate.h"
#include "base/number.h"
#include "plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block of the caller, or a place on it, in the order in which a thread's blocks are visited. */
typedef struct own_block {
  size_t position, offset;
  size_t row;                         /* its number in the section's order: its row in the lists */
} own_block_t;

typedef struct own_blocks {
  const upc_stride_end_t *end;
  size_t k;                           /* blocks of all members, of which a place is one */
  own_block_t *list;                  /* the caller's, `n` of them                      */
  size_t n, used;                     /* used: those that others exchange pieces with   */
} own_blocks_t;

/* What all steps of a plan read. The positions are in the call's buffer. There the caller's blocks of src have rows
 * with a number for each block of dst, and the reverse. */
typedef struct upc_stride_own_plan {
  int kind;                           /* of the flow                                                          */
  size_t place_bytes;                 /* from the place to the end of its object, if it is the caller's       */
  upc_stride_end_t src_end, dst_end;
  own_blocks_t src, dst;
  size_t counts, from;                /* of src: the bytes of pieces, and where they begin                    */
  size_t received, to, there;         /* of dst: the bytes, where they go, and where they begin at the sender */
  size_t progress;                    /* progress_t                                                           */
} own_plan_t;

typedef struct progress {
  size_t out, in;                     /* bytes of the round that have gone, and have come */
} progress_t;

enum { NUMBERS = 1, SENDS = 2, RECEIVES = 4 }; /* of a round */

static const own_plan_t *plan_of(const upc_stride_run_t *run) { return run->plan->own; }

static size_t *list(const upc_stride_run_t *run, size_t position) { return (size_t *)(void *)(run->buffer + position); }

/* ---- blocks ---- */

/* The blocks of a thread at an end, one after another. */
typedef struct visit {
  upc_stride_own_t own;
  size_t position, offset;
  int place;
} visit_t;

static int visited(visit_t *v, int more) {
  if (more && !v->place) v->position = v->own.position, v->offset = v->own.offset;
  return more;
}

static int first(visit_t *v, const upc_stride_end_t *end, int thread) {
  v->position = v->offset = 0;
  v->place = end->kind == UPC_STRIDE_AT_PLACE;
  return visited(v, v->place ? end->thread == thread : upc_stride_own_first(&v->own, &end->picks, (size_t)thread));
}

static int next(visit_t *v) { return visited(v, v->place ? 0 : upc_stride_own_next(&v->own)); }

static int by_position(const void *a, const void *b) {
  const own_block_t *x = a, *y = b;
  return x->position < y->position ? -1 : x->position > y->position;
}

static own_blocks_t blocks_of(upc_stride_builder_t *B, const upc_stride_end_t *end, int first_only) {
  own_blocks_t x;
  own_block_t *sorted;
  visit_t v;
  size_t i;
  int more;
  x.end = end;
  x.k = end->kind == UPC_STRIDE_AT_PLACE ? 1 : end->picks.blocks;
  x.n = upc_stride_blocks_of(end, B->me);
  x.used = first_only && x.n > 1 ? 1 : x.n;
  x.list = upc_stride_plan_alloc(B, x.n * sizeof *x.list + 1);
  for (i = 0, more = first(&v, end, B->me); more; more = next(&v), i++)
    x.list[i].position = v.position, x.list[i].offset = v.offset;
  sorted = upc_stride_alloc(x.n + 1, sizeof *sorted, "blocks of a call");
  memcpy(sorted, x.list, x.n * sizeof *sorted);
  qsort(sorted, x.n, sizeof *sorted, by_position);
  for (i = 0; i < x.n; i++) {
    const own_block_t *found = bsearch(&x.list[i], sorted, x.n, sizeof *sorted, by_position);
    x.list[i].row = (size_t)(found - sorted);
  }
  free(sorted);
  return x;
}

/* ---- where pieces begin ---- */

/* As the program says, or one after another. Each must lie within its block, or behind the place in its object. */
static int place_row(upc_stride_run_t *run, const char *argument, const own_blocks_t *blocks, const own_block_t *block,
                     size_t k, const size_t *counts, const size_t *displs, size_t *at) {
  const int place = blocks->end->kind == UPC_STRIDE_AT_PLACE;
  const size_t most = place ? plan_of(run)->place_bytes : upc_stride_block_bytes(&blocks->end->picks, block->position);
  char text[240];
  size_t i, sum = 0;
  for (i = 0; i < k; i++) {
    at[i] = displs != NULL ? displs[i] : sum;
    sum = upc_stride_sum(sum, counts[i]);
    if (counts[i] <= most && at[i] <= most - counts[i]) continue;
    if (place)
      snprintf(text, sizeof text, "%zu bytes at %zu of piece %zu, must lie within the object of %s (%zu bytes from the "
               "place on)", counts[i], at[i], i, argument, most);
    else
      snprintf(text, sizeof text, "%zu bytes at %zu of the piece between block %zu of %s and block %zu of the other "
               "section, must lie within its block (%zu bytes)", counts[i], at[i], block->position, argument, i, most);
    run->fail(run, "own_counts", text);
    return 0;
  }
  return 1;
}

static const size_t *row_of(const size_t *lists, const own_block_t *block, size_t k) {
  return lists == NULL ? NULL : lists + block->row * k;
}

/* The sizes that a block of src has for each block of dst: with gather_all one for all of them. */
static void take_counts(const upc_stride_run_t *run, const own_block_t *x, size_t *counts) {
  const own_plan_t *m = plan_of(run);
  size_t i;
  for (i = 0; i < m->dst.k; i++)
    counts[i] = run->lists->counts[m->kind == UPC_STRIDE_PIECES_ALL ? x->row : x->row * m->dst.k + i];
}

static int begin(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  size_t a, b;
  char text[60];
  (void)s;
  memset(run->buffer + m->progress, 0, sizeof(progress_t));
  if (run->lists->counts == NULL && m->src.n > 0) {
    snprintf(text, sizeof text, "null, must be %zu sizes in bytes",
             m->src.n * (m->kind == UPC_STRIDE_PIECES_ALL ? 1 : m->dst.k));
    run->fail(run, "own_counts", text);
    return 0;
  }
  for (a = 0; a < m->src.n; a++) {
    const own_block_t *x = &m->src.list[a];
    size_t *counts = list(run, m->counts) + x->row * m->dst.k, *from = list(run, m->from) + x->row * m->dst.k;
    take_counts(run, x, counts);
    if (m->kind == UPC_STRIDE_PIECES_ALL) { /* the same bytes for all blocks of dst */
      memset(from, 0, m->dst.k * sizeof *from);
      if (!place_row(run, "src", &m->src, x, 1, counts, NULL, from)) return 0;
    } else {
      const size_t *displs = row_of(run->lists->src_displs, x, m->dst.k);
      if (!place_row(run, "src", &m->src, x, m->dst.k, counts, displs, from)) return 0;
    }
    for (b = 0; b < m->dst.used; b++)
      list(run, m->received)[m->dst.list[b].row * m->src.k + x->position] = counts[m->dst.list[b].position];
  }
  return 1;
}

/* All counts have come. */
static int place_all(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  size_t *received = list(run, m->received), b;
  (void)s;
  for (b = 0; b < m->dst.n; b++) {
    const own_block_t *x = &m->dst.list[b];
    if (b >= m->dst.used)
      memcpy(received + x->row * m->src.k, received + m->dst.list[0].row * m->src.k, m->src.k * sizeof *received);
    if (!place_row(run, "dst", &m->dst, x, m->src.k, received + x->row * m->src.k,
                   row_of(run->lists->displs, x, m->src.k), list(run, m->to) + x->row * m->src.k)) return 0;
  }
  if (run->lists->received != NULL) memcpy(run->lists->received, received, m->dst.n * m->src.k * sizeof *received);
  return 1;
}

/* ---- the pieces between two members: for each block of dst those of all blocks of src ---- */

/* An own block, and the block of the other at this position and offset of its part. */
typedef void each_t(void *context, const own_block_t *own, size_t position, size_t offset);

static void each_piece(const own_plan_t *m, int other, int out, each_t *each, void *context) {
  visit_t v;
  size_t i, taken = 0;
  int more;
  if (out) {
    for (more = first(&v, &m->dst_end, other); more; more = next(&v)) {
      if (m->kind == UPC_STRIDE_PIECES_ALL && taken++ > 0) return;
      for (i = 0; i < m->src.n; i++) each(context, &m->src.list[i], v.position, v.offset);
    }
    return;
  }
  for (i = 0; i < m->dst.used; i++)
    for (more = first(&v, &m->src_end, other); more; more = next(&v))
      each(context, &m->dst.list[i], v.position, v.offset);
}

/* ---- numbers and pieces as one row of bytes, in messages ---- */

/* A part of the row, from `skip` on: copied to or from a message of `bytes` bytes. */
typedef struct window {
  upc_stride_run_t *run;
  char *message, *part;               /* part: the caller's blocks, of src or of dst */
  size_t skip, bytes, sum;            /* sum: all bytes that were passed             */
  int out, numbers, near;             /* out 1: to the message                       */
} window_t;

/* The next bytes of the row, at `here`: those in the window are copied. */
static void pass(window_t *w, void *here, size_t bytes) {
  size_t from = w->skip < bytes ? w->skip : bytes, some = bytes - from < w->bytes ? bytes - from : w->bytes;
  w->sum += bytes;
  w->skip -= from;
  if (some == 0) return;
  if (w->out) memcpy(w->message, (char *)here + from, some);
  else memcpy((char *)here + from, w->message, some);
  w->message += some, w->bytes -= some;
}

static void pass_piece(void *context, const own_block_t *own, size_t position, size_t offset) {
  window_t *w = context;
  const own_plan_t *m = plan_of(w->run);
  const size_t entry = own->row * (w->out ? m->dst.k : m->src.k) + position;
  size_t *count = list(w->run, w->out ? m->counts : m->received) + entry;
  (void)offset;
  if (!w->numbers) {
    pass(w, w->part + own->offset + list(w->run, w->out ? m->from : m->to)[entry], *count);
    return;
  }
  pass(w, count, sizeof *count);
  if (w->near) pass(w, list(w->run, w->out ? m->from : m->there) + entry, sizeof *count);
}

static window_t window(upc_stride_run_t *run, int other, int numbers, int out) {
  window_t w = {NULL, NULL, NULL, 0, 0, 0, 0, 0, 0};
  w.run = run, w.numbers = numbers, w.out = out;
  w.near = run->job->near(run->me, other);
  w.part = upc_stride_base_near(run->job, run->me, out ? &run->plan->src : &run->plan->dst, run->me);
  return w;
}

static size_t row_bytes(upc_stride_run_t *run, int other, int numbers, int out) {
  window_t w = window(run, other, numbers, out);
  each_piece(plan_of(run), other, out, pass_piece, &w);
  return w.sum;
}

/* The next message of the row, of at most `most` bytes. Its bytes. */
static size_t pass_message(upc_stride_run_t *run, int other, int numbers, int out, char *message, size_t done,
                           size_t most) {
  window_t w = window(run, other, numbers, out);
  w.message = message, w.skip = done, w.bytes = most;
  each_piece(plan_of(run), other, out, pass_piece, &w);
  return most - w.bytes;
}

/* A round: the step's numbers are the two peers, and what goes. */
static int meet(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_action_step_t *a = &s->data.action;
  const int to = (int)a->to, from = (int)a->from, numbers = (a->bytes & NUMBERS) != 0;
  const int receiver = run->plan->peers[to].thread, sender = run->plan->peers[from].thread;
  const size_t out = (a->bytes & SENDS) != 0 ? row_bytes(run, receiver, numbers, 1) : 0;
  const size_t in = (a->bytes & RECEIVES) != 0 ? row_bytes(run, sender, numbers, 0) : 0, most = run->job->eager();
  progress_t *p = (progress_t *)(void *)(run->buffer + plan_of(run)->progress);
  int moves = 1;
  while (moves) {
    char *slot = p->out < out ? run->slot(run, to) : NULL;
    const char *come = p->in < in ? run->arrived(run, from) : NULL;
    moves = slot != NULL || come != NULL;
    if (slot != NULL) {
      const size_t bytes = pass_message(run, receiver, numbers, 1, slot, p->out, most);
      run->post(run, to, bytes);
      p->out += bytes;
    }
    if (come != NULL) {
      p->in += pass_message(run, sender, numbers, 0, (char *)come, p->in, in - p->in < most ? in - p->in : most);
      run->drop(run, from);
    }
  }
  if (p->out < out || p->in < in) return 0;
  p->out = p->in = 0;
  return 1;
}

/* ---- copies ---- */

typedef struct copying {
  upc_stride_run_t *run;
  char *to, *from;                    /* the caller's part of dst, and the sender's of src */
} copying_t;

static void copy_piece(void *context, const own_block_t *own, size_t position, size_t offset) {
  const copying_t *c = context;
  const own_plan_t *m = plan_of(c->run);
  const size_t entry = own->row * m->src.k + position;
  memcpy(c->to + own->offset + list(c->run, m->to)[entry], c->from + offset + list(c->run, m->there)[entry],
         list(c->run, m->received)[entry]);
}

/* What a near thread, the step's number, has for the caller. Its numbers came with where its pieces begin. */
static int read_near(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const int sender = (int)s->data.action.from;
  copying_t c;
  c.run = run;
  c.to = upc_stride_base_near(run->job, run->me, &run->plan->dst, run->me);
  c.from = upc_stride_base_near(run->job, run->me, &run->plan->src, sender);
  if (run->touches != NULL) run->touches(run, sender);
  each_piece(plan_of(run), sender, 0, copy_piece, &c);
  return 1;
}

/* The pieces between the caller's own blocks. */
static int copy_own(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  char *dst = m->dst.n > 0 ? upc_stride_base_near(run->job, run->me, &run->plan->dst, run->me) : NULL;
  char *src = m->src.n > 0 ? upc_stride_base_near(run->job, run->me, &run->plan->src, run->me) : NULL;
  size_t a, b;
  (void)s;
  for (b = 0; b < m->dst.used; b++)
    for (a = 0; a < m->src.n; a++) {
      const own_block_t *x = &m->src.list[a], *y = &m->dst.list[b];
      const size_t from = x->row * m->dst.k + y->position, to = y->row * m->src.k + x->position;
      memcpy(dst + y->offset + list(run, m->to)[to], src + x->offset + list(run, m->from)[from],
             list(run, m->counts)[from]);
    }
  return 1;
}

/* From the caller's first block of dst to its others. */
static int spread(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  char *dst = upc_stride_base_near(run->job, run->me, &run->plan->dst, run->me);
  const own_block_t *x = &m->dst.list[0];
  size_t b, j;
  (void)s;
  for (b = 1; b < m->dst.n; b++)
    for (j = 0; j < m->src.k; j++) {
      const own_block_t *y = &m->dst.list[b];
      const size_t from = x->row * m->src.k + j, to = y->row * m->src.k + j;
      memcpy(dst + y->offset + list(run, m->to)[to], dst + x->offset + list(run, m->to)[from],
             list(run, m->received)[from]);
    }
  return 1;
}

/* ---- the plan ---- */

/* An action that touches memory of the caller alone. */
static void local(upc_stride_builder_t *B, upc_stride_action_t *act) {
  upc_stride_plan_action_on(B, act, upc_stride_in_buffer(0, 0), upc_stride_in_buffer(0, 0));
}

/* Whether the caller may have pieces for a thread, and the reverse: bits of the above. */
static int between(const upc_stride_builder_t *B, const own_plan_t *m, int to, int from) {
  return (m->src.n > 0 && upc_stride_has_part(&m->dst_end, to) && to != B->me ? SENDS : 0) |
         (m->dst.n > 0 && upc_stride_has_part(&m->src_end, from) && from != B->me ? RECEIVES : 0);
}

static void meet_round(upc_stride_builder_t *B, int to, int from, int what) {
  if ((what & (SENDS | RECEIVES)) == 0) return;
  if ((what & SENDS) == 0) to = from;
  if ((what & RECEIVES) == 0) from = to;
  upc_stride_plan_action_between(B, meet, to, from, (size_t)what);
}

static void read_from(upc_stride_builder_t *B, int sender) {
  local(B, read_near);
  upc_stride_plan_newest_step(B)->data.action.from = (size_t)sender;
  if (B->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal_done(B, sender);
}

static int is_near(const upc_stride_builder_t *B, int thread) { return B->job->near(B->me, thread); }

static void numbers(upc_stride_builder_t *B, const own_plan_t *m, int n, const int *to, const int *from) {
  int r;
  for (r = 1; r < n; r++) {
    const int what = between(B, m, to[r], from[r]);
    if (what != 0) meet_round(B, to[r], from[r], what | NUMBERS);
  }
}

static void data(upc_stride_builder_t *B, const own_plan_t *m, int n, const int *to, const int *from) {
  int r;
  for (r = 1; r < n; r++) {
    int what = between(B, m, to[r], from[r]);
    if ((what & SENDS) != 0 && is_near(B, to[r])) what -= SENDS;
    if ((what & RECEIVES) != 0 && is_near(B, from[r])) {
      what -= RECEIVES;
      read_from(B, from[r]);
    }
    meet_round(B, to[r], from[r], what);
  }
}

/* Near receivers have read the caller's pieces. */
static void await_readers(upc_stride_builder_t *B, const own_plan_t *m, int n, const int *to, const int *from) {
  int r;
  if (B->sync.out != UPC_STRIDE_MY) return;
  for (r = 1; r < n; r++)
    if ((between(B, m, to[r], from[r]) & SENDS) != 0 && is_near(B, to[r])) upc_stride_plan_await_done(B, to[r]);
}

static own_plan_t *new_plan(upc_stride_builder_t *B) {
  own_plan_t *m = upc_stride_plan_alloc(B, sizeof *m);
  m->kind = B->flow->kind;
  m->place_bytes = B->flow->len;
  m->src_end = B->flow->src, m->dst_end = B->flow->dst;
  m->src = blocks_of(B, &m->src_end, 0);
  m->dst = blocks_of(B, &m->dst_end, m->kind == UPC_STRIDE_PIECES_ALL);
  m->counts = upc_stride_plan_buffer(B, m->src.n * m->dst.k * sizeof(size_t));
  m->from = upc_stride_plan_buffer(B, m->src.n * m->dst.k * sizeof(size_t));
  m->received = upc_stride_plan_buffer(B, m->dst.n * m->src.k * sizeof(size_t));
  m->to = upc_stride_plan_buffer(B, m->dst.n * m->src.k * sizeof(size_t));
  m->there = upc_stride_plan_buffer(B, m->dst.n * m->src.k * sizeof(size_t));
  m->progress = upc_stride_plan_buffer(B, sizeof(progress_t));
  return m;
}

void upc_stride_own_pairwise(const upc_stride_task_t *task) {
  upc_stride_builder_t *B = task->builder;
  const int n = task->group->n;
  int *to = upc_stride_plan_alloc(B, 2 * (size_t)n * sizeof *to), *from = to + n;
  own_plan_t *m = new_plan(B);
  B->own = m;
  upc_stride_group_rounds(task->group, B->me, to, from);
  upc_stride_enter(task);
  local(B, begin);
  numbers(B, m, n, to, from);
  local(B, place_all);
  local(B, copy_own);
  data(B, m, n, to, from);
  if (m->dst.used < m->dst.n) local(B, spread);
  await_readers(B, m, n, to, from);
  upc_stride_leave(task);
}
