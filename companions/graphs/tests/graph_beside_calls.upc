/* SPDX-License-Identifier: BSD-3-Clause
 * A split-phase call in flight goes on while threads wait in a graph. The last thread has a step that waits for the
 * call's data, which the threads before it pass on in many pieces. These wait for the step's value meanwhile.
 * usage: graph_beside_calls, with a schedule that passes on: a chain */
#include "upc_stride_coll.h"
#include "upc_stride_graph.h"
#include "../../../tests/upc/check.h"

enum { BYTES = 1 << 17 };

static shared [BYTES] unsigned char data[BYTES * THREADS];
static upc_stride_handle_t handle;

static unsigned char byte_of(int i) { return (unsigned char)(i * 7 + i / 256); }

static void wait_for_call(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  while (!upc_stride_test(&handle)) {}
  *(int *)upc_stride_element(&p->operand[0], 0, 0, 0, 0) = 1;
}

static void nothing(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  CHECK_EQ(*(const int *)upc_stride_element(&p->operand[0], 0, 0, 0, 0), 1);
}

static void run_graph(void) {
  const long long one = 1;
  upc_stride_graph_t *g = upc_stride_graph_new();
  upc_stride_distribution_t *all = upc_stride_distribution_replicated(1, &one, THREADS), *last;
  upc_stride_box_t box = upc_stride_distribution_box(all, 0);
  int thread = THREADS - 1, value = upc_stride_graph_value(g, "told", sizeof(int), 1, &one), step;
  last = upc_stride_distribution_boxes(1, 1, &box, &thread);
  step = upc_stride_graph_step(g, "wait_for_call", wait_for_call, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, value, last);
  step = upc_stride_graph_step(g, "nothing", nothing, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, value, all);
  upc_stride_graph_run(g, 1);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(all);
  upc_stride_distribution_free(last);
}

int main(void) {
  const size_t shape = (size_t)BYTES * THREADS, block = BYTES;
  unsigned char *mine = (unsigned char *)&data[BYTES * MYTHREAD];
  upc_stride_array_t A = upc_stride_view(data, 1, &shape, &block, 1, 0, NULL);
  int i;
  for (i = 0; i < BYTES; i++) mine[i] = MYTHREAD == 0 ? byte_of(i) : 0;
  upc_barrier;
  handle = upc_stride_broadcast_nb(UPC_SECTION(A, UPC_STRIDE_ALL), data, BYTES, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  run_graph();
  upc_stride_wait(&handle);
  for (i = 0; i < BYTES; i++) CHECK_EQ(mine[i], byte_of(i));
  return done();
}
