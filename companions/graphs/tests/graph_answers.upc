/* SPDX-License-Identifier: BSD-3-Clause
 * Answers: a message to a near thread needs none if a message of its receiver, for which its sender waits, says that it
 * has been read; one to a far thread never needs any. Counts the answers of all threads in an iteration; runs the
 * graphs, with checked results, so that a wrong count of credits would show.
 *   ring     each part reads its own numbers and one of each neighbour: no answers
 *   ring of several parts, also merged: no answers
 *   line     each thread reads only what the thread before it has: an answer for each message
 *   several  each thread reads three values, written by three steps, of the thread before it: three answers
 *   late     the same, but the second value is read again by a later step
 * usage: graph_answers [iterations [near]]: how many threads are near to each other, in a row (0: none). With another
 * compiler no message goes by address, so none has an answer. */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include "base/port.h"
#include "upc_stride_graph.h"

static shared size_t answers[THREADS];
static shared int failures[THREADS];

static long long *at(const upc_stride_operand_t *v, long long i) { return upc_stride_element(v, i, 0, 0, 0); }

static void start(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *w = &p->operand[0];
  long long i;
  (void)unused;
  for (i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = 0;
}

/* All elements count iterations, so that each part knows what it must read. */
static void count(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  long long i;
  (void)unused;
  for (i = r->box.lo[0]; i < r->box.hi[0]; i++)
    if (*at(r, i) != p->iteration && failures[MYTHREAD]++ < 3)
      printf("thread %d: element %lld in iteration %d is %lld\n", (int)MYTHREAD, i, p->iteration, *at(r, i));
  for (i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = p->iteration + 1;
}

/* The cells with one more cell before each of them. */
static upc_stride_distribution_t *one_before(const upc_stride_distribution_t *cells) {
  const int parts = upc_stride_distribution_parts(cells);
  upc_stride_box_t *box = calloc((size_t)parts, sizeof *box);
  int *thread = calloc((size_t)parts, sizeof *thread), p;
  upc_stride_distribution_t *d;
  for (p = 0; p < parts; p++) {
    box[p] = upc_stride_distribution_box(cells, p);
    if (p > 0) box[p].lo[0]--;
    thread[p] = upc_stride_distribution_thread(cells, p);
  }
  d = upc_stride_distribution_boxes(1, parts, box, thread);
  free(box);
  free(thread);
  return d;
}

static void copy(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  long long i;
  (void)unused;
  for (i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = *at(r, i);
}

enum { VALUES = 3 };

static void compare(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *w = &p->operand[VALUES];
  long long i;
  int k;
  (void)unused;
  for (k = 0; k < VALUES; k++)
    for (i = p->operand[k].box.lo[0]; i < p->operand[k].box.hi[0]; i++)
      if (*at(&p->operand[k], i) != p->iteration && failures[MYTHREAD]++ < 3)
        printf("thread %d: element %lld of value %d in iteration %d is %lld\n", (int)MYTHREAD, i, k, p->iteration,
               *at(&p->operand[k], i));
  for (i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = p->iteration + 1;
}

static void look_again(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[2];
  long long i;
  (void)unused;
  for (i = r->box.lo[0]; i < r->box.hi[0]; i++)
    if (*at(r, i) != p->iteration && failures[MYTHREAD]++ < 3)
      printf("thread %d: element %lld, read again in iteration %d, is %lld\n", (int)MYTHREAD, i, p->iteration,
             *at(r, i));
  for (i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = p->iteration;
}

static size_t all_answers(const upc_stride_graph_t *g) {
  size_t sum = 0;
  int t;
  answers[MYTHREAD] = upc_stride_graph_moved(g).answers;
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += answers[t];
  upc_barrier;
  return sum;
}

static size_t run_several(int late, int iterations) {
  const long long n = 8LL * THREADS;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, THREADS, THREADS);
  upc_stride_distribution_t *read = one_before(cells);
  upc_stride_graph_t *g = upc_stride_graph_new();
  int old = upc_stride_graph_value(g, "old", sizeof(long long), 1, &n);
  int new = upc_stride_graph_value(g, "new", sizeof(long long), 1, &n), value[VALUES], step, k;
  size_t sum;
  step = upc_stride_graph_step(g, "start", start, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, old, cells);
  for (k = 0; k < VALUES; k++) {
    value[k] = upc_stride_graph_value(g, "copy", sizeof(long long), 1, &n);
    step = upc_stride_graph_step(g, "copy", copy, NULL, UPC_STRIDE_EACH);
    upc_stride_graph_reads(g, step, old, cells);
    upc_stride_graph_writes(g, step, value[k], cells);
  }
  step = upc_stride_graph_step(g, "compare", compare, NULL, UPC_STRIDE_EACH);
  for (k = 0; k < VALUES; k++) upc_stride_graph_reads(g, step, value[k], read);
  upc_stride_graph_writes(g, step, new, cells);
  upc_stride_graph_carry(g, new, old);
  if (late) {
    int seen = upc_stride_graph_value(g, "seen", sizeof(long long), 1, &n);
    step = upc_stride_graph_step(g, "look again", look_again, NULL, UPC_STRIDE_EACH);
    upc_stride_graph_reads(g, step, value[1], read);
    upc_stride_graph_reads(g, step, new, cells); /* so that it runs after `compare` */
    upc_stride_graph_writes(g, step, seen, cells);
  }
  upc_stride_graph_run(g, iterations);
  upc_stride_graph_run(g, 2);
  sum = all_answers(g);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(read);
  return sum;
}

static size_t run(int parts, int merged, int line, int iterations) {
  const long long n = 8LL * parts * THREADS, one = 1;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, parts * THREADS, THREADS), *read;
  upc_stride_graph_t *g = upc_stride_graph_new();
  int old = upc_stride_graph_value(g, "old", sizeof(long long), 1, &n);
  int new = upc_stride_graph_value(g, "new", sizeof(long long), 1, &n), step;
  size_t sum;
  if (line) read = one_before(cells);
  else read = upc_stride_distribution_grown(cells, &one, 0);
  step = upc_stride_graph_step(g, "start", start, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, old, cells);
  step = upc_stride_graph_step(g, "count", count, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, old, read);
  upc_stride_graph_writes(g, step, new, cells);
  upc_stride_graph_carry(g, new, old);
  if (merged) upc_stride_graph_merge(g, step);
  upc_stride_graph_run(g, iterations);
  upc_stride_graph_run(g, 1);
  sum = all_answers(g);
  upc_stride_graph_free(g);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(read);
  return sum;
}

static int failed;

static void expect(const char *what, size_t got, size_t wanted) {
  if (got == wanted) return;
  if (MYTHREAD == 0) printf("%s: %zu answers, must be %zu\n", what, got, wanted);
  failed = 1;
}

int main(int argc, char **argv) {
  const int iterations = argc > 1 ? atoi(argv[1]) : 50;
  const int near = !upc_stride_has_atomics() ? 0 : argc > 2 ? atoi(argv[2]) : THREADS;
  size_t pairs = 0;                 /* of near threads that are neighbours */
  int t;
  for (t = 1; t < THREADS && near > 0; t++) pairs += t % near != 0;
  expect("ring", run(1, 0, 0, iterations), 0);
  expect("ring of 3 parts a thread", run(3, 0, 0, iterations), 0);
  expect("ring of merged parts", run(3, 1, 0, iterations), 0);
  expect("line", run(2, 0, 1, iterations), pairs);
  expect("several", run_several(0, iterations), VALUES * pairs);
  expect("late", run_several(1, iterations), VALUES * pairs);
  for (t = 0; t < THREADS; t++) failed |= failures[t] > 0;
  upc_barrier;
  if (MYTHREAD == 0 && !failed) printf("PASS\n");
  return failed;
}
