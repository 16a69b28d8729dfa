/* SPDX-License-Identifier: BSD-3-Clause
 * A part that all threads read goes down the tree of a broadcast. The first threads write some numbers each, in a value
 * that is carried and in one that is updated in place, and all threads read all of it in each iteration. Checks what is
 * read, how many messages a thread sends at most in an iteration, and how many all threads send together.
 * usage: graph_tree NUMBERS WRITERS MOST: so many numbers of each of so many threads; the most messages of a thread.
 * With another compiler, where no message goes by address, they may be fewer. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>
#include "base/port.h"
#include "upc_stride_graph.h"

enum { ITERATIONS = 7 };

static shared int failures[THREADS];
static shared size_t sent[THREADS];

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static long long expected(long long i, int iteration) { return 1000 * i + 7 * iteration; }

static long long *at(const upc_stride_operand_t *v, long long i) { return upc_stride_element(v, i, 0, 0, 0); }

static void write_all(const upc_stride_operand_t *v, int iteration) {
  long long i;
  for (i = v->box.lo[0]; i < v->box.hi[0]; i++) *at(v, i) = expected(i, iteration);
}

static void check(const upc_stride_operand_t *v, int iteration) {
  long long i;
  for (i = v->box.lo[0]; i < v->box.hi[0]; i++)
    if (*at(v, i) != expected(i, iteration) && failures[MYTHREAD]++ < 3)
      printf("thread %d: element %lld in iteration %d: expected %lld, got %lld\n", (int)MYTHREAD, i, iteration,
             expected(i, iteration), *at(v, i));
}

static void start(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  write_all(&p->operand[0], -1);
  write_all(&p->operand[1], -1);
}

static void fill(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  write_all(&p->operand[0], p->iteration);
  write_all(&p->operand[1], p->iteration);
}

static void look(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  check(&p->operand[0], p->iteration - 1);
  check(&p->operand[1], p->iteration);
}

/* What `writer` writes of a value, and the others do not. */
static upc_stride_distribution_t *part_of(int writer, upc_stride_distribution_t *parts) {
  upc_stride_box_t box = upc_stride_distribution_box(parts, writer);
  return upc_stride_distribution_boxes(1, 1, &box, &writer);
}

int main(int argc, char **argv) {
  const int writers = atoi(argv[2]);
  const long long n = atoll(argv[1]) * writers;
  const size_t most = (size_t)atoi(argv[3]);
  upc_stride_box_t *all = calloc(THREADS, sizeof *all);
  int *thread = calloc(THREADS, sizeof *thread), step, t, failed = 0;
  size_t sum = 0, top = 0;
  double time;
  upc_stride_distribution_t *parts = upc_stride_distribution_slabs(1, &n, 0, writers, writers), *every;
  upc_stride_graph_t *g = upc_stride_graph_new();
  int old = upc_stride_graph_value(g, "old", sizeof(long long), 1, &n);
  int new = upc_stride_graph_value(g, "new", sizeof(long long), 1, &n);
  int updated = upc_stride_graph_value(g, "updated", sizeof(long long), 1, &n);
  (void)argc;
  for (t = 0; t < THREADS; t++) all[t].hi[0] = n, thread[t] = t;
  every = upc_stride_distribution_boxes(1, THREADS, all, thread);
  step = upc_stride_graph_step(g, "start", start, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, old, parts);
  upc_stride_graph_writes(g, step, updated, parts);
  for (t = 0; t < writers; t++) {
    upc_stride_distribution_t *own = part_of(t, parts);
    step = upc_stride_graph_step(g, "fill", fill, NULL, UPC_STRIDE_EACH);
    upc_stride_graph_writes(g, step, new, own);
    upc_stride_graph_updates(g, step, updated, own);
    upc_stride_distribution_free(own);
  }
  step = upc_stride_graph_step(g, "look", look, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, old, every);
  upc_stride_graph_reads(g, step, updated, every);
  upc_stride_graph_carry(g, new, old);
  upc_stride_graph_run(g, ITERATIONS);
  time = seconds();
  upc_stride_graph_run(g, ITERATIONS);
  time = seconds() - time;
  sent[MYTHREAD] = upc_stride_graph_moved(g).messages;
  upc_barrier;
  for (t = 0; t < THREADS; t++) {
    sum += sent[t];
    failed |= failures[t] > 0;
    if (sent[t] > top) top = sent[t];
  }
  if ((upc_stride_has_atomics() ? top != most : top > most) || sum != 2 * (size_t)writers * (size_t)(THREADS - 1)) {
    if (MYTHREAD == 0)
      printf("a thread sends %zu messages, must be %zu; all send %zu, must be %d\n", top, most, sum,
             2 * writers * ((int)THREADS - 1));
    failed = 1;
  }
  upc_barrier;
  upc_stride_graph_free(g);
  if (MYTHREAD == 0 && !failed) printf("%.0f us an iteration\nPASS\n", 1e6 * time / ITERATIONS);
  return failed;
}
