/* SPDX-License-Identifier: BSD-3-Clause
 * Messages that need no credit: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"

/* 1: a part delivers elements to a message of another thread's plan. */
static int delivers(const upc_stride_graph_t *g, const upc_stride_local_part_t *part, const upc_stride_graph_plan_t *P,
                    int message) {
  int i;
  if (P->message[message].step != part->step) return 0;
  if (P->message[message].part >= 0) return P->message[message].part == part->part;
  for (i = 0; i < P->moves; i++)
    if (P->move[i].message == message && P->move[i].part == part->part &&
        g->access[P->move[i].access].step == part->step)
      return 1;
  return 0;
}

/* 1: when the writer runs in an iteration after the first, the reader has run as often as the message needs. An answer
 * that the writer waits for has been sent by the reader: generation i + add - 1 in iteration i + add - 1 - ahead. Then
 * the reader has run i + add - ahead times. */
static int answered(const upc_stride_graph_plan_t *S, const upc_stride_graph_t *g, const upc_stride_graph_plan_t *V,
                    const upc_stride_message_t *m, const upc_stride_reader_t *reader,
                    const upc_stride_local_part_t *writer) {
  int wanted = (m->in_place ? 1 : m->ahead - 1) - reader->ahead, i;
  for (i = 0; i < writer->later.n; i++) {
    const upc_stride_need_t *n = &writer->later.need[i];
    const upc_stride_message_t *answer;
    if (!n->is_message || !n->iterates) continue;
    answer = &S->message[n->index];
    if (answer->thread != V->thread || answer->when != UPC_STRIDE_MOVE_EACH) continue;
    if (n->add - answer->ahead >= wanted && delivers(g, &V->part[reader->part], S, n->index)) return 1;
  }
  return 0;
}

int upc_stride_graph_implied(const upc_stride_graph_plan_t *S, const upc_stride_graph_t *g,
                             const upc_stride_graph_plan_t *V, int message) {
  const upc_stride_message_t *m = &V->message[message];
  int i, k;
  if (m->when != UPC_STRIDE_MOVE_EACH || (m->in_place && m->waits)) return 0;
  for (k = 0; k < m->readers; k++)
    if (g->step[V->part[m->reader[k].part].step].when != UPC_STRIDE_EACH) return 0;
  for (i = S->first_part[m->step]; i < S->first_part[m->step + 1]; i++) {
    if (!delivers(g, &S->part[i], V, message)) continue;
    for (k = 0; k < m->readers; k++)
      if (!answered(S, g, V, m, &m->reader[k], &S->part[i])) return 0;
  }
  return 1;
}
