/* SPDX-License-Identifier: BSD-3-Clause
 * The arithmetic of graphs without threads: boxes that are cut out of others, blocks over a grid, and the plan that is
 * the example of graph_plan/graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "graph_plan/graph.h"
#include "../../../tests/library/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(const char *what, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s: expected %lld, got %lld\n", what, wanted, got);
}

static upc_stride_box_t random_box(void) {
  upc_stride_box_t b;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    b.lo[k] = random_below(6);
    b.hi[k] = b.lo[k] + random_below(6);
  }
  return b;
}

static int within(const upc_stride_box_t *b, const long long *i) {
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++)
    if (i[k] < b->lo[k] || i[k] >= b->hi[k]) return 0;
  return 1;
}

/* After some boxes were taken out of one, each element is in one of those that are left, or in one taken out. */
static void take_out(void) {
  upc_stride_boxes_t left = {NULL, 0, 0};
  upc_stride_box_t all = random_box(), gone[5];
  long long i[UPC_STRIDE_DIMS], elements = 0;
  int n, k;
  upc_stride_boxes_add(&left, &all);
  for (n = 0; n < 5; n++) {
    gone[n] = random_box();
    upc_stride_boxes_remove(&left, &gone[n]);
  }
  for (n = 0; n < left.n; n++) elements += upc_stride_box_size(&left.box[n]);
  for (k = 0; k < 11 * 11 * 11 * 11; k++) {
    int times = 0, out = 0;
    i[0] = k / 1331, i[1] = k / 121 % 11, i[2] = k / 11 % 11, i[3] = k % 11;
    if (!within(&all, i)) continue;
    for (n = 0; n < left.n; n++) times += within(&left.box[n], i);
    for (n = 0; n < 5; n++) out |= within(&gone[n], i);
    expect("boxes with an element", times, !out);
    elements -= !out;
  }
  expect("elements left over", elements, 0);
  free(left.box);
}

/* The tree finds the boxes that a walk over all of them finds. */
static void search(void) {
  upc_stride_box_t boxes[60], wanted, common;
  upc_stride_box_tree_t tree;
  upc_stride_found_t found = {NULL, 0, 0};
  int n = random_below(61), i, k = 0, round;
  for (i = 0; i < n; i++) boxes[i] = random_box();
  upc_stride_box_tree_new(&tree, boxes, n);
  for (round = 0; round < 5; round++, k = 0) {
    wanted = random_box();
    upc_stride_box_tree_find(&tree, &wanted, &found);
    for (i = 0; i < n; i++) {
      if (!upc_stride_box_common(&common, &boxes[i], &wanted)) continue;
      expect("box found", k < found.n ? found.number[k] : -1, i);
      k++;
    }
    expect("boxes found", found.n, k);
  }
  upc_stride_box_tree_free(&tree);
  free(found.number);
}

static void blocks(void) {
  const long long extent[2] = {7, 5};
  const int grid[2] = {2, 3}, thread[6] = {0, 0, 1, 2, 2, 3};
  upc_stride_distribution_t *d = upc_stride_distribution_blocks(2, extent, grid, 4);
  long long elements = 0;
  int p;
  expect("parts", upc_stride_distribution_parts(d), 6);
  for (p = 0; p < 6; p++) {
    upc_stride_box_t b = d->box[p];
    elements += upc_stride_box_size(&b);
    expect("thread of a part", d->thread[p], thread[p]);
    expect("first row", b.lo[0], p / 3 * 7 / 2);
    expect("first column", b.lo[1], p % 3 * 5 / 3);
  }
  expect("elements of all blocks", elements, 35);
  upc_stride_distribution_free(d);
}

/* An element's thread: by a block in the last two dimensions, or at random. */
static int owner_blocks(const long long *i, void *side) {
  return (int)(i[1] / *(int *)side * 3 + i[2] / *(int *)side);
}

static int owner_random(const long long *i, void *seed) {
  return (int)((i[0] * 31 + i[1] * 17 + i[2] * 7 + *(int *)seed) * 2654435761u >> 8 & 3);
}

