/* SPDX-License-Identifier: BSD-3-Clause
 * Connects the senders of messages with the receivers. A sender has the place of each message's record. It reads there
 * where the receiver's slots are, and writes there where its own credit is. */
#include "graph/graph_setup.h"
#include "base/allocate.h"
#include "base/line.h"
#include "base/port.h"

#include <stdlib.h>
#include <string.h>

/* Tells a receiver the place of its credit, and gets that of its slots. */
static void connect_receiver(const upc_stride_outgoing_t *o, upc_stride_target_t *t, size_t credit,
                          upc_stride_place_t credits) {
  t->credit = credits + credit;
  t->credit_here = (char *)t->credit;
  if (!o->near) {
    unsigned number = *(shared [] unsigned *)(t->record + offsetof(upc_stride_graph_record_t, number));
    t->slots = *(shared [] upc_stride_place_t *)(t->record + offsetof(upc_stride_graph_record_t, slots));
    upc_stride_graph_streams_find(&t->streams, t->thread, number, o->bytes);
  }
  *(shared [] upc_stride_place_t *)(t->record + offsetof(upc_stride_graph_record_t, credit)) = t->credit;
  if (t->implied) *(shared [] unsigned *)(t->record + offsetof(upc_stride_graph_record_t, implied)) = 1;
}

/* A message and one of its receivers, who has a credit for it. */
typedef struct connection {
  const upc_stride_outgoing_t *o;
  upc_stride_target_t *t;
} connection_t;

static int by_receiver(const void *a, const void *b) {
  const connection_t *x = a, *y = b;
  if (x->t->thread != y->t->thread) return x->t->thread < y->t->thread ? -1 : 1;
  if (x->o->near != y->o->near) return x->o->near - y->o->near;
  return (x->t->record > y->t->record) - (x->t->record < y->t->record);
}

/* Lists all that the thread sends, by receivers, then by the number of the message there; returns how many they are. To
 * a near thread, messages that this thread passes on go as to a far one: these come first. */
static int list_connections(const upc_stride_graph_run_t *R, connection_t **list) {
  connection_t *to;
  int n = 0, i, k;
  for (i = 0; i < R->outgoings; i++) n += R->outgoing[i].targets;
  *list = to = upc_stride_alloc((size_t)n, sizeof *to, "a graph");
  for (i = n = 0; i < R->outgoings; i++)
    for (k = 0; k < R->outgoing[i].targets; k++, n++)
      to[n].o = &R->outgoing[i], to[n].t = &R->outgoing[i].target[k];
  if (n > 1) qsort(to, (size_t)n, sizeof *to, by_receiver);
  return n;
}

/* The credits are a piece of memory of their own. Each near thread writes to a cache line of its own. */
void upc_stride_graph_connect_receivers(upc_stride_graph_run_t *R) {
  connection_t *to;
  const int n = list_connections(R, &to);
  size_t bytes = (size_t)(n + 1) * UPC_STRIDE_LINE, at; /* a line each, and one to begin at a line */
  int i;
  if (n > 0) {
    R->credits = upc_stride_shared_alloc(bytes, "the messages of a graph");
    R->bytes += bytes;
    memset((char *)R->credits, 0, bytes);
    at = upc_stride_to_line((char *)R->credits);
    for (i = 0; i < n; i++) {
      int beside = i + 1 < n && !to[i + 1].o->near && to[i + 1].t->thread == to[i].t->thread;
      connect_receiver(to[i].o, to[i].t, at, R->credits);
      at += UPC_STRIDE_CREDIT;
      if (!beside) at += upc_stride_to_line((char *)R->credits + at);
    }
  }
  free(to);
}

/* A receiver learns from the place of the credit which thread sends to it: the writer, or one that passes it on. */
void upc_stride_graph_connect_senders(upc_stride_graph_run_t *R) {
  int *latest = upc_stride_alloc((size_t)THREADS, sizeof *latest, "a graph"), i;
  R->news = upc_stride_alloc((size_t)R->plan.messages, sizeof *R->news, "a graph");
  for (i = 0; i < THREADS; i++) latest[i] = -1;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->credit = ((const upc_stride_graph_record_t *)m->record_here)->credit;
    m->from = (int)upc_threadof((shared void *)m->credit);
    m->before = m->after = -1;
    if (m->near) {
      m->credit_here = upc_stride_address((shared const void *)m->credit);
      continue;
    }
    upc_stride_graph_streams_find(&m->streams, m->from, (unsigned)i, m->plan->bytes);
    m->before = latest[m->from];
    if (m->before >= 0) R->incoming[m->before].after = i;
    latest[m->from] = i;
  }
  free(latest);
}

