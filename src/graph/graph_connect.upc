/* SPDX-License-Identifier: BSD-3-Clause
 * Connects the senders of messages with the receivers, by the records of the messages. */
#include "graph/graph_setup.h"
#include "base/line.h"

#include <string.h>

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

void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    const upc_stride_graph_record_t *record = (const upc_stride_graph_record_t *)m->record_here;
    m->from = record->from > 0 ? record->from - 1 : m->plan->thread;
    m->credit = record->credit;
    if (m->near) m->credit_here = upc_stride_address((shared const void *)m->credit);
    else upc_stride_graph_way_find(&m->way, m->from, i, m->plan->bytes);
  }
}