/* Each element is in one box, on its thread; blocks become one box each. */
static void owned(upc_stride_owner_t *owner, int argument, int parts) {
  const long long extent[3] = {4, 6, 9};
  upc_stride_distribution_t *d = upc_stride_distribution_owned(3, extent, owner, &argument);
  long long i[UPC_STRIDE_DIMS] = {0, 0, 0, 0};
  int p;
  if (parts > 0) expect("parts of an owned distribution", upc_stride_distribution_parts(d), parts);
  for (i[0] = 0; i[0] < extent[0]; i[0]++)
    for (i[1] = 0; i[1] < extent[1]; i[1]++)
      for (i[2] = 0; i[2] < extent[2]; i[2]++) {
        int times = 0;
        for (p = 0; p < upc_stride_distribution_parts(d); p++) {
          upc_stride_box_t b = d->box[p];
          if (!within(&b, i)) continue;
          times++;
          expect("owner", d->thread[p], owner(i, &argument));
        }
        expect("boxes with an owned element", times, 1);
      }
  upc_stride_distribution_free(d);
}

static void replicated(void) {
  const long long extent[2] = {4, 6};
  upc_stride_distribution_t *d = upc_stride_distribution_replicated(2, extent, 5);
  int p;
  expect("copies", upc_stride_distribution_parts(d), 5);
  for (p = 0; p < 5; p++) {
    upc_stride_box_t b = d->box[p];
    expect("elements of a copy", upc_stride_box_size(&b), 24);
    expect("thread of a copy", d->thread[p], p);
  }
  upc_stride_distribution_free(d);
}

/* The box of a part is the one that its operand has in a value with the distribution's extents. */
static void boxes_of_grown(void) {
  const int grid[2] = {1 + rand() % 4, 1 + rand() % 4};
  const long long extent[2] = {1 + rand() % 9, 1 + rand() % 9}, width[2] = {rand() % 4, rand() % 4};
  upc_stride_distribution_t *cells = upc_stride_distribution_blocks(2, extent, grid, 3), *grown, *twice, *of_value;
  int p, k;
  grown = upc_stride_distribution_grown(cells, width, rand() % 4);
  twice = upc_stride_distribution_grown(grown, width, 0);
  of_value = upc_stride_distribution_of(twice, extent);
  for (p = 0; p < cells->parts; p++)
    for (k = 0; k < 2; k++) {
      const upc_stride_box_t box = upc_stride_distribution_own_box(twice, p);
      expect("first element of a grown box", box.lo[k], of_value->box[p].lo[k]);
      expect("end of a grown box", box.hi[k], of_value->box[p].hi[k]);
      if ((twice->periodic >> k & 1) == 0 && (box.lo[k] < 0 || box.hi[k] > extent[k])) expect("edge of a box", 1, 0);
    }
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(grown);
  upc_stride_distribution_free(twice);
  upc_stride_distribution_free(of_value);
}

static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

static void plan(void) {
  const long long n = 12, one = 1;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, 3, 3);
  upc_stride_distribution_t *grown = upc_stride_distribution_grown(cells, &one, 0);
  upc_stride_distribution_t *halo = upc_stride_distribution_of(grown, &n);
  upc_stride_access_t access[2] = {{0, 0, 1, 0, cells, NULL}, {1, 0, 0, 0, halo, NULL}};
  upc_stride_graph_step_t step[2];
  upc_stride_graph_value_t value;
  upc_stride_graph_t g = {&value, step, access, 1, 2, 2, NULL};
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT] = "";
  int s;
  memset(&value, 0, sizeof value);
  memset(step, 0, sizeof step);
  value.name = "v", value.size = 8, value.ndims = 1, value.extent[0] = n, value.source = -1;
  value.when = UPC_STRIDE_EACH;
  for (s = 0; s < 2; s++) step[s].name = "s", step[s].function = nothing, step[s].parts = 3, step[s].accesses = 1,
                          step[s].access[0] = s;
  expect("the graph is valid", upc_stride_graph_valid(&g, complaint), 1);
  expect("the plan is right", upc_stride_graph_plan(&P, &g, 1, complaint), 1);
  expect("regions", P.regions, 1);
  expect("first element", P.region[0].box.lo[0], 3);
  expect("end of the region", P.region[0].box.hi[0], 9);
  expect("moves", P.moves, 2);
  expect("messages", P.messages, 2);
  expect("first move from", P.move[0].thread, 0);
  expect("first move", P.move[0].box.lo[0], 3);
  expect("second move from", P.move[1].thread, 2);
  expect("second move", P.move[1].box.hi[0], 9);
  expect("parts", P.parts, 2);
  upc_stride_graph_plan_free(&P);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(grown);
  upc_stride_distribution_free(halo);
}

