/* SPDX-License-Identifier: BSD-3-Clause
 * Memory that a graph is given is freed. The last thread gives its part of it. A step there that frees it is refused;
 * if thread 0 frees it, in a step or between two runs, the run is. After the last run it may be freed.
 * usage: graph_freed own | other | between | after */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include "upc_stride_coll.h"
#include "upc_stride_graph.h"

static const long long n = 1000;
static shared void *memory;              /* n elements on each thread */
static const char *when;

static void add(const upc_stride_part_t *part, void *argument) {
  long long *a = (long long *)part->operand[0].data, i;
  (void)argument;
  for (i = 0; i < n; i++) a[i]++;
  if (strcmp(when, "own") == 0) upc_free(memory);
}

static void elsewhere(const upc_stride_part_t *part, void *argument) {
  (void)argument;
  *(int *)part->operand[0].data = 1;
  if (strcmp(when, "other") == 0) upc_free(memory);
}

static upc_stride_distribution_t *of_thread(long long size, int thread) {
  upc_stride_box_t box = {{0, 0, 0, 0}, {0, 1, 1, 1}};
  box.hi[0] = size;
  return upc_stride_distribution_boxes(1, 1, &box, &thread);
}

int main(int argc, char **argv) {
  const int last = THREADS - 1;
  const long long one = 1;
  upc_stride_distribution_t *on_last = of_thread(n, last), *on_first = of_thread(1, 0);
  upc_stride_graph_t *g = upc_stride_graph_new();
  upc_stride_operand_t operand;
  int given, other, step;
  when = argc > 1 ? argv[1] : "";
  memory = upc_all_alloc(THREADS, (size_t)n * sizeof(long long));
  memset(&operand, 0, sizeof operand);
  operand.data = (char *)((shared char *)memory + MYTHREAD);
  operand.stride[0] = sizeof(long long);
  if (MYTHREAD == last) memset(operand.data, 0, (size_t)n * sizeof(long long));
  given = upc_stride_graph_value(g, "given", sizeof(long long), 1, &n);
  other = upc_stride_graph_value(g, "other", sizeof(int), 1, &one);
  upc_stride_graph_given(g, given, on_last, &operand);
  step = upc_stride_graph_step(g, "add", add, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_updates(g, step, given, on_last);
  step = upc_stride_graph_step(g, "elsewhere", elsewhere, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, step, other, on_first);
  upc_stride_graph_run(g, 1);
  if (strcmp(when, "between") == 0 && MYTHREAD == 0) upc_free(memory);
  upc_barrier;
  upc_stride_graph_run(g, 1);
  if (MYTHREAD == last && *(long long *)operand.data != 2) printf("FAILED: %lld\n", *(long long *)operand.data);
  upc_all_free(memory);
  upc_stride_graph_free(g);
  if (MYTHREAD == 0) printf("%s\n", strcmp(when, "after") == 0 ? "PASS" : "it was freed");
  return 0;
}
