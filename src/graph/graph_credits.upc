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
static unsigned news_of(upc_stride_graph_run_t *R, upc_stride_incoming_t *m) {
  if (m->news) m->told = R->base + m->reported;
  m->news = 0;
  return m->told;
}

/* The credits that go in one message at most: 256 bytes, which no network divides. */
enum { MOST = 32, WORDS = UPC_STRIDE_CREDIT / sizeof(unsigned) };

/* How many credits from this one on go in one message: up to the last one that has news. On a network that keeps no
 * order each goes alone. */
static int span(const upc_stride_graph_run_t *R, int first) {
  int i, n = 0, last = 1;
  for (i = first; i >= 0 && n < MOST; i = R->incoming[i].after) {
    n++;
    if (R->incoming[i].news) last = n;
  }
  return upc_stride_in_order() ? last : 1;
}

/* Sends the credits from this one on that have news. Those between them have their latest value again, which changes
 * nothing where messages keep their order. */
static void send_from(upc_stride_graph_run_t *R, int first) {
  upc_stride_incoming_t *m = &R->incoming[first];
  const unsigned before = m->told;
  const int n = span(R, first);
  unsigned words[MOST * WORDS];
  int i, k;
  if (n == 1) {
    upc_stride_count_word(NULL, m->credit, before, news_of(R, m));
    return;
  }
  memset(words, 0, sizeof words);
  for (k = 0, i = first; k < n; k++, i = R->incoming[i].after) words[WORDS * k] = news_of(R, &R->incoming[i]);
  upc_stride_write_message(m->credit, (const char *)words, (size_t)n * UPC_STRIDE_CREDIT);
}

/* The news are in the order of messages, and so those of one sender are in the order of credits. */
void upc_stride_graph_answer(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->news_count; i++)
    if (R->incoming[R->news[i]].news) send_from(R, R->news[i]);
  R->news_count = 0;
}

static int is_answered(const upc_stride_incoming_t *m) {
  return m->plan->when == UPC_STRIDE_MOVE_EACH && !((const upc_stride_graph_record_t *)m->record_here)->implied;
}

/* 1: the same parts read both messages, so that their credits grow together and go in one message. */
static int grow_together(const upc_stride_incoming_t *a, const upc_stride_incoming_t *b) {
  const upc_stride_message_t *x = a->plan, *y = b->plan;
  int k = 0;
  if (!upc_stride_in_order() || x->readers != y->readers || a->relay > 0 || b->relay > 0) return 0;
  while (k < x->readers && x->reader[k].part == y->reader[k].part && x->reader[k].ahead == y->reader[k].ahead) k++;
  return k == x->readers;
}

/* 1: its credit goes with that of a message before it. */
static int goes_with_another(const upc_stride_graph_run_t *R, const upc_stride_incoming_t *m) {
  int i = m->before, n;
  for (n = 1; i >= 0 && n < MOST; n++, i = R->incoming[i].before)
    if (is_answered(&R->incoming[i]) && grow_together(m, &R->incoming[i])) return 1;
  return 0;
}

size_t upc_stride_graph_answers(const upc_stride_graph_run_t *R) {
  size_t n = 0;
  int i;
  for (i = 0; i < R->plan.messages; i++)
    n += is_answered(&R->incoming[i]) && !goes_with_another(R, &R->incoming[i]);
  return n;
}

void upc_stride_graph_report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      note_read(R, i, 1);
  upc_stride_graph_answer(R);
}
