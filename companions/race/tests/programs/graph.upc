// SPDX-License-Identifier: BSD-3-Clause
// race: 16 21
// race: 21 39
// says: by upc_stride_graph_run
// A graph sends what the program has given of thread 0's memory, and a step of threads 1 and 2, which has not got it,
// writes there.
#include <upc_relaxed.h>
#include <upc_stride_graph.h>

enum { EACH = 4 };
shared [] double A[EACH];
static double seen;

static void use(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  seen += *(double *)upc_stride_element(&p->operand[0], 1, 0, 0, 0);
}

static void other(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  if (p->part == 1 || p->part == 2) UNORDERED(A[p->part] = 5);
}

static void given(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

int main(void) {
  const long long n = EACH, threads = THREADS;
  upc_stride_distribution_t *first = upc_stride_distribution_slabs(1, &n, 0, 1, THREADS),
                            *copies = upc_stride_distribution_replicated(1, &n, THREADS),
                            *apart = upc_stride_distribution_slabs(1, &threads, 0, THREADS, THREADS);
  upc_stride_operand_t operand = {.data = MYTHREAD ? NULL : (char *)&A[0], .stride = {sizeof(double)}};
  upc_stride_graph_t *g = upc_stride_graph_new();
  int u = upc_stride_graph_value(g, "u", sizeof(double), 1, &n), w = upc_stride_graph_value(g, "w", 1, 1, &threads);
  upc_stride_graph_given(g, u, first, &operand);
  upc_stride_graph_writes(g, upc_stride_graph_step(g, "given", given, NULL, UPC_STRIDE_FIRST), u, first);
  upc_stride_graph_writes(g, upc_stride_graph_step(g, "other", other, NULL, UPC_STRIDE_FIRST), w, apart);
  upc_stride_graph_reads(g, upc_stride_graph_step(g, "use", use, NULL, UPC_STRIDE_EACH), u, copies);
  upc_stride_graph_reads(g, upc_stride_graph_step(g, "use w", given, NULL, UPC_STRIDE_EACH), w, apart);
  upc_stride_graph_run(g, 1);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(first);
  upc_stride_distribution_free(copies);
  upc_stride_distribution_free(apart);
  return seen > 1000;
}
