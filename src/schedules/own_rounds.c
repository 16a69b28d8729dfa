/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all_own by rounds in which all members take part. First all learn the sizes of all pieces, as in
 * gather_all_bruck.c. Then each has room for them in its first block of dst, from which it also sends on what has come:
 *
 *   bruck   in round r the pieces of 2^r members, as in gather_all_bruck.c
 *           Cost: 2 * ceil(log2 p) * latency + (p - 1) * bytes / bandwidth
 *   ring    the pieces of one member, to the next one, as in gather_all_ring.c
 *           Cost: (ceil(log2 p) + p - 1) * latency + (p - 1) * bytes / bandwidth, and every link carries the same
 *
 * Members that own no block of dst pass pieces on, too, from a block in the call's buffer. Nobody reads another's
 * memory: MYSYNC needs no signals. (Bruck and others, 1997; Thakur, Rabenseifner, Gropp, 2005.) */
#include "schedules/own.h"
#include "trees/rounds.h"

typedef upc_stride_own_plan_t own_plan_t;
typedef upc_stride_own_pieces_t pieces_t;

static size_t told_bytes(const upc_stride_builder_t *B, int s, int d) {
  (void)d;
  return upc_stride_blocks_of(&B->flow->src, s) * sizeof(size_t);
}

static int tell(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = run->plan->own;
  size_t a;
  (void)s;
  for (a = 0; a < m->src.n; a++) upc_stride_own_list(run, m->told[0])[a] = upc_stride_own_count(run, a, 0);
  return 1;
}

/* The i-th has come from the member i places before. */
static int hear(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const own_plan_t *m = run->plan->own;
  int i;
  (void)s;
  for (i = 1; i < m->n; i++) {
    const size_t *from = upc_stride_own_list(run, m->told[i]);
    pieces_t p;
    for (p = upc_stride_own_pieces(m, m->hear[i], 0); p.more; upc_stride_own_next_piece(&p))
      upc_stride_own_list(run, m->received)[upc_stride_own_entry(&p)] = *from++;
  }
  return 1;
}

static own_plan_t *begin(const upc_stride_role_t *role, upc_stride_order_t order) {
  upc_stride_builder_t *B = role->builder;
  own_plan_t *m = upc_stride_own_begin(role, 1);
  const upc_stride_gather_bruck_t sizes = upc_stride_gather_bruck_begin(role, told_bytes);
  int i;
  upc_stride_enter(role);
  m->hear = upc_stride_plan_alloc(B, 2 * (size_t)m->n * sizeof *m->hear);
  m->order = m->hear + m->n;
  for (i = 0; i < m->n; i++) m->hear[i] = upc_stride_gather_bruck_member(&sizes, sizes.me - i);
  m->told = sizes.at;
  m->me = upc_stride_order_group(role->group, order, B->me, m->order);
  m->round = upc_stride_plan_alloc(B, (size_t)m->n * sizeof *m->round);
  upc_stride_own_local(B, tell);
  upc_stride_gather_bruck_rounds(&sizes);
  upc_stride_own_local(B, hear);
  upc_stride_own_known(B);
  return m;
}

/* A round: the pieces of `members` members, `skip` ranks before and at the caller's, go `by` ranks on. */
static void pass_on(upc_stride_builder_t *B, own_plan_t *m, int number, int by, int skip, int members) {
  upc_stride_own_round_t *r = &m->round[number];
  const int to = (m->me + by) % m->n, from = (m->me - by + m->n) % m->n;
  r->out = (m->me - skip + m->n) % m->n, r->in = (from - skip + m->n) % m->n, r->members = members;
  upc_stride_own_meet(B, m->order[to], m->order[from], number);
}

void upc_stride_own_all_bruck(const upc_stride_role_t *role) {
  own_plan_t *m = begin(role, UPC_STRIDE_ROW_MAJOR);
  int number = 0;
  long long by;
  for (by = 1; by < m->n; by *= 2)
    pass_on(role->builder, m, number++, (int)by, 0, (int)(by < m->n - by ? by : m->n - by));
  upc_stride_own_end(role, m);
}

void upc_stride_own_all_ring(const upc_stride_role_t *role) {
  own_plan_t *m = begin(role, UPC_STRIDE_ALONG);
  int r;
  for (r = 0; r < m->n - 1; r++) pass_on(role->builder, m, r, 1, r, 1);
  upc_stride_own_end(role, m);
}
