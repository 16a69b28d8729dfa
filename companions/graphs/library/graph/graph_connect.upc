/* SPDX-License-Identifier: BSD-3-Clause
 * The messages of a thread, as they are made: those that come, with their records, their slots, and how a slot is
 * unpacked; those that go; and how both ends find each other, by the records. */
#include "graph/graph_thread.h"
#include "base/allocate.h"
#include "base/line.h"

#include <string.h>

/* ---- messages that come ---- */

size_t upc_stride_graph_incoming_new(upc_stride_graph_run_t *R) {
  size_t bytes = 0;
  int i;
  R->incoming = upc_stride_alloc((size_t)R->plan.messages, sizeof *R->incoming, "a graph");
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->plan = &R->plan.message[i];
    m->near = upc_stride_graph_by_address(m->plan->thread);
    m->slot_bytes = upc_stride_message_slot_bytes(m->plan);
    if (!m->near) bytes += (size_t)upc_stride_message_slots(m->plan) * m->slot_bytes;
  }
  return bytes;
}

/* How the elements of a move get from a slot of message m to their region. */
static void add_copy(upc_stride_graph_run_t *R, upc_stride_incoming_t *m, const upc_stride_move_t *move) {
  const upc_stride_region_t *region = &R->plan.region[move->region];
  upc_stride_storage_t to = upc_stride_graph_plan_storage(region), from;
  size_t element = upc_stride_value_of(R->graph, move->access)->size;
  upc_stride_graph_copy_t *c;
  m->copy = upc_stride_grown(m->copy, m->copies, &m->copies_capacity, sizeof *m->copy, "a graph");
  c = &m->copy[m->copies++];
  upc_stride_storage_dense(&from, &move->box, element);
  upc_stride_box_copy_new(&c->box, element, &to, &move->box, &from, &move->box);
  c->from = m->slots + move->offset;
  c->from_bytes = upc_stride_message_slots(m->plan) == 2 ? m->slot_bytes : 0;
  c->to = R->region[move->region];
  c->to_bytes = upc_stride_graph_plan_generation(region);
  c->now = move->now;
}

void upc_stride_graph_incoming_place(upc_stride_graph_run_t *R, size_t at) {
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->record = R->memory + (size_t)i * UPC_STRIDE_RECORD;
    m->record_here = (char *)m->record;
    if (m->near) continue;
    m->slots = (char *)R->memory + at;
    at += (size_t)upc_stride_message_slots(m->plan) * m->slot_bytes;
  }
  for (i = 0; i < R->plan.moves; i++) {
    const upc_stride_move_t *move = &R->plan.move[i];
    if (move->message >= 0 && !R->incoming[move->message].near) add_copy(R, &R->incoming[move->message], move);
  }
}

/* ---- messages that go ---- */

upc_stride_outgoing_t *upc_stride_graph_new_outgoing(upc_stride_graph_run_t *R, const upc_stride_message_t *m,
                                                     int near) {
  upc_stride_outgoing_t *o;
  R->outgoing = upc_stride_grown(R->outgoing, R->outgoings, &R->outgoings_capacity, sizeof *R->outgoing, "a graph");
  o = &R->outgoing[R->outgoings++];
  memset(o, 0, sizeof *o);
  o->when = m->when;
  o->ahead = m->ahead;
  o->near = near;
  o->in_place = m->in_place;
  o->now = m->now;
  o->conditional = m->branch.n > 0;
  o->slot_count = upc_stride_message_slots(m);
  o->bytes = m->bytes;
  o->slot_bytes = upc_stride_message_slot_bytes(m);
  return o;
}

upc_stride_target_t *upc_stride_graph_add_target(upc_stride_outgoing_t *o, int thread, int number) {
  upc_stride_target_t *t;
  o->target = upc_stride_grown(o->target, o->targets, &o->targets_capacity, sizeof *o->target, "a graph");
  t = &o->target[o->targets++];
  memset(t, 0, sizeof *t);
  t->thread = thread;
  t->number = number;
  if (!o->near) upc_stride_graph_way_find(&t->way, thread, number, o->bytes, o->conditional);
  return t;
}

/* ---- both ends ---- */

/* The credits are a piece of memory of their own. Each is in a cache line of its own, which another thread writes. */
void upc_stride_graph_connect_receivers(upc_stride_graph_run_t *R) {
  upc_stride_place_t credit;
  size_t bytes = UPC_STRIDE_LINE;          /* to begin at a line */
  int i;
  for (i = 0; i < R->outgoings; i++)
    if (R->outgoing[i].near) bytes += UPC_STRIDE_LINE;
  R->credits = credit = upc_stride_shared_alloc(bytes, "the messages of a graph");
  R->bytes += bytes;
  memset((char *)R->credits, 0, bytes);
  credit += upc_stride_to_line((char *)credit);
  for (i = 0; i < R->outgoings; i++) {
    upc_stride_target_t *t = &R->outgoing[i].target[0];
    if (!R->outgoing[i].near) continue;
    t->credit = credit;
    t->credit_here = (char *)credit;
    *(shared [] upc_stride_place_t *)(t->record + offsetof(upc_stride_graph_record_t, credit)) = credit;
    if (t->implied) *(shared [] unsigned *)(t->record + offsetof(upc_stride_graph_record_t, implied)) = 1;
    credit += UPC_STRIDE_LINE;
  }
}

static void add_channel(upc_stride_graph_run_t *R, upc_stride_channel_t *c) {
  int i = 0;
  while (i < R->channels && R->channel[i].channel != c) i++;
  if (i < R->channels) return;
  R->channel = upc_stride_resize(R->channel, (size_t)R->channels + 1, sizeof *R->channel, "a graph");
  memset(&R->channel[R->channels], 0, sizeof *R->channel);
  R->channel[R->channels++].channel = c;
}

void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    const upc_stride_graph_record_t *record = (const upc_stride_graph_record_t *)m->record_here;
    m->from = record->from > 0 ? record->from - 1 : m->plan->thread;
    m->credit = record->credit;
    if (m->near) {
      m->credit_here = upc_stride_address((shared const void *)m->credit);
      continue;
    }
    upc_stride_graph_way_find(&m->way, m->from, i, m->plan->bytes, m->plan->branch.n > 0);
    if (!m->way.streams) add_channel(R, m->way.channel);
  }
  for (i = 0; i < R->channels; i++) upc_stride_turns_join(&R->taking, &R->channel[i].turn);
}
