/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread looks at to run a part of a graph does not grow with the number of messages in flight: counted with 250
 * and with 8,000 of them. On thread 1 a part waits for each message. While all of them wait, as many others run there.
 * Then thread 0 sends the messages, in the opposite order.
 *
 *   thread 0   send 0 waits .. until all of `other` have run   send 0, 1, .. n - 1
 *   thread 1   receive 0 .. n - 1 wait;   other 0 .. n - 1     receive n - 1 .. 0, when send n - 1 runs
 *
 * Messages that do not go by address need free slots while others are received, so some come later: on far threads, and
 * with other compilers, those that have come are not counted. */
#include "graph/graph_messages.h"
#include "upc_stride_graph.h"
#include "base/port.h"
#include "transport/channel.h"
#include "../../../tests/upc/check.h"

enum { FEW = 250, MANY = 8000 };

/* In a turn eight parts that wait are looked at, the first one, and the one that runs; each has at most two
 * conditions. */
enum { CONSTANT = 2 * (8 + 2) };

static strict shared int others_have_run, all_sent;
static int parts, runs;                    /* of each step; of the step that counts, so far */
static unsigned long first;                /* looked at when it ran first */
static double looks[2];                    /* between two runs: of `other`, of `receive` */

/* Called by the n parts of a step in turn; after the last of them looks[step] is known. */
static void count(int step, int n) {
  if (runs++ == 0) first = upc_stride_looked_at;
  if (runs == n) looks[step] = (double)(upc_stride_looked_at - first) / n;
}

static void send(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  while (p->part == 0 && !others_have_run) upc_stride_poll();
  *(int *)upc_stride_element(&p->operand[0], p->part, 0, 0, 0) = 7 + p->part;
  if (p->part == parts - 1) all_sent = 1;
}

/* The latest of the messages may still be on its way when the others are there. */
static void receive(const upc_stride_part_t *p, void *unused) {
  const int index = parts - 1 - p->part;
  (void)unused;
  CHECK_EQ(*(int *)upc_stride_element(&p->operand[0], index, 0, 0, 0), 7 + index);
  count(1, parts - 1);
}

static void other(const upc_stride_part_t *p, void *unused) {
  (void)p, (void)unused;
  count(0, parts);
  if (runs < parts) return;
  runs = 0;
  others_have_run = 1;
  while (!all_sent) upc_stride_poll();
}

/* Part i has element i, or, if they are reversed, the element that is as far from the end. */
static upc_stride_distribution_t *elements(int n, int thread, int reversed) {
  upc_stride_box_t *box = calloc((size_t)n, sizeof *box);
  int *threads = calloc((size_t)n, sizeof *threads), i, k;
  upc_stride_distribution_t *d;
  for (i = 0; i < n; i++) {
    threads[i] = thread;
    for (k = 1; k < 4; k++) box[i].hi[k] = 1;
    box[i].lo[0] = reversed ? n - 1 - i : i;
    box[i].hi[0] = box[i].lo[0] + 1;
  }
  d = upc_stride_distribution_boxes(1, n, box, threads);
  free(box);
  free(threads);
  return d;
}

static void run(int n) {
  const long long extent = n;
  upc_stride_graph_t *g = upc_stride_graph_new();
  upc_stride_distribution_t *there = elements(n, 0, 0), *here = elements(n, 1, 0), *reversed = elements(n, 1, 1);
  int sent = upc_stride_graph_value(g, "sent", sizeof(int), 1, &extent), step;
  int own = upc_stride_graph_value(g, "own", sizeof(int), 1, &extent);
  step = upc_stride_graph_step(g, "send", send, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, sent, there);
  step = upc_stride_graph_step(g, "receive", receive, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, sent, reversed);
  step = upc_stride_graph_step(g, "other", other, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, own, here);
  parts = n, runs = 0;
  upc_barrier;
  if (MYTHREAD == 0) others_have_run = all_sent = 0;
  upc_stride_graph_run(g, 1);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(there);
  upc_stride_distribution_free(here);
  upc_stride_distribution_free(reversed);
}

int main(void) {
  static const char *const name[] = {"a part beside those that wait", "a part whose message has come"};
  const int counted = upc_stride_graph_by_address(!MYTHREAD) ? 2 : 1;
  double few[2];
  int i;
  run(FEW);
  memcpy(few, looks, sizeof few);
  run(MANY);
  for (i = 0; i < counted && MYTHREAD == 1; i++) {
    if (looks[i] > 0 && looks[i] <= CONSTANT) continue;
    check_failures++;
    printf("%s: the thread looks at %.1f conditions and messages with %d in flight, and at %.1f with %d; it must be "
           "more than 0 and at most %d\n", name[i], few[i], FEW, looks[i], MANY, CONSTANT);
  }
  return done();
}
