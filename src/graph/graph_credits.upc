/* SPDX-License-Identifier: BSD-3-Clause
 * Credits: explained in graph_messages.h and graph_credits.h. */
#include "graph/graph_credits.h"

/* How many generations of a message the reader that is furthest behind has read; in place: in how many iterations the
 * message may be sent. A thread that passes it on has done with those that it has passed on. */
static int credit_of(const upc_stride_graph_run_t *R, const upc_stride_incoming_t *in) {
  const upc_stride_message_t *m = in->plan;
  int least = R->iterations + 1, k;
  for (k = 0; k < m->readers; k++) {
    const upc_stride_run_part_t *p = &R->part[m->reader[k].part];
    int read = p->done + m->reader[k].ahead;
    if (p->step->when != UPC_STRIDE_EACH && p->done > 0) continue;
    if (read < least) least = read;
  }
  if (m->when != UPC_STRIDE_MOVE_EACH) return least >= R->iterations;
  if (in->relay > 0) {
    int passed = R->relay[in->relay - 1].passed + (m->in_place ? 1 : 0);
    if (passed < least) least = passed;
  }
  return least;
}

void upc_stride_graph_report_read(upc_stride_graph_run_t *R, int message) {
  upc_stride_incoming_t *m = &R->incoming[message];
  upc_stride_incoming_read(m, R->base, (unsigned)credit_of(R, m));
}

void upc_stride_graph_report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      upc_stride_incoming_read(&R->incoming[i], R->base, 1);
}