/* Thread 0 writes cell after cell of a value in place, and thread 1 reads them, each in a step of its own. With
 * `early`, a cell is written before the last one is read: then thread 1 needs storage for two cells, else for one. */
static void slots(int early) {
  enum { CELLS = 6 };
  const long long n = CELLS;
  upc_stride_access_t access[2 * CELLS];
  upc_stride_graph_step_t step[2 * CELLS];
  upc_stride_graph_value_t value;
  upc_stride_graph_t g = {&value, step, access, 1, 2 * CELLS, 2 * CELLS, NULL};
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT] = "";
  int s, k, written = 0, read = 0;
  memset(&value, 0, sizeof value);
  memset(step, 0, sizeof step);
  memset(access, 0, sizeof access);
  value.name = "v", value.size = 64, value.ndims = 1, value.extent[0] = n, value.source = value.when = -1;
  value.in_place = 1;
  for (s = 0; s < 2 * CELLS; s++) {
    int writes = written < CELLS && written <= read + early;
    upc_stride_box_t box = {{0, 0, 0, 0}, {1, 1, 1, 1}};
    const int thread = writes ? 0 : 1;
    k = writes ? written++ : read++;
    box.lo[0] = k, box.hi[0] = k + 1;
    access[s].step = s, access[s].writes = writes;
    access[s].d = upc_stride_distribution_boxes(1, 1, &box, &thread);
    step[s].name = "s", step[s].function = nothing, step[s].parts = 1, step[s].accesses = 1, step[s].access[0] = s;
  }
  expect("the graph is valid", upc_stride_graph_valid(&g, complaint), 1);
  expect("the plan is right", upc_stride_graph_plan(&P, &g, 1, complaint), 1);
  expect("messages", P.messages, CELLS);
  expect("bytes of storage", (long long)P.bytes, early ? 128 : 64);
  for (k = 0; k < P.messages; k++) expect("a message waits", P.message[k].waits, k > early);
  upc_stride_graph_plan_free(&P);
  for (s = 0; s < 2 * CELLS; s++) upc_stride_distribution_free(access[s].d);
}

/* PARTS parts of a value are dealt out to two threads one by one. In each iteration a part reads a cell of both
 * neighbours, which are on the other thread. All that its thread gets is one message, which answers its own last one.
 * The time grows with the parts; if it grew with their cube, this test would take an hour. */
