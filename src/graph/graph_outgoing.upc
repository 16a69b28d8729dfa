/* SPDX-License-Identifier: BSD-3-Clause
 * The list of messages that a thread sends, as it is made. */
#include "graph/graph_setup.h"
#include "base/allocate.h"

#include <string.h>

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
  if (!o->near) upc_stride_graph_way_find(&t->way, thread, number, o->bytes);
  return t;
}
