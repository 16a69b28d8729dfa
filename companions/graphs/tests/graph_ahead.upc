/* SPDX-License-Identifier: BSD-3-Clause
 * How far a thread of a graph may be ahead of one to which it sends. Thread 0 sends to thread 1 in each iteration and
 * reads nothing. Thread 1 also reads what slow thread 2 sends. Thread 0 may fill the ring and the slots of the message
 * at thread 1, and no more: else memory would grow with the iterations. Exchanges are in flight meanwhile, whose
 * messages stand before those of the graph in the rings.
 * usage: graph_ahead [most], the iterations that it may be ahead */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>
#include "upc_stride_coll.h"
#include "upc_stride_graph.h"

enum { ITERATIONS = 600, PAUSE = 300000 /* ns */, IN_FLIGHT = 3 };

static strict shared int sent;      /* iterations that thread 0 has run */
static int ahead, failures;

static void give(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  *(int *)upc_stride_element(&p->operand[0], 0, 0, 0, 0) = p->iteration;
  sent = p->iteration;
}

static void give_slowly(const upc_stride_part_t *p, void *unused) {
  const struct timespec pause = {0, PAUSE};
  (void)unused;
  nanosleep(&pause, NULL);
  *(int *)upc_stride_element(&p->operand[0], 0, 0, 0, 0) = -p->iteration;
}

static void take(const upc_stride_part_t *p, void *unused) {
  const int fast = *(int *)upc_stride_element(&p->operand[0], 0, 0, 0, 0);
  const int slow = *(int *)upc_stride_element(&p->operand[1], 0, 0, 0, 0);
  const int by = sent - p->iteration;
  (void)unused;
  failures += fast != p->iteration || slow != -p->iteration;
  if (by > ahead) ahead = by;
}

static upc_stride_distribution_t *on(int thread) {
  upc_stride_box_t box = {{0, 0, 0, 0}, {1, 1, 1, 1}};
  return upc_stride_distribution_boxes(1, 1, &box, &thread);
}

static upc_stride_array_t blocks(void) {
  const size_t shape = (size_t)THREADS * THREADS, block = THREADS;
  return upc_stride_all_alloc(1, &shape, &block, sizeof(int), 0, NULL);
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? atoi(argv[1]) : 70;
  const long long one = 1;
  upc_stride_distribution_t *place[3];
  upc_stride_array_t from = blocks(), to[IN_FLIGHT];
  upc_stride_handle_t call[IN_FLIGHT];
  upc_stride_graph_t *g = upc_stride_graph_new();
  int fast = upc_stride_graph_value(g, "fast", sizeof(int), 1, &one), t;
  int slow = upc_stride_graph_value(g, "slow", sizeof(int), 1, &one), step;
  for (t = 0; t < 3; t++) place[t] = on(t);
  for (t = 0; t < IN_FLIGHT; t++) to[t] = blocks();
  step = upc_stride_graph_step(g, "give", give, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, fast, place[0]);
  step = upc_stride_graph_step(g, "give slowly", give_slowly, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, slow, place[2]);
  step = upc_stride_graph_step(g, "take", take, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, fast, place[1]);
  upc_stride_graph_reads(g, step, slow, place[1]);
  for (t = 0; t < IN_FLIGHT; t++)
    call[t] = upc_stride_exchange_nb(UPC_SECTION(to[t], UPC_STRIDE_ALL), UPC_SECTION(from, UPC_STRIDE_ALL), sizeof(int),
                                     UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_stride_graph_run(g, ITERATIONS);
  for (t = 0; t < IN_FLIGHT; t++) upc_stride_wait(&call[t]);
  upc_stride_graph_free(g);
  upc_stride_all_free(from);
  for (t = 0; t < IN_FLIGHT; t++) upc_stride_all_free(to[t]);
  for (t = 0; t < 3; t++) upc_stride_distribution_free(place[t]);
  if (MYTHREAD == 1 && (failures > 0 || ahead > most || ahead == 0))
    printf("%d wrong elements; thread 0 was %d iterations ahead, must be 1 to %d\n", failures, ahead, most);
  if (MYTHREAD == 1 && failures == 0 && ahead <= most && ahead > 0) puts("PASS");
  return 0;
}
