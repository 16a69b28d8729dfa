/* SPDX-License-Identifier: BSD-3-Clause
 * Heat along a rod as a graph of steps: companions/graphs/graphs.md explains it.
 *
 *   upcc -O2 graph.upc -o graph && upcrun -n 4 ./graph
 */
#include <stdio.h>
#include <upc.h>
#include <upc_stride_graph.h>

static const long long n = 1000, one = 1;

static double at(const upc_stride_operand_t *v, long long i) {
  if (i < 0) return 1;
  if (i >= n) return 0;
  return *(double *)upc_stride_element(v, i, 0, 0, 0);
}

static void set(const upc_stride_operand_t *v, long long i, double x) {
  *(double *)upc_stride_element(v, i, 0, 0, 0) = x;
}

static void cold(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *w = &p->operand[0];
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++) set(w, i, 0);
}

static void flow(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++)
    set(w, i, 0.25 * at(r, i - 1) + 0.5 * at(r, i) + 0.25 * at(r, i + 1));
}

static void report(const upc_stride_part_t *p, void *unused) { printf("cell 10 has %.6f\n", at(&p->operand[0], 10)); }

int main(void) {
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, 4 * THREADS, THREADS);
  upc_stride_distribution_t *halo = upc_stride_distribution_grown(cells, &one, 0);
  upc_stride_distribution_t *all = upc_stride_distribution_slabs(1, &n, 0, 1, THREADS);

  upc_stride_graph_t *g = upc_stride_graph_new();
  int before = upc_stride_graph_value(g, "before", sizeof(double), 1, &n);
  int after = upc_stride_graph_value(g, "after", sizeof(double), 1, &n);
  upc_stride_graph_carry(g, after, before);

  int first = upc_stride_graph_step(g, "cold", cold, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, first, before, cells);

  int each = upc_stride_graph_step(g, "flow", flow, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, each, before, halo);
  upc_stride_graph_writes(g, each, after, cells);

  int last = upc_stride_graph_step(g, "report", report, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_reads(g, last, after, all);

  upc_stride_graph_run(g, 1000);
  upc_stride_graph_free(g);
  return 0;
}
