/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exchange in the rounds of a torus (trees/rounds.h), many of them at once: any four successive rounds load all links
 * of a ring alike, in both directions. A rule says how many rounds are under way (`rounds`). A member sends so many
 * rounds, less one, ahead of those that it receives. So the messages of all these rounds use the links together, and
 * none of them waits for another round. The messages of a round do not end at the same time, since those of members
 * far from each other share more links. With eight under way the links of 4 x 4 x 4 nodes are idle for a seventh of
 * the time, with 24 for a tenth.
 *
 * Wins for many members and pieces from a few KB on a torus. Cost: about p * bytes / 8 times the length of the longest
 * ring, divided by the bandwidth of a link, which is the least for any exchange without combining: half of all data
 * crosses the middle of this ring.
 *
 * Pieces that do not lie in one run are packed in a buffer, one for each round under way.
 */
#include "schedules/schedule.h"

typedef struct torus_exchange {
  upc_stride_plan_t *plan;
  const upc_stride_group_t *group;
  int *to, *from;                     /* by round: threads                             */
  int at_once;                        /* rounds                                            */
  size_t out_at[UPC_STRIDE_MOST_AT_ONCE], in_at[UPC_STRIDE_MOST_AT_ONCE]; /* in the buffer, by turns */
} torus_exchange_t;

static size_t going(const torus_exchange_t *x, int r) {
  return upc_stride_flow_bytes(&x->plan->flow, MYTHREAD, x->to[r]);
}

static size_t coming(const torus_exchange_t *x, int r) {
  return upc_stride_flow_bytes(&x->plan->flow, x->from[r], MYTHREAD);
}

/* Where the data of a round lies or belongs: in one piece, or packed in the buffer (*packed). */
static upc_stride_memory_t outgoing(const torus_exchange_t *x, int r, int *packed) {
  size_t at;
  *packed = !upc_stride_flow_in_one(&x->plan->flow, MYTHREAD, x->to[r], 0, &at);
  if (*packed) return upc_stride_in_buffer(x->out_at[r % x->at_once], going(x, r));
  return upc_stride_base_memory(&x->plan->src, MYTHREAD, at, going(x, r));
}

static upc_stride_memory_t incoming(const torus_exchange_t *x, int r, int *packed) {
  size_t at;
  *packed = !upc_stride_flow_in_one(&x->plan->flow, x->from[r], MYTHREAD, 1, &at);
  if (*packed) return upc_stride_in_buffer(x->in_at[r % x->at_once], coming(x, r));
  return upc_stride_base_memory(&x->plan->dst, MYTHREAD, at, coming(x, r));
}

static void expect(const torus_exchange_t *x, int r) {
  int packed;
  upc_stride_memory_t m;
  if (r >= x->group->n || coming(x, r) == 0) return;
  m = incoming(x, r, &packed);
  upc_stride_plan_expect(x->plan, x->from[r], m);
}

/* At most as many sends as there are buffers: the oldest must be done before its buffer is written again. */
static void send_round(const torus_exchange_t *x, int r) {
  int packed;
  upc_stride_memory_t m;
  if (going(x, r) == 0) return;
  m = outgoing(x, r, &packed);
  if (packed) {
    upc_stride_plan_wait_sent(x->plan, x->at_once - 1);
    upc_stride_plan_pack(x->plan, MYTHREAD, x->to[r], m.position);
  }
  upc_stride_plan_send(x->plan, x->to[r], m);
}

static void receive_round(const torus_exchange_t *x, int r) {
  int packed;
  upc_stride_memory_t m;
  if (coming(x, r) == 0) return;
  m = incoming(x, r, &packed);
  upc_stride_plan_receive(x->plan, x->from[r], m);
  if (packed) upc_stride_plan_unpack(x->plan, x->from[r], MYTHREAD, m.position);
}

/* The largest message of the rounds that share a buffer. */
static void lay_out(torus_exchange_t *x) {
  size_t out[UPC_STRIDE_MOST_AT_ONCE] = {0}, in[UPC_STRIDE_MOST_AT_ONCE] = {0};
  int r, packed;
  for (r = 1; r < x->group->n; r++) {
    int turn = r % x->at_once;
    x->out_at[turn] = x->in_at[turn] = 0;
    if (going(x, r) > out[turn]) {
      outgoing(x, r, &packed);
      if (packed) out[turn] = going(x, r);
    }
    if (coming(x, r) > in[turn]) {
      incoming(x, r, &packed);
      if (packed) in[turn] = coming(x, r);
    }
  }
  for (r = 0; r < x->at_once; r++) {
    x->out_at[r] = upc_stride_plan_buffer(x->plan, out[r]);
    x->in_at[r] = upc_stride_plan_buffer(x->plan, in[r]);
  }
}

void upc_stride_exchange_torus(const upc_stride_task_t *task) {
  torus_exchange_t x;
  int r, n = task->group->n, ahead;
  x.plan = task->plan;
  x.group = task->group;
  x.at_once = task->choice->rounds;
  ahead = x.at_once - 1;
  x.to = upc_stride_plan_alloc(x.plan, 2 * (size_t)n * sizeof(int));
  x.from = x.to + n;
  upc_stride_group_rounds(x.group, x.to, x.from);
  lay_out(&x);
  upc_stride_enter(task);
  upc_stride_plan_at_once(x.plan, x.at_once);
  for (r = 1; r <= x.at_once; r++) expect(&x, r);
  upc_stride_plan_move(x.plan, MYTHREAD, MYTHREAD);
  for (r = 1; r < n + ahead; r++) {
    if (r < n) send_round(&x, r);
    if (r <= ahead) continue;
    receive_round(&x, r - ahead);
    expect(&x, r - ahead + x.at_once);
  }
  upc_stride_leave(task);
}
