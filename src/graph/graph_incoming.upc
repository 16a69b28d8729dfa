/* SPDX-License-Identifier: BSD-3-Clause
 * The messages that a thread gets, as they are made: their records, their slots, and how a slot is unpacked. */
#include "graph/graph_setup.h"
#include "base/allocate.h"

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
