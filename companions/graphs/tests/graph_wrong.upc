/* SPDX-License-Identifier: BSD-3-Clause
 * Graphs that must be refused with one line. In each case one thing differs from a right graph: step first writes value
 * a, step each reads a and writes b, step last reads b. usage: graph_wrong CASE */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include "upc_stride_coll.h"
#include "upc_stride_graph.h"

enum { MOST = 64 }; /* threads */

static const long long n = 12, one = 1;
static upc_stride_graph_t *g;
static upc_stride_distribution_t *cells;
static int a, b, first, each, last;
static upc_stride_box_t box[MOST]; /* one element on each thread */
static int thread[MOST];
static int memory[100];

static int value(const char *name) { return upc_stride_graph_value(g, name, sizeof(int), 1, &n); }
static upc_stride_distribution_t *boxes(void) { return upc_stride_distribution_boxes(1, THREADS, box, thread); }
static upc_stride_distribution_t *neighbours(void) { return upc_stride_distribution_grown(cells, &one, 0); }

/* ---- the right graph ---- */

static void first_step(upc_stride_distribution_t *d) { upc_stride_graph_writes(g, first, a, d); }
static void each_step(int from) {
  upc_stride_graph_reads(g, each, from, neighbours());
  upc_stride_graph_writes(g, each, b, cells);
}
static void last_step(void) { upc_stride_graph_reads(g, last, b, cells); }

static void steps(void) {
  first_step(cells);
  each_step(a);
  last_step();
}

/* ---- distributions ---- */

static void parts(void) {
  first_step(cells);
  upc_stride_graph_writes(g, first, b, upc_stride_distribution_slabs(1, &n, 0, 2 * THREADS, THREADS));
}
static void threads(void) {
  thread[0] = 1, thread[1] = 0;
  first_step(cells);
  upc_stride_graph_writes(g, first, b, boxes());
}
static void thread_outside(void) {
  thread[1] = THREADS;
  first_step(boxes());
}
static void box_outside(void) {
  box[1].hi[0] = 13;
  first_step(boxes());
}
static void width(void) {
  const long long most = 13;
  upc_stride_graph_reads(g, each, a, upc_stride_distribution_grown(cells, &most, 1));
}
static void overlap(void) {
  box[0].hi[0] = 5, box[1].lo[0] = 4, box[1].hi[0] = 12;
  first_step(boxes());
  each_step(a);
  last_step();
}
static void element(void) { /* that no part writes */
  first_step(boxes());
  each_step(a);
  last_step();
}

/* ---- values and steps ---- */

static void dims(void) { upc_stride_graph_value(g, "c", 8, 5, &n); }
static void unknown_value(void) { upc_stride_graph_reads(g, each, 7, cells); }
static void kinds(void) { /* two kinds of step write the same value */
  first_step(cells);
  upc_stride_graph_writes(g, each, a, cells);
}
static void carry(void) { /* between values of different extents */
  const long long less = 11;
  upc_stride_graph_carry(g, upc_stride_graph_value(g, "c", sizeof(int), 1, &less), a);
}
static void carry_when(void) { /* from a value that step last writes */
  upc_stride_graph_carry(g, b, a);
  first_step(cells);
  upc_stride_graph_writes(g, last, b, cells);
  upc_stride_graph_reads(g, each, a, neighbours());
  last_step();
}
static void order(void) {
  first_step(cells);
  upc_stride_graph_reads(g, first, b, cells);
  each_step(a);
  last_step();
}
static void nobody(void) {
  first_step(cells);
  each_step(value("c"));
  last_step();
}
static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }
static void later(void) {
  int after, c;
  first_step(cells);
  each_step(a);
  after = upc_stride_graph_step(g, "after", nothing, NULL, UPC_STRIDE_EACH), c = value("c");
  upc_stride_graph_writes(g, after, c, cells);
  upc_stride_graph_reads(g, each, c, cells);
  last_step();
}
static void itself(void) {
  first_step(cells);
  upc_stride_graph_reads(g, each, b, cells);
  each_step(a);
  last_step();
}
static void last_reads_carried(void) {
  first_step(cells);
  each_step(a);
  upc_stride_graph_carry(g, b, a);
  upc_stride_graph_reads(g, last, a, cells);
}
static void differ(void) {
  if (MYTHREAD == 1) upc_stride_graph_merge(g, each);
  steps();
}

