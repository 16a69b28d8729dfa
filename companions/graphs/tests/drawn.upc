/* SPDX-License-Identifier: BSD-3-Clause
 * A graph for graph.sh: five iterations on 24 numbers, two parts a thread, and a report on thread 0.
 * usage: graph FILE, which gets the picture */
#include <upc.h>
#include "upc_stride_graph.h"

static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

int main(int argc, char **argv) {
  const long long n = 24, one = 1;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, 2 * THREADS, THREADS);
  upc_stride_distribution_t *halo = upc_stride_distribution_grown(cells, &one, 0);
  upc_stride_distribution_t *all = upc_stride_distribution_slabs(1, &n, 0, 1, THREADS);
  upc_stride_graph_t *g = upc_stride_graph_new();
  int before = upc_stride_graph_value(g, "old", sizeof(double), 1, &n);
  int after = upc_stride_graph_value(g, "new", sizeof(double), 1, &n);
  int fill = upc_stride_graph_step(g, "fill", nothing, NULL, UPC_STRIDE_FIRST);
  int mean = upc_stride_graph_step(g, "mean", nothing, NULL, UPC_STRIDE_EACH);
  int report = upc_stride_graph_step(g, "report", nothing, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_writes(g, fill, before, cells);
  upc_stride_graph_reads(g, mean, before, halo);
  upc_stride_graph_writes(g, mean, after, cells);
  upc_stride_graph_carry(g, after, before);
  upc_stride_graph_reads(g, report, after, all);
  if (MYTHREAD == 0 && argc > 1) upc_stride_graph_draw(g, argv[1]);
  upc_stride_graph_run(g, 5);
  upc_stride_graph_free(g);
  return 0;
}
