/* SPDX-License-Identifier: BSD-3-Clause
 * Two steps of a mean of five in each iteration, as a graph of steps. One line says what the first step writes. With
 * `cells`, both steps get a halo from the neighbours. With `wider`, the first step computes two cells more on each
 * side, the second step finds them in place, and only the first one gets a halo: the steps are merged.
 *
 *   upcc -O2 merged.upc -o merged && upcrun -n 4 ./merged
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_graph.h>

static const long long n = 600, two = 2;

static double at(const upc_stride_operand_t *v, long long i) {
  if (i < 0 || i >= n) return 0;
  return *(double *)upc_stride_element(v, i, 0, 0, 0);
}

static void set(const upc_stride_operand_t *v, long long i, double x) {
  *(double *)upc_stride_element(v, i, 0, 0, 0) = x;
}

static void start(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *w = &p->operand[0];
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++) set(w, i, (double)(i % 7));
}

static void mean(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++)
    set(w, i, (at(r, i - 2) + at(r, i - 1) + at(r, i) + at(r, i + 1) + at(r, i + 2)) / 5);
}

static void report(const upc_stride_part_t *p, void *unused) {
  double sum = 0;
  for (long long i = 0; i < n; i++) sum += at(&p->operand[0], i);
  printf("the cells have the sum %.9f\n", sum);
}

int main(void) {
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, THREADS, THREADS);
  upc_stride_distribution_t *wider = upc_stride_distribution_grown(cells, &two, 0);
  upc_stride_distribution_t *all = upc_stride_distribution_slabs(1, &n, 0, 1, THREADS);
  upc_stride_distribution_t *middle = cells; /* what the first step writes: cells, or wider */

  upc_stride_graph_t *g = upc_stride_graph_new();
  int before = upc_stride_graph_value(g, "before", sizeof(double), 1, &n);
  int between = upc_stride_graph_value(g, "between", sizeof(double), 1, &n);
  int after = upc_stride_graph_value(g, "after", sizeof(double), 1, &n);
  upc_stride_graph_carry(g, after, before);

  int step = upc_stride_graph_step(g, "start", start, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, before, cells);

  step = upc_stride_graph_step(g, "first mean", mean, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, before, upc_stride_distribution_grown(middle, &two, 0));
  upc_stride_graph_writes(g, step, between, middle);

  step = upc_stride_graph_step(g, "second mean", mean, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, between, wider);
  upc_stride_graph_writes(g, step, after, cells);

  step = upc_stride_graph_step(g, "report", report, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_reads(g, step, after, all);

  upc_stride_graph_run(g, 20);
  if (MYTHREAD == 0)
    printf("thread 0 sends %d messages in an iteration\n", (int)upc_stride_graph_moved(g).messages);
  upc_stride_graph_free(g);
  return 0;
}
