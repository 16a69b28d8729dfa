/* SPDX-License-Identifier: BSD-3-Clause
 * A network may let a message overtake one that was sent before it to the same thread. What tells the sender of data
 * that room is free again must not get lost by this. Thread 0 sends and computes meanwhile, so that it seldom looks at
 * messages. An answer that comes late, after a later one, is then all that it finds.
 *
 * usage: overtaken RUNS: on two hosts with HOSTS_DELAY=3ms HOSTS_LATE=10. It must come to its end. */
#include <stdlib.h>
#include <unistd.h>
#include <upc.h>
#include "upc_stride_graph.h"
#include "../../../tests/upc/check.h"

enum { VALUES = 2, ITERATIONS = 4 };          /* of a run: an answer that is late may be that to the last but one */

static long long *at(const upc_stride_operand_t *v, long long i) { return upc_stride_element(v, i, 0, 0, 0); }

static void make(const upc_stride_part_t *p, void *unused) {
  int k;
  (void)unused;
  usleep(2000);
  for (k = 0; k < VALUES; k++) *at(&p->operand[k], 0) = p->iteration + k;
}

static void take(const upc_stride_part_t *p, void *unused) {
  int k;
  (void)unused;
  for (k = 0; k < VALUES; k++) CHECK(*at(&p->operand[k], 0) == p->iteration + k);
}

/* Values that thread 0 writes and thread 1 reads, in each iteration: nothing goes back but what has been read. */
static void one_way_graph(int runs) {
  const long long one = 1;
  upc_stride_box_t box = {{0}, {1}};
  int first = 0, last = THREADS - 1, k, maker, taker;
  upc_stride_distribution_t *there = upc_stride_distribution_boxes(1, 1, &box, &first);
  upc_stride_distribution_t *here = upc_stride_distribution_boxes(1, 1, &box, &last);
  upc_stride_graph_t *g = upc_stride_graph_new();
  maker = upc_stride_graph_step(g, "make", make, NULL, UPC_STRIDE_EACH);
  taker = upc_stride_graph_step(g, "take", take, NULL, UPC_STRIDE_EACH);
  for (k = 0; k < VALUES; k++) {
    int value = upc_stride_graph_value(g, "value", sizeof(long long), 1, &one);
    upc_stride_graph_writes(g, maker, value, there);
    upc_stride_graph_reads(g, taker, value, here);
  }
  while (runs-- > 0) upc_stride_graph_run(g, ITERATIONS);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(there);
  upc_stride_distribution_free(here);
}

int main(int argc, char **argv) {
  one_way_graph(argc > 1 ? atoi(argv[1]) : 10);
  return done();
}
