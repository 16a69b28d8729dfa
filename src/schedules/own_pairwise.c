/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pairwise, for pieces of any size of which each member knows only its own: exchange_own and its kin.
 *
 * First members tell each other how many bytes they have for each of the other's blocks, and where these begin. The
 * data then goes straight: to a far member packed, in messages; from a near one the receiver reads it where it lies. In
 * round r a member sends to the one r ranks on and receives from the one r ranks before.
 *
 * Cost: 2 * (p - 1) * latency + bytes / bandwidth. (Between many members: own_sparse.c.)
 *
 *   2 threads, far, gather_own to thread 0     thread 1: 24 bytes for you; then 24 bytes
 *   near, OUT_MYSYNC                           thread 1: 24 bytes for you, from 0 on; thread 0 copies them: done
 *
 * Memory: some numbers for each own block and each block of the other section. */
#include "schedules/own.h"
#include "base/has_data.h"

typedef upc_stride_own_plan_t own_plan_t;
typedef upc_stride_own_pieces_t pieces_t;

static const own_plan_t *plan_of(const upc_stride_run_t *run) { return run->plan->own; }

/* ---- sizes ---- */

typedef struct told {
  size_t bytes, start;                /* of a piece */
} told_t;

/* The bytes that thread s tells thread d. */
static size_t told_bytes(const upc_stride_builder_t *B, int s, int d) {
  const upc_stride_flow_t *F = B->flow;
  size_t to;
  if (!upc_stride_has_part(&F->dst, d)) return 0;
  to = F->kind == UPC_STRIDE_PIECES_ALL ? 1 : upc_stride_blocks_of(&F->dst, d);
  return to * upc_stride_blocks_of(&F->src, s) * sizeof(told_t);
}

static told_t *row_at(const upc_stride_run_t *run, size_t position) {
  return (told_t *)(void *)(run->buffer + position);
}

static int tell(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  int r;
  (void)s;
  for (r = 1; r < m->n; r++) {
    told_t *to = row_at(run, m->told[r]);
    pieces_t p;
    for (p = upc_stride_own_pieces(m, m->tell[r], 1); p.more; upc_stride_own_next_piece(&p), to++) {
      to->bytes = upc_stride_own_count(run, p.own, p.position);
      to->start = upc_stride_own_start(run, p.own, p.position);
    }
  }
  return 1;
}

static int hear(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  int r;
  (void)s;
  for (r = 1; r < m->n; r++) {
    const told_t *from = row_at(run, m->heard[r]);
    pieces_t p;
    for (p = upc_stride_own_pieces(m, m->hear[r], 0); p.more; upc_stride_own_next_piece(&p), from++) {
      upc_stride_own_list(run, m->received)[upc_stride_own_entry(&p)] = from->bytes;
      upc_stride_own_list(run, m->there)[upc_stride_own_entry(&p)] = from->start;
    }
  }
  return 1;
}

static void sizes_pairwise(upc_stride_builder_t *B, own_plan_t *m, int *to, int *from) {
  int r;
  m->tell = to, m->hear = from;
  m->told = upc_stride_plan_alloc(B, 2 * (size_t)m->n * sizeof *m->told);
  m->heard = m->told + m->n;
  for (r = 1; r < m->n; r++) {
    m->told[r] = upc_stride_plan_buffer(B, told_bytes(B, B->me, to[r]));
    m->heard[r] = upc_stride_plan_buffer(B, told_bytes(B, from[r], B->me));
  }
  upc_stride_own_local(B, tell);
  for (r = 1; r < m->n; r++)
    upc_stride_plan_exchange(B, to[r], upc_stride_in_buffer(m->told[r], told_bytes(B, B->me, to[r])), from[r],
                             upc_stride_in_buffer(m->heard[r], told_bytes(B, from[r], B->me)));
  upc_stride_own_local(B, hear);
}

/* ---- data ---- */

/* What a near thread, the step's number, has for the caller. */
static int read_near(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = plan_of(run);
  const int sender = (int)s->data.action.from;
  const size_t *there = upc_stride_own_list(run, m->there), *to = upc_stride_own_list(run, m->to);
  char *dst = upc_stride_own_dst(run), *src = upc_stride_base_near(run->by->setting, run->me, &run->plan->src, sender);
  pieces_t p;
  if (run->by->touches != NULL) run->by->touches(run, sender);
  for (p = upc_stride_own_pieces(m, sender, 0); p.more; upc_stride_own_next_piece(&p)) {
    const size_t entry = upc_stride_own_entry(&p);
    upc_stride_copy_bytes(dst + m->dst.list[p.own].offset + to[entry], src + p.offset + there[entry],
                          upc_stride_own_list(run, m->received)[entry]);
  }
  return 1;
}

static void read_from(upc_stride_builder_t *B, int sender) {
  upc_stride_own_local(B, read_near);
  upc_stride_plan_newest_step(B)->data.action.from = (size_t)sender;
  if (B->sync.out == UPC_STRIDE_MY) upc_stride_plan_signal_done(B, sender);
}

/* 1: receivers read pieces where they lie. In place they are in the sender's buffer, which others do not know. */
static int is_near(const upc_stride_builder_t *B, int thread) {
  return !B->in_place && B->setting->near(B->me, thread);
}

static void data(upc_stride_builder_t *B, int n, const int *to, const int *from) {
  int r;
  for (r = 1; r < n; r++) {
    const int sends = told_bytes(B, B->me, to[r]) > 0, receives = told_bytes(B, from[r], B->me) > 0;
    const int reads = receives && is_near(B, from[r]);
    if (reads) read_from(B, from[r]);
    upc_stride_own_meet(B, sends && !is_near(B, to[r]) ? to[r] : -1, receives && !reads ? from[r] : -1, 0);
  }
}

/* Near receivers have read the caller's pieces. */
static void await_readers(upc_stride_builder_t *B, int n, const int *to) {
  int r;
  if (B->sync.out != UPC_STRIDE_MY) return;
  for (r = 1; r < n; r++)
    if (is_near(B, to[r]) && told_bytes(B, B->me, to[r]) > 0) upc_stride_plan_await_done(B, to[r]);
}

void upc_stride_own_pairwise(const upc_stride_role_t *role) {
  upc_stride_builder_t *B = role->builder;
  const int n = role->group->n;
  int *to = upc_stride_plan_alloc(B, 2 * (size_t)n * sizeof *to), *from = to + n;
  own_plan_t *m = upc_stride_own_begin(role, 0);
  upc_stride_enter(role);
  upc_stride_group_rounds(role->group, B->me, to, from);
  m->there = upc_stride_plan_buffer(B, m->dst.used * m->src.k * sizeof(size_t));
  sizes_pairwise(B, m, to, from);
  upc_stride_own_known(B);
  data(B, n, to, from);
  await_readers(B, n, to);
  upc_stride_own_end(role, m);
}
