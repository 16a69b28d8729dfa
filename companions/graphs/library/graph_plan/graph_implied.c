/* SPDX-License-Identifier: BSD-3-Clause
 * Messages that need no credit: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* The parts that deliver elements to a message; returns how many. */
static int writers(const upc_stride_message_t *m, const int **part) {
  *part = m->part >= 0 ? &m->part : m->writer;
  return m->part >= 0 ? 1 : m->writers;
}

/* 1: a part of a step is one of them. */
static int delivers(const upc_stride_message_t *m, int step, int part) {
  const int *writer;
  int low = 0, high = writers(m, &writer);
  if (m->step != step) return 0;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (writer[middle] <= part) low = middle;
    else high = middle;
  }
  return writer[low] == part;
}

/* A message that a writer waits for in each iteration after the first. In iteration i its senders have run i + slack
 * times. */
typedef struct answer {
  int message, slack;
} answer_t;

/* Those from the receiver's thread; returns how many. The list has room for all needs of the writer. */
static int answers(const upc_stride_graph_plan_t *S, int thread, const upc_stride_local_part_t *writer,
                   answer_t *answer) {
  int i, n = 0;
  for (i = 0; i < writer->later.n; i++) {
    const upc_stride_need_t *need = &writer->later.need[i];
    const upc_stride_message_t *m;
    if (!need->is_message || !need->iterates) continue;
    m = &S->message[need->index];
    if (m->thread != thread || m->when != UPC_STRIDE_MOVE_EACH) continue;
    answer[n].message = need->index;
    answer[n++].slack = need->add - m->ahead;
  }
  return n;
}

/* 1: when the writer runs in an iteration after the first, the reader has run as often as the message needs. An answer
 * that the writer waits for has been sent by the reader: generation i + add - 1 in iteration i + add - 1 - ahead. Then
 * the reader has run i + add - ahead times. */
static int answered(const upc_stride_graph_plan_t *S, const upc_stride_graph_plan_t *V, const upc_stride_message_t *m,
                    const upc_stride_reader_t *reader, const answer_t *answer, int n) {
  const upc_stride_local_part_t *part = &V->part[reader->part];
  const int wanted = (m->in_place ? 1 : m->ahead - 1) - reader->ahead;
  int i;
  for (i = 0; i < n; i++)
    if (answer[i].slack >= wanted && delivers(&S->message[answer[i].message], part->step, part->part)) return 1;
  return 0;
}

static int all_answered(const upc_stride_graph_plan_t *S, const upc_stride_graph_plan_t *V,
                        const upc_stride_message_t *m, const answer_t *answer, int n) {
  int k;
  for (k = 0; k < m->readers; k++)
    if (!answered(S, V, m, &m->reader[k], answer, n)) return 0;
  return 1;
}

/* Of a merged message, many writers wait for the same answers: these are looked at once. */
static int implied(const upc_stride_graph_plan_t *S, const upc_stride_graph_plan_t *V, const upc_stride_message_t *m) {
  answer_t *known = NULL;
  const int *part;
  int n = writers(m, &part), knowns = -1, i, right = 1;
  for (i = 0; i < n && right; i++) {
    const upc_stride_local_part_t *writer = &S->part[upc_stride_graph_plan_part(S, m->step, part[i])];
    answer_t *own = upc_stride_alloc((size_t)writer->later.n, sizeof *own, "the plan of a graph");
    const int owns = answers(S, V->thread, writer, own);
    const int same = owns == knowns && memcmp(own, known, (size_t)owns * sizeof *own) == 0;
    if (!same) right = all_answered(S, V, m, own, owns);
    free(known);
    known = own;
    knowns = owns;
  }
  free(known);
  return right;
}

int upc_stride_graph_implied(const upc_stride_graph_plan_t *S, const upc_stride_graph_t *g,
                             const upc_stride_graph_plan_t *V, int message) {
  const upc_stride_message_t *m = &V->message[message];
  int k;
  if (m->when != UPC_STRIDE_MOVE_EACH || (m->in_place && m->waits)) return 0;
  for (k = 0; k < m->readers; k++)
    if (g->step[V->part[m->reader[k].part].step].when != UPC_STRIDE_EACH) return 0;
  return implied(S, V, m);
}