/* ---- a run ---- */

static void no_iterations(void) {
  steps();
  upc_stride_graph_run(g, 0);
}
static void step_after_run(void) {
  steps();
  upc_stride_graph_run(g, 2);
  upc_stride_graph_writes(g, last, a, cells);
}

/* ---- values in memory of the program ---- */

/* The operands of all parts have the same address. */
static void give(int v, int *data, ptrdiff_t stride) {
  upc_stride_operand_t operands[MOST];
  int p;
  memset(operands, 0, sizeof operands);
  for (p = 0; p < THREADS; p++) operands[p].data = (char *)data, operands[p].stride[0] = stride;
  upc_stride_graph_given(g, v, cells, operands);
}

/* Only part 0 has elements, 5 and 6. */
static void update_two_elements(int v) {
  int p;
  for (p = 0; p < THREADS; p++) box[p].lo[0] = 5, box[p].hi[0] = p == 0 ? 7 : 5;
  upc_stride_graph_updates(g, each, v, boxes());
}

static void null_operand(void) { give(value("v"), NULL, 0); }
static void given_late(void) {
  int v = value("v");
  upc_stride_graph_reads(g, each, v, cells);
  give(v, memory, 0);
}
static void elsewhere(void) {
  int v = value("v");
  give(v, memory, 0);
  update_two_elements(v);
  steps();
}
static void in_place_carry(void) {
  int v = value("v");
  give(v, memory, 0);
  upc_stride_graph_carry(g, v, value("w"));
  update_two_elements(v);
  steps();
}
static void shared_memory(void) { /* two values in one array: the rows of the second begin in those of the first */
  int v = value("v"), w = value("w");
  give(v, memory, sizeof(int));
  give(w, memory + 2, sizeof(int));
  upc_stride_graph_updates(g, each, v, cells);
  steps();
}

/* ---- values in place ---- */

static void alone(void) {
  int v = value("v");
  upc_stride_graph_writes(g, first, v, cells);
  upc_stride_graph_updates(g, each, v, cells);
  upc_stride_graph_reads(g, each, v, neighbours());
  steps();
}
static void before(void) { /* no step has written it */
  upc_stride_graph_updates(g, each, value("v"), cells);
  steps();
}

/* ---- step each changes in iteration 1 what it must not ---- */

static void (*change)(const upc_stride_part_t *p, const upc_stride_operand_t *r, const upc_stride_operand_t *w);

static void each_part(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  if (p->iteration == 1 && change) change(p, &p->operand[0], &p->operand[1]);
}

static void change_what_is_read(const upc_stride_part_t *p, const upc_stride_operand_t *r,
                                const upc_stride_operand_t *w) {
  (void)p, (void)w;
  ++*(int *)upc_stride_element(r, r->box.hi[0] - 1, 0, 0, 0);
}
static void change_beside(const upc_stride_part_t *p, const upc_stride_operand_t *r, const upc_stride_operand_t *w) {
  (void)r;
  if (p->part == 0) ++*(int *)upc_stride_element(w, w->box.hi[0] + 1, 0, 0, 0);
}
static void change_beyond(const upc_stride_part_t *p, const upc_stride_operand_t *r, const upc_stride_operand_t *w) {
  (void)p, (void)r;
  ++*(int *)upc_stride_element(w, w->box.hi[0], 0, 0, 0);
}
static void change_below(const upc_stride_part_t *p, const upc_stride_operand_t *r, const upc_stride_operand_t *w) {
  (void)p, (void)r;
  ++*(int *)upc_stride_element(w, w->box.lo[0] - 1, 0, 0, 0);
}

static upc_stride_array_t numbers;
static void broadcast(const upc_stride_part_t *p, const upc_stride_operand_t *r, const upc_stride_operand_t *w) {
  const size_t at = 0;
  (void)p, (void)r, (void)w;
  upc_stride_broadcast(UPC_SECTION(numbers, UPC_STRIDE_ALL), upc_stride_at(numbers, &at), sizeof(int), 0);
}

