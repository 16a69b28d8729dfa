/* SPDX-License-Identifier: BSD-3-Clause
 * What each part of a thread copies and sends when it has run: copies to other regions of the thread, from its own
 * plan; messages to other threads, from the plans of these threads. */
#include "graph/graph_thread.h"
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"
#include "base/hash_map.h"
#include "base/port.h"

#include <stdlib.h>
#include <string.h>

/* A thread that gets messages: its plan, and its memory for the graph. */
typedef struct receiver {
  upc_stride_graph_plan_t plan;
  upc_stride_place_t memory;
} receiver_t;

/* ---- what a part delivers ---- */

static upc_stride_delivery_t *new_delivery(upc_stride_run_part_t *p) {
  p->delivery = upc_stride_grown(p->delivery, p->deliveries, &p->deliveries_capacity, sizeof *p->delivery, "a graph");
  memset(&p->delivery[p->deliveries], 0, sizeof *p->delivery);
  return &p->delivery[p->deliveries++];
}

/* The writer of a move delivers its elements. `to` is where they go: a region or a message. */
static upc_stride_delivery_t *add_delivery(upc_stride_graph_run_t *R, const upc_stride_move_t *m, int outgoing,
                                           const upc_stride_storage_t *to) {
  const upc_stride_access_t *a = &R->graph->access[m->access];
  const upc_stride_graph_value_t *v = &R->graph->value[a->value];
  int from_region = upc_stride_graph_plan_region(&R->plan, R->graph, m->access, m->part);
  const upc_stride_region_t *region = &R->plan.region[from_region];
  upc_stride_delivery_t *delivery = new_delivery(&R->part[upc_stride_graph_plan_part(&R->plan, a->step, m->part)]);
  upc_stride_storage_t from = upc_stride_graph_plan_storage(region);
  long long back[UPC_STRIDE_DIMS];
  upc_stride_box_t from_box;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) back[k] = -m->shift[k];
  from_box = upc_stride_box_moved(&m->box, back);
  delivery->when = m->when;
  delivery->ahead = v->ahead;
  delivery->outgoing = outgoing;
  delivery->branch = m->branch;
  delivery->sent_last = delivery->copy.now = m->now;
  upc_stride_box_copy_new(&delivery->copy.box, v->size, to, &m->box, &from, &from_box);
  delivery->copy.from = R->region[from_region];
  delivery->copy.from_bytes = upc_stride_graph_plan_generation(region);
  return delivery;
}

static void add_own_moves(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *m = &R->plan.move[i];
    const upc_stride_region_t *region = &R->plan.region[m->region];
    upc_stride_storage_t to = upc_stride_graph_plan_storage(region);
    upc_stride_delivery_t *delivery;
    if (m->message >= 0) continue;
    delivery = add_delivery(R, m, -1, &to);
    delivery->copy.to = R->region[m->region];
    delivery->copy.to_bytes = upc_stride_graph_plan_generation(region);
  }
}

/* ---- messages ---- */

/* One more receiver of a message, which has this number there. */
static void add_receiver_of(upc_stride_graph_run_t *R, upc_stride_outgoing_t *o, const receiver_t *to, int message) {
  upc_stride_target_t *t = upc_stride_graph_add_target(o, to->plan.thread, message);
  t->record = to->memory + (size_t)message * UPC_STRIDE_RECORD;
  t->waits = to->plan.message[message].waits;
  t->implied = o->near && upc_stride_graph_implied(&R->plan, R->graph, &to->plan, message);
}

/* The message to a near thread. */
static void add_near(upc_stride_graph_run_t *R, const receiver_t *to, int message) {
  upc_stride_outgoing_t *o = upc_stride_graph_new_outgoing(R, &to->plan.message[message], 1);
  add_receiver_of(R, o, to, message);
  o->record_here = upc_stride_address((shared const void *)o->target[0].record);
}

/* A number for what is in each message of a plan: which elements, in which order, and when. */
static unsigned long long *contents(const upc_stride_graph_plan_t *P) {
  unsigned long long *content = upc_stride_alloc((size_t)P->messages, sizeof *content, "a graph");
  int i, k;
  for (i = 0; i < P->messages; i++) {
    const upc_stride_message_t *m = &P->message[i];
    content[i] = upc_stride_mix((unsigned)m->when, (unsigned)(m->ahead + 2 * m->in_place + 4 * m->now));
    for (k = 0; k < m->branch.n; k++)
      content[i] = upc_stride_mix(content[i], (unsigned)(2 * m->branch.value[k] + m->branch.holds[k]));
  }
  for (i = 0; i < P->moves; i++) {
    const upc_stride_move_t *m = &P->move[i];
    unsigned long long *c;
    if (m->message < 0) continue;
    c = &content[m->message];
    *c = upc_stride_mix(upc_stride_mix(*c, (unsigned)m->access), (unsigned)(2 * m->part + m->now));
    for (k = 0; k < UPC_STRIDE_DIMS; k++) {
      *c = upc_stride_mix(*c, (unsigned long long)m->box.lo[k]);
      *c = upc_stride_mix(*c, (unsigned long long)m->box.hi[k]);
      *c = upc_stride_mix(*c, (unsigned long long)m->shift[k]);
    }
  }
  return content;
}

/* The message to a far thread: another one of those that get the same elements, or the first. Returns 1 if it is the
 * first. `far` has the first ones, by contents; should two have the same key, it keeps the later one. */