static void many_parts(void) {
  enum { PARTS = 20000, WIDTH = 4 };
  upc_stride_box_t *box = calloc(PARTS, sizeof *box);
  int *thread = calloc(PARTS, sizeof *thread), i;
  const long long n = WIDTH * PARTS, one = 1;
  upc_stride_distribution_t *cells, *grown, *halo;
  upc_stride_graph_t g;
  upc_stride_graph_value_t value[2];
  upc_stride_graph_step_t step[2];
  upc_stride_access_t access[3];
  upc_stride_graph_plan_t P, Q;
  char complaint[UPC_STRIDE_COMPLAINT] = "";
  for (i = 0; i < PARTS; i++) {
    box[i].lo[0] = (long long)WIDTH * i, box[i].hi[0] = box[i].lo[0] + WIDTH;
    thread[i] = i % 2;
  }
  cells = upc_stride_distribution_boxes(1, PARTS, box, thread);
  grown = upc_stride_distribution_grown(cells, &one, 0);
  halo = upc_stride_distribution_of(grown, &n);
  memset(&g, 0, sizeof g);
  memset(value, 0, sizeof value);
  memset(step, 0, sizeof step);
  memset(access, 0, sizeof access);
  g.value = value, g.step = step, g.access = access, g.values = g.steps = 2, g.accesses = 3;
  for (i = 0; i < 2; i++) {
    value[i].name = "v", value[i].size = 8, value[i].ndims = 1, value[i].extent[0] = n;
    step[i].name = "s", step[i].function = nothing, step[i].parts = PARTS;
  }
  value[0].when = step[0].when = UPC_STRIDE_FIRST;
  value[1].when = step[1].when = UPC_STRIDE_EACH;
  value[1].ahead = value[0].source = 1, value[1].source = -1; /* it is carried to value 0, and stored there */
  step[0].accesses = 1, step[0].access[0] = 0;
  step[1].accesses = 2, step[1].access[0] = 1, step[1].access[1] = 2, step[1].merged = 1;
  access[0].writes = 1, access[0].d = cells;
  access[1].step = 1, access[1].d = halo;
  access[2].step = 1, access[2].value = access[2].writes = 1, access[2].d = cells;
  expect("the graph is valid", upc_stride_graph_valid(&g, complaint), 1);
  expect("the plan is right", upc_stride_graph_plan(&P, &g, 0, complaint), 1);
  expect("the other plan is right", upc_stride_graph_plan(&Q, &g, 1, complaint), 1);
  expect("regions", P.regions, PARTS / 2);
  expect("moves", P.moves, 2 * (PARTS - 1)); /* in the first iteration from step 0, in each later one from step 1 */
  expect("messages", P.messages, PARTS / 2 + 1);
  for (i = 0; i < P.messages; i++) {
    const upc_stride_message_t *m = &P.message[i];
    if (m->part >= 0) continue;
    expect("writers of the merged message", m->writers, PARTS / 2);
    expect("its readers", m->readers, PARTS / 2);
    expect("it is answered", upc_stride_graph_implied(&Q, &g, &P, i), 1);
  }
  upc_stride_graph_plan_free(&P);
  upc_stride_graph_plan_free(&Q);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(grown);
  upc_stride_distribution_free(halo);
  free(box);
  free(thread);
}

/* Two parts write 8 elements and one more on each side, round the edges: part 0 of thread 1 writes -1..4, part 1 of
 * thread 0 writes 3..8. So both write elements 0, 3, 4 and 7, and must write the same. The first reader wants 0..11,
 * round the edges, and gets element 0 from its own thread as 8. The second one wants 0..2 and has no edges to go round:
 * element 0 is there already, so no other move may bring it. */
static void brought_once(void) {
  enum { N = 8 };
  upc_stride_box_t box[2] = {{{0}, {0}}, {{0}, {0}}}, common;
  const int thread[2] = {1, 0};
  const long long n = N, one = 1, four = 4;
  upc_stride_distribution_t *d[4];
  upc_stride_graph_t g;
  upc_stride_graph_value_t value;
  upc_stride_graph_step_t step[3];
  upc_stride_access_t access[3];
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT] = "";
  int i, k;
  for (i = 0; i < 2; i++) box[i].lo[0] = N / 2 * i, box[i].hi[0] = N / 2 * (i + 1);
  d[3] = upc_stride_distribution_boxes(1, 2, box, thread);
  d[0] = upc_stride_distribution_grown(d[3], &one, 1);
  d[1] = upc_stride_distribution_grown(d[3], &four, 1);
  for (i = 0; i < 2; i++) box[i].lo[0] = 0, box[i].hi[0] = 3;
  d[2] = upc_stride_distribution_boxes(1, 2, box, thread);
  memset(&g, 0, sizeof g);
  memset(&value, 0, sizeof value);
  memset(step, 0, sizeof step);
  memset(access, 0, sizeof access);
  g.value = &value, g.step = step, g.access = access, g.values = 1, g.steps = g.accesses = 3;
  value.name = "v", value.size = 8, value.ndims = 1, value.extent[0] = n, value.source = -1;
  value.when = UPC_STRIDE_EACH;
  for (i = 0; i < 3; i++) {
    step[i].name = "s", step[i].function = nothing, step[i].parts = 2, step[i].when = UPC_STRIDE_EACH;
    step[i].accesses = 1, step[i].access[0] = i;
    access[i].step = i, access[i].writes = i == 0;
    access[i].d = upc_stride_distribution_of(d[i], &n);
  }
  expect("the graph is valid", upc_stride_graph_valid(&g, complaint), 1);
  expect("the plan is right", upc_stride_graph_plan(&P, &g, 0, complaint), 1);
  expect("some of it is moved", P.moves > 1, 1);
  for (i = 0; i < P.moves; i++)
    for (k = 0; k < i; k++)
      if (P.move[i].region == P.move[k].region)
        expect("moves of one element", upc_stride_box_common(&common, &P.move[i].box, &P.move[k].box), 0);
  upc_stride_graph_plan_free(&P);
  for (i = 0; i < 3; i++) upc_stride_distribution_free(access[i].d);
  for (i = 0; i < 4; i++) upc_stride_distribution_free(d[i]);
}