static void calls(void) {
  const size_t shape = THREADS, block = 1;
  numbers = upc_stride_all_alloc(1, &shape, &block, sizeof(int), 0, NULL);
  change = broadcast, steps();
}
static void changes(void) { change = change_what_is_read, steps(); }
static void beside(void) {
  cells = upc_stride_distribution_slabs(1, &n, 0, 2 * THREADS, THREADS);
  change = change_beside, steps();
}
static void beyond(void) { change = change_beyond, steps(); }
static void below(void) { change = change_below, steps(); }

/* Describes the graph of the case. Returns 0 if there is no such case. */
/* ---- conditions ---- */

static int condition(int when) {
  const int c = upc_stride_graph_value(g, "c", sizeof(int), 1, &one);
  upc_stride_distribution_t *all = upc_stride_distribution_replicated(1, &one, THREADS);
  upc_stride_graph_writes(g, upc_stride_graph_step(g, "decide", nothing, NULL, when), c, all);
  return c;
}
static void many_ints(void) { upc_stride_graph_while(g, a); }
static void opposite(void) {
  const int c = condition(UPC_STRIDE_EACH);
  upc_stride_graph_if(g, each, c);
  upc_stride_graph_unless(g, each, c);
}
static void five(void) {
  int i;
  for (i = 0; i < 5; i++) upc_stride_graph_if(g, each, condition(UPC_STRIDE_EACH));
}
static void late_condition(void) {
  steps();
  upc_stride_graph_if(g, each, condition(UPC_STRIDE_EACH));
}
static void one_branch(void) {
  upc_stride_graph_if(g, each, condition(UPC_STRIDE_FIRST));
  steps();
}
static void two_loops(void) {
  steps();
  upc_stride_graph_while(g, condition(UPC_STRIDE_EACH));
  upc_stride_graph_while(g, condition(UPC_STRIDE_EACH));
}
static void writes_in_place(void) {
  steps();
  upc_stride_graph_if(g, last, condition(UPC_STRIDE_FIRST));
  upc_stride_graph_updates(g, upc_stride_graph_step(g, "update", nothing, NULL, UPC_STRIDE_FIRST), value("v"), cells);
  upc_stride_graph_writes(g, last, 2 + 1, cells);
}

static int describe(const char *name) {
  static const struct {
    const char *name;
    void (*function)(void);
  } cases[] = {
      {"parts", parts}, {"threads", threads}, {"thread", thread_outside}, {"box", box_outside}, {"width", width},
      {"overlap", overlap}, {"element", element}, {"dims", dims}, {"value", unknown_value}, {"kinds", kinds},
      {"carry", carry}, {"carry_when", carry_when}, {"order", order}, {"nobody", nobody}, {"later", later},
      {"itself", itself}, {"last", last_reads_carried}, {"differ", differ}, {"iterations", no_iterations},
      {"run", step_after_run}, {"null_operand", null_operand}, {"given_late", given_late}, {"elsewhere", elsewhere},
      {"in_place_carry", in_place_carry}, {"shared", shared_memory}, {"alone", alone}, {"before", before},
      {"many_ints", many_ints}, {"opposite", opposite}, {"five", five}, {"late_condition", late_condition},
      {"one_branch", one_branch}, {"two_loops", two_loops}, {"writes_in_place", writes_in_place},
      {"calls", calls}, {"changes", changes}, {"beside", beside}, {"beyond", beyond}, {"below", below}};
  size_t i;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (strcmp(name, cases[i].name) == 0) {
      cases[i].function();
      return 1;
    }
  return 0;
}

int main(int argc, char **argv) {
  int p;
  g = upc_stride_graph_new();
  cells = upc_stride_distribution_slabs(1, &n, 0, THREADS, THREADS);
  a = value("a"), b = value("b");
  first = upc_stride_graph_step(g, "first", nothing, NULL, UPC_STRIDE_FIRST);
  each = upc_stride_graph_step(g, "each", each_part, NULL, UPC_STRIDE_EACH);
  last = upc_stride_graph_step(g, "last", nothing, NULL, UPC_STRIDE_LAST);
  for (p = 0; p < THREADS; p++) box[p].lo[0] = p, box[p].hi[0] = p + 1, thread[p] = p;
  if (!describe(argc > 1 ? argv[1] : "")) {
    if (MYTHREAD == 0) printf("no case '%s'\n", argc > 1 ? argv[1] : "");
    return 2;
  }
  upc_stride_graph_run(g, 2);
  printf("not refused\n");
  return 0;
}
