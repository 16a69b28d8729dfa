/* SPDX-License-Identifier: BSD-3-Clause
 * Graphs of steps from a program in C, with odd shapes: empty parts, threads without parts, more parts than elements, a
 * ring of three values, two graphs whose runs alternate, a graph whose only step reads nothing. */
#include "../../../tests/c/check.h"
#include <upc_stride_graph.h>
#include <string.h>

enum { N = 7, ITERATIONS = 6 };

static const long long n = N;

static long long *at(const upc_stride_operand_t *v, long long i) {
  return (long long *)upc_stride_element(v, i, 0, 0, 0);
}

static void number(const upc_stride_part_t *p, void *argument) {
  const upc_stride_operand_t *w = &p->operand[0];
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = i + *(const int *)argument;
}

/* Adds to each element the one before it, round the end. Operand 0 has one more element before the first. */
static void add(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  (void)unused;
  for (long long i = w->box.lo[0]; i < w->box.hi[0]; i++) *at(w, i) = *at(r, i) + *at(r, i - 1);
}

/* The same in this process alone, `times` times. */
static void alone(long long *x, int start, int times) {
  long long y[N];
  for (int i = 0; i < N; i++) x[i] = i + start;
  for (int k = 0; k < times; k++) {
    for (int i = 0; i < N; i++) y[i] = x[i] + x[(i + N - 1) % N];
    memcpy(x, y, sizeof y);
  }
}

static long long result[2][N];

static void keep(const upc_stride_part_t *p, void *argument) {
  const upc_stride_operand_t *r = &p->operand[0];
  for (long long i = r->box.lo[0]; i < r->box.hi[0]; i++) ((long long *)argument)[i] = *at(r, i);
}

/* Parts of all kinds: more slabs than elements; one in three has an element, on the last thread or dealt out. */
static upc_stride_distribution_t *odd(int kind) {
  upc_stride_box_t box[3 * N];
  int thread[3 * N];
  const int threads = upc_stride_threads();
  if (kind == 0) return upc_stride_distribution_slabs(1, &n, 0, 20 * threads, threads);
  memset(box, 0, sizeof box);
  for (int p = 0; p < 3 * N; p++) {
    thread[p] = kind == 1 ? threads - 1 : p % threads;
    if (p % 3 == 1) box[p].lo[0] = p / 3, box[p].hi[0] = p / 3 + 1;
  }
  return upc_stride_distribution_boxes(1, 3 * N, box, thread);
}

/* first -> a -> b -> c -> a: three steps in an iteration, each in parts of another kind. */
static upc_stride_graph_t *ring(const int *start, long long *results) {
  static const char *const names[] = {"a", "b", "c", "next"};
  upc_stride_graph_t *g = upc_stride_graph_new();
  upc_stride_box_t all;
  int value[4], zero = 0, step;
  const long long one = 1;
  memset(&all, 0, sizeof all);
  all.hi[0] = N;
  for (int k = 0; k < 4; k++) value[k] = upc_stride_graph_value(g, names[k], sizeof(long long), 1, &n);
  for (int k = 0; k < 4; k++) {
    upc_stride_distribution_t *parts = odd(k % 3), *wider = upc_stride_distribution_grown(parts, &one, 1);
    step = upc_stride_graph_step(g, names[k], k == 0 ? number : add, (void *)start,
                                 k == 0 ? UPC_STRIDE_FIRST : UPC_STRIDE_EACH);
    if (k > 0) upc_stride_graph_reads(g, step, value[k - 1], wider);
    upc_stride_graph_writes(g, step, value[k], parts);
    upc_stride_distribution_free(parts);
    upc_stride_distribution_free(wider);
  }
  upc_stride_graph_carry(g, value[3], value[0]);
  step = upc_stride_graph_step(g, "keep", keep, results, UPC_STRIDE_LAST);
  upc_stride_graph_reads(g, step, value[3], upc_stride_distribution_boxes(1, 1, &all, &zero));
  return g;
}

static void check(const long long *got, int start) {
  long long expected[N];
  if (upc_stride_mythread() != 0) return;
  alone(expected, start, 3 * ITERATIONS);
  for (int i = 0; i < N; i++) CHECK_IS(got[i], expected[i]);
}

int main(void) {
  static const int start[2] = {1, 50};
  START(NULL);
  upc_stride_graph_t *g[2] = {ring(&start[0], result[0]), ring(&start[1], result[1])};
  for (int round = 0; round < 3; round++) {
    memset(result, 0, sizeof result);
    upc_stride_graph_run(g[round % 2], ITERATIONS);
    upc_stride_graph_run(g[1 - round % 2], ITERATIONS);
    check(result[0], start[0]);
    check(result[1], start[1]);
  }
  upc_stride_graph_free(g[0]);
  upc_stride_graph_free(g[1]);
  upc_stride_graph_t *only = upc_stride_graph_new();
  int v = upc_stride_graph_value(only, "only", sizeof(long long), 1, &n);
  int step = upc_stride_graph_step(only, "number", number, (void *)start, UPC_STRIDE_EACH);
  upc_stride_graph_writes(only, step, v, odd(0));
  upc_stride_graph_run(only, 3);
  CHECK_IS(upc_stride_graph_moved(only).messages, 0);
  upc_stride_graph_free(only);
  upc_stride_graph_free(upc_stride_graph_new());
  CHECK(upc_stride_finalize() == 0);
  return passed();
}