/* Two values are updated in place, `steps` times in an iteration; each update reads the other value, and a cell of both
 * neighbours. Returns how much the parts and the messages of a thread wait for. */
static long long waits_of_chain(int steps) {
  const long long n = 12, one = 1;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, 3, 3);
  upc_stride_distribution_t *grown = upc_stride_distribution_grown(cells, &one, 0);
  upc_stride_distribution_t *halo = upc_stride_distribution_of(grown, &n);
  upc_stride_graph_value_t value[2];
  upc_stride_graph_step_t *step = calloc((size_t)steps + 1, sizeof *step);
  upc_stride_access_t *access = calloc(2 * (size_t)steps + 2, sizeof *access), *a = access;
  upc_stride_graph_t g = {value, step, access, 2, steps + 1, 2 * steps + 2, NULL};
  upc_stride_graph_plan_t P;
  char complaint[UPC_STRIDE_COMPLAINT] = "";
  long long waits = 0;
  int s, k;
  memset(value, 0, sizeof value);
  for (k = 0; k < 2; k++) {
    value[k].name = "v", value[k].size = 8, value[k].ndims = 1, value[k].extent[0] = n;
    value[k].storage = k, value[k].source = value[k].when = -1, value[k].in_place = 1;
  }
  for (s = 0; s <= steps; s++) {
    step[s].name = "s", step[s].function = nothing, step[s].parts = 3, step[s].accesses = 2;
    step[s].when = s == 0 ? UPC_STRIDE_FIRST : UPC_STRIDE_EACH;
    for (k = 0; k < 2; k++, a++) {
      step[s].access[k] = (int)(a - access);
      a->step = s, a->value = (s + k) % 2, a->d = s > 0 && k == 0 ? halo : cells;
      a->writes = s == 0 || k == 1, a->updates = s > 0 && k == 1;
    }
  }
  expect("the graph is valid", upc_stride_graph_valid(&g, complaint), 1);
  expect("the plan is right", upc_stride_graph_plan(&P, &g, 1, complaint), 1);
  for (k = 0; k < P.parts; k++) waits += P.part[k].first.n + P.part[k].later.n;
  for (k = 0; k < P.messages; k++) waits += P.message[k].readers;
  upc_stride_graph_plan_free(&P);
  upc_stride_distribution_free(cells);
  upc_stride_distribution_free(grown);
  upc_stride_distribution_free(halo);
  free(step);
  free(access);
  return waits;
}

/* What waits for its neighbours among the steps does not wait for all other steps. */
static void chain(void) {
  const long long few = waits_of_chain(20), many = waits_of_chain(40);
  expect("waits of 20 more steps", many - few <= 20 * 20, 1);
  if (failures > 0) printf("20 steps wait for %lld, 40 for %lld\n", few, many);
}

int main(void) {
  int i;
  for (i = 0; i < 200; i++) search();
  slots(0);
  slots(1);
  for (i = 0; i < 200; i++) take_out();
  blocks();
  owned(owner_blocks, 3, 6);
  for (i = 0; i < 20; i++) owned(owner_random, i, 0);
  replicated();
  for (i = 0; i < 200; i++) boxes_of_grown();
  plan();
  brought_once();
  many_parts();
  chain();
  printf("%s\n", failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
