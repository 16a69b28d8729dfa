/* SPDX-License-Identifier: BSD-3-Clause
 * Credits: explained in graph_messages.h and graph_credits.h. */
#include "graph/graph_credits.h"
#include "base/port.h"

#include <string.h>

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

static void note_read(upc_stride_graph_run_t *R, int message, int count) {
  if (upc_stride_incoming_read(&R->incoming[message], R->base, (unsigned)count)) R->news[R->news_count++] = message;
}

void upc_stride_graph_report_read(upc_stride_graph_run_t *R, int message) {
  note_read(R, message, credit_of(R, &R->incoming[message]));
}

/* The next value of a message's credit. */
static unsigned news_of(upc_stride_graph_run_t *R, int message) {
  upc_stride_incoming_t *m = &R->incoming[message];
  m->news = 0;
  return m->told = R->base + m->reported;
}

static void send_alone(upc_stride_graph_run_t *R, int message) {
  const unsigned before = R->incoming[message].told;
  upc_stride_count_word(NULL, R->incoming[message].credit, before, news_of(R, message));
}

/* The credits from this one on that have news and lie side by side, in one message. Credits between them without news
 * are not sent again. On a network that keeps no order each goes alone. Returns the message whose credit comes next, or
 * -1. */
static int send_side_by_side(upc_stride_graph_run_t *R, int first) {
  enum { MOST = 32, WORDS = UPC_STRIDE_CREDIT / sizeof(unsigned) };
  unsigned words[MOST * WORDS];
  const int second = R->incoming[first].after;
  int n = 0, i;
  if (second < 0 || !R->incoming[second].news || !upc_stride_in_order()) {
    send_alone(R, first);
    return second;
  }
  memset(words, 0, sizeof words);
  for (i = first; i >= 0 && n < MOST && R->incoming[i].news; i = R->incoming[i].after)
    words[WORDS * n++] = news_of(R, i);
  upc_stride_write_message(R->incoming[first].credit, (const char *)words, (size_t)n * UPC_STRIDE_CREDIT);
  return i;
}

void upc_stride_graph_answer(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->news_count; i++) {
    int first = R->news[i];
    if (!R->incoming[first].news) continue;
    while (R->incoming[first].before >= 0 && R->incoming[R->incoming[first].before].news)
      first = R->incoming[first].before;
    while (first >= 0 && R->incoming[first].news) first = send_side_by_side(R, first);
  }
  R->news_count = 0;
}

static int is_answered(const upc_stride_incoming_t *m) {
  return m->plan->when == UPC_STRIDE_MOVE_EACH && !((const upc_stride_record_t *)m->record_here)->implied;
}

/* 1: the same parts read both messages, so that their credits grow together and go in one message. */
static int grow_together(const upc_stride_incoming_t *a, const upc_stride_incoming_t *b) {
  const upc_stride_message_t *x = a->plan, *y = b->plan;
  int k = 0;
  if (!upc_stride_in_order() || x->readers != y->readers || a->relay > 0 || b->relay > 0) return 0;
  while (k < x->readers && x->reader[k].part == y->reader[k].part && x->reader[k].ahead == y->reader[k].ahead) k++;
  return k == x->readers;
}

size_t upc_stride_graph_answers(const upc_stride_graph_run_t *R) {
  size_t n = 0;
  int i;
  for (i = 0; i < R->plan.messages; i++) {
    const upc_stride_incoming_t *m = &R->incoming[i];
    if (!is_answered(m)) continue;
    if (m->before >= 0 && is_answered(&R->incoming[m->before]) && grow_together(m, &R->incoming[m->before])) continue;
    n++;
  }
  return n;
}

void upc_stride_graph_report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      note_read(R, i, 1);
  upc_stride_graph_answer(R);
}