static int add_far(upc_stride_graph_run_t *R, upc_stride_hash_map_t *far, const receiver_t *to, int message,
                   unsigned long long content) {
  const upc_stride_message_t *m = &to->plan.message[message];
  const int same = upc_stride_hash_map_find(far, (unsigned)content);
  upc_stride_outgoing_t *o = same < 0 ? NULL : &R->outgoing[same];
  const int first = o == NULL || o->content != content || o->bytes != m->bytes;
  if (first) {
    o = upc_stride_graph_new_outgoing(R, m, 0);
    upc_stride_hash_map_set(far, (unsigned)content, R->outgoings - 1);
    o->content = content;
    o->packed = upc_stride_alloc((size_t)o->slot_count, o->slot_bytes, "messages of a graph");
  }
  add_receiver_of(R, o, to, message);
  return first;
}

/* Elements that go straight to the receiver's region. */
static upc_stride_delivery_t *add_near_move(upc_stride_graph_run_t *R, const receiver_t *to,
                                            const upc_stride_move_t *m, int outgoing) {
  const upc_stride_region_t *region = &to->plan.region[m->region];
  const upc_stride_storage_t storage = upc_stride_graph_plan_storage(region);
  upc_stride_place_t place = to->memory + upc_stride_graph_regions_at(&to->plan) + region->offset;
  upc_stride_delivery_t *delivery = add_delivery(R, m, outgoing, &storage);
  delivery->copy.to = upc_stride_address((shared const void *)place);
  delivery->copy.to_bytes = upc_stride_graph_plan_generation(region);
  return delivery;
}

/* Elements that are packed. */
static upc_stride_delivery_t *add_far_move(upc_stride_graph_run_t *R, const upc_stride_move_t *m, int outgoing) {
  const upc_stride_outgoing_t *o = &R->outgoing[outgoing];
  upc_stride_storage_t dense;
  upc_stride_delivery_t *delivery;
  upc_stride_storage_dense(&dense, &m->box, upc_stride_value_of(R->graph, m->access)->size);
  delivery = add_delivery(R, m, outgoing, &dense);
  delivery->copy.to = o->packed + m->offset;
  if (o->slot_count == 2) delivery->copy.to_bytes = o->slot_bytes;
  return delivery;
}

/* What another thread gets from this one. What several far threads get is packed once: for the first of them. */
static void add_receiver(upc_stride_graph_run_t *R, upc_stride_hash_map_t *far, const receiver_t *to) {
  const upc_stride_graph_plan_t *P = &to->plan;
  const int near = upc_stride_graph_by_address(P->thread);
  int *number = upc_stride_alloc((size_t)P->messages, sizeof *number, "a graph"), i;
  unsigned long long *content = contents(P);
  for (i = 0; i < P->messages; i++) {
    number[i] = -1;
    if (P->message[i].thread != MYTHREAD) continue;
    if (near) add_near(R, to, i);
    else if (!add_far(R, far, to, i, content[i])) continue;
    number[i] = R->outgoings - 1;
  }
  for (i = 0; i < P->moves; i++) {
    const upc_stride_move_t *m = &P->move[i];
    upc_stride_delivery_t *delivery;
    if (m->message < 0 || number[m->message] < 0) continue;
    delivery = near ? add_near_move(R, to, m, number[m->message]) : add_far_move(R, m, number[m->message]);
    delivery->sent_last = P->message[m->message].now;
  }
  free(number);
  free(content);
}

static int by_message(const void *a, const void *b) {
  const upc_stride_delivery_t *x = a, *y = b;
  return (x->outgoing > y->outgoing) - (x->outgoing < y->outgoing);
}

/* Sorts what a part delivers by messages, and counts the parts that deliver to each: the last of them sends it. */
static void count_deliveries(upc_stride_graph_run_t *R) {
  int i, k;
  for (i = 0; i < R->plan.parts; i++) {
    upc_stride_run_part_t *p = &R->part[i];
    if (p->deliveries > 1) qsort(p->delivery, (size_t)p->deliveries, sizeof *p->delivery, by_message);
    for (k = 0; k < p->deliveries; k++)
      if (p->delivery[k].outgoing >= 0 && (k == 0 || p->delivery[k].outgoing != p->delivery[k - 1].outgoing))
        R->outgoing[p->delivery[k].outgoing].parts++;
  }
}

static void add_receivers(upc_stride_graph_run_t *R, shared upc_stride_place_t *memories) {
  upc_stride_hash_map_t far;
  receiver_t to;
  char complaint[UPC_STRIDE_COMPLAINT];
  char *reads = upc_stride_alloc((size_t)THREADS, 1, "a graph");
  int t;
  memset(&far, 0, sizeof far);
  upc_stride_graph_readers(R->graph, MYTHREAD, THREADS, reads);
  for (t = 0; t < THREADS; t++) {
    if (t == MYTHREAD || !reads[t]) continue;
    upc_stride_graph_plan(&to.plan, R->graph, t, complaint); /* a fault in it is for its own thread to report */
    to.memory = memories[t];
    add_receiver(R, &far, &to);
    upc_stride_graph_plan_free(&to.plan);
  }
  upc_stride_hash_map_end(&far);
  free(reads);
}

void upc_stride_graph_sends_new(upc_stride_graph_run_t *R, shared upc_stride_place_t *memories) {
  add_own_moves(R);
  add_receivers(R, memories);
  count_deliveries(R);
}

