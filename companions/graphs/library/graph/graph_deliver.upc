/* SPDX-License-Identifier: BSD-3-Clause
 * What a part delivers when it has run; and, while the thread waits, what is under way. */
#include "graph/graph_thread.h"
#include "base/port.h"
#include "engine/call.h"

#include <string.h>

/* ---- deliveries ---- */

static int generation_of(const upc_stride_delivery_t *g, int iteration) {
  if (g->when == UPC_STRIDE_MOVE_ONCE) return 0;
  return iteration + g->ahead;
}

/* 1: it goes nowhere in this iteration: only to the end, or only to an iteration that there is not. */
static int goes_nowhere(const upc_stride_graph_run_t *R, const upc_stride_delivery_t *g, int iteration) {
  if (R->loop == UPC_STRIDE_LOOP_ENDED) return g->when != UPC_STRIDE_MOVE_FINAL;
  if (g->when == UPC_STRIDE_MOVE_ONCE) return 0;
  if (R->loop == UPC_STRIDE_LOOP_OPEN || iteration < R->iterations - 1) return g->when == UPC_STRIDE_MOVE_FINAL;
  return g->when == UPC_STRIDE_MOVE_EACH && !g->sent_last;
}

int upc_stride_graph_can_deliver(upc_stride_graph_run_t *R, const upc_stride_delivery_t *g, int iteration) {
  return g->outgoing < 0 || goes_nowhere(R, g, iteration) ||
         upc_stride_outgoing_free(&R->outgoing[g->outgoing], R->base, generation_of(g, iteration));
}

int upc_stride_graph_holds(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p,
                           const upc_stride_branch_t *branch, int iteration) {
  int i, k;
  for (i = 0; i < branch->n; i++) {
    for (k = p->step->operands; R->graph->access[p->step->access[k]].value != branch->value[i]; k++);
    if ((*(const int *)p->data[iteration & 1][k] != 0) != branch->holds[i]) return 0;
  }
  return 1;
}

/* For a far message with a branch: whether it has elements. */
static void write_head(upc_stride_outgoing_t *o, int generation, int full) {
  if (!o->near && o->conditional) memcpy(upc_stride_outgoing_slot(o, generation), &full, sizeof full);
}

/* The last delivery of the part to its message. */
static int is_last(const upc_stride_run_part_t *p, int i) {
  return i + 1 == p->deliveries || p->delivery[i + 1].outgoing != p->delivery[i].outgoing;
}

static void copy_delivery(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int i, int iteration) {
  const upc_stride_delivery_t *g = &p->delivery[i];
  const int generation = generation_of(g, iteration), full = upc_stride_graph_holds(R, p, &g->branch, iteration);
  upc_stride_outgoing_t *o;
  if (full && (g->copy.now || g->when != UPC_STRIDE_MOVE_EACH || R->loop == UPC_STRIDE_LOOP_OPEN ||
               iteration < R->iterations - 1))
    upc_stride_graph_copy(&g->copy, generation);
  if (g->outgoing < 0 || R->outgoing[g->outgoing].near || !is_last(p, i)) return;
  o = &R->outgoing[g->outgoing];
  write_head(o, generation, full);
  upc_stride_outgoing_deliver(o, R->base, generation);
  if (upc_stride_outgoing_under_way(o, generation)) upc_stride_turns_join(&R->sending, &o->turn);
}

/* Near threads are told when the part has copied all that it delivers: one that is told may write at once to where the
 * part copies from (graph_implied.c), and a thread that needs an element in two messages gets it twice. */
void upc_stride_graph_deliver(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration) {
  int i;
  for (i = 0; i < p->deliveries; i++)
    if (!goes_nowhere(R, &p->delivery[i], iteration)) copy_delivery(R, p, i, iteration);
  for (i = 0; i < p->deliveries; i++) {
    const upc_stride_delivery_t *g = &p->delivery[i];
    if (g->outgoing < 0 || !R->outgoing[g->outgoing].near || !is_last(p, i) || goes_nowhere(R, g, iteration)) continue;
    upc_stride_outgoing_deliver(&R->outgoing[g->outgoing], R->base, generation_of(g, iteration));
  }
}

/* ---- what is under way ---- */

static void send_more(upc_stride_turn_t *entry, void *run) {
  upc_stride_graph_run_t *R = run;
  upc_stride_looked_at++;
  if (upc_stride_outgoing_test(UPC_STRIDE_OF_TURN(upc_stride_outgoing_t, turn, entry)))
    upc_stride_turns_leave(&R->sending, entry);
}

/* Messages of calls, which may stand before those of the graph, are put aside. Those of the graph are not: a sender
 * that is ahead finds the channel's ring full, and waits. */
static void take_from(upc_stride_turn_t *entry, void *run) {
  upc_stride_graph_run_t *R = run;
  upc_stride_channel_t *c = UPC_STRIDE_OF_TURN(upc_stride_graph_channel_t, turn, entry)->channel;
  unsigned tag;
  upc_stride_looked_at++;
  while (upc_stride_channel_pass_over(c, UPC_STRIDE_GRAPH_TAG, UPC_STRIDE_TAG_ITEMS, &tag) &&
         upc_stride_incoming_take(&R->incoming[tag - UPC_STRIDE_GRAPH_TAG])) {}
}

void upc_stride_graph_turn(upc_stride_graph_run_t *R) {
  const int all = upc_stride_waits_for_events();
  upc_stride_turns_take(&R->sending, all, send_more, R);
  upc_stride_turns_take(&R->taking, all, take_from, R);
  upc_stride_calls_turn();
}
