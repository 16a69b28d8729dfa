/* SPDX-License-Identifier: BSD-3-Clause
 * The cost of a graph of steps (upc_stride_graph.h): the time of a part that does nothing. It includes the tests
 * whether the part can run, the copies and the messages. In each iteration each part runs once.
 *   alone    a part reads what it has written itself
 *   chain    a part also reads one element of each neighbour: in place on the same thread, by a message on another one
 *   steps    the same with four steps in an iteration
 * usage: graph [iterations] */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_graph.h>
#include "measure/median.h"

enum { CELLS = 64, MOST_STEPS = 4, ROUNDS = 5 };

static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

static void measure(const char *name, int parts, long long width, int steps, int iterations) {
  const long long n = (long long)CELLS * THREADS * parts;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, THREADS * parts, THREADS);
  upc_stride_distribution_t *halo = upc_stride_distribution_grown(cells, &width, 0);
  upc_stride_graph_t *g = upc_stride_graph_new();
  int first = upc_stride_graph_value(g, "first", sizeof(double), 1, &n), from = first, to, step, i;
  double time[ROUNDS], middle;
  upc_stride_graph_moves_t moves;
  step = upc_stride_graph_step(g, "start", nothing, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, first, cells);
  for (i = 0; i < steps; i++, from = to) {
    to = upc_stride_graph_value(g, "next", sizeof(double), 1, &n);
    step = upc_stride_graph_step(g, "nothing", nothing, NULL, UPC_STRIDE_EACH);
    upc_stride_graph_reads(g, step, from, halo);
    upc_stride_graph_writes(g, step, to, cells);
  }
  upc_stride_graph_carry(g, from, first);
  upc_stride_graph_run(g, 10);
  for (i = 0; i < ROUNDS; i++) {
    time[i] = now();
    upc_stride_graph_run(g, iterations);
    time[i] = (now() - time[i]) / iterations / steps / parts;
  }
  middle = median(time, ROUNDS);
  moves = upc_stride_graph_moved(g);
  if (MYTHREAD == 0)
    printf("%-6s %4d parts a thread, %d steps, %zu messages from thread 0: %8.0f ns a step and part (min %.0f)\n", name,
           parts, steps, moves.messages, 1e9 * middle, 1e9 * time[0]);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(halo);
}

int main(int argc, char **argv) {
  const int iterations = argc > 1 ? atoi(argv[1]) : 2000;
  static const int parts[] = {1, 4, 16, 64};
  int i;
  for (i = 0; i < 4; i++) measure("alone", parts[i], 0, 1, iterations);
  for (i = 0; i < 4; i++) measure("chain", parts[i], 1, 1, iterations);
  for (i = 0; i < 4; i++) measure("steps", parts[i], 1, MOST_STEPS, iterations);
  return 0;
}
