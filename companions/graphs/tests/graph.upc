/* SPDX-License-Identifier: BSD-3-Clause
 * Random graphs of steps, values and distributions against a sequential run. Each thread first runs every part itself,
 * one after the other, with arrays that hold whole values: these are the expected elements. Then the graph runs, and a
 * last step compares. Some parts take long, so that threads wait for each other. With `bytes`, a third of the values
 * have elements of so many bytes, so that there are long messages. With `cancel`, a number, an error of one step ends
 * the program.
 * usage: graph [graphs [seed [bytes [cancel]]]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include "upc_stride_graph.h"
#include "../../../tests/library/cancel.h"
#include "../../../tests/library/random.h"

enum { MOST_VALUES = 12, MOST_STEPS = 64, MOST_PARTS = 40, DIMS = UPC_STRIDE_GRAPH_DIMS };

typedef unsigned long long word_t;

typedef struct {
  size_t size;
  int ndims, when, carried, source, written; /* written: the number of the step that has written it, or -1 */
  int in_place, updated;                     /* steps change it one after the other: so far; sooner or later */
  upc_stride_distribution_t *given;          /* or null: what the program gives, in .. */
  upc_stride_operand_t *operands;                  /* .. memory of its own */
  long long extent[DIMS];
  char *whole;                               /* all of its elements */
} value_t;

typedef struct {
  int step, when, parts, values, stencil, value[UPC_STRIDE_STEP_VALUES], writes[UPC_STRIDE_STEP_VALUES], check;
  int updates[UPC_STRIDE_STEP_VALUES];
  int width, periodic;                       /* of a stencil */
  int conditions, condition[2], holds[2];
  upc_stride_distribution_t *d[UPC_STRIDE_STEP_VALUES];
} step_t;

/* Conditions: the same in the whole run, written in each iteration, or carried to the next one. */
enum { CONSTANT, EACH, CARRIED, CONDITIONS = 2 };
typedef struct {
  int kind, number, there, salt;             /* the graph's number of the value; 1: steps can have it */
} condition_t;

static condition_t condition[CONDITIONS];
static value_t value[MOST_VALUES];
static step_t step[MOST_STEPS];
static int values, steps, failures, slow, long_element;

static word_t mix(word_t a, word_t b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ a >> 29;
}

static word_t element_word(const void *element, size_t size) {
  word_t h = size;
  size_t i;
  for (i = 0; i < size; i++) h = mix(h, ((const unsigned char *)element)[i]);
  return h;
}

static void set_element(void *element, size_t size, word_t w) {
  size_t i;
  for (i = 0; i < size; i++, w = mix(w, i)) ((unsigned char *)element)[i] = (unsigned char)(w >> 24);
}

/* The next index of a box; 0 after the last one. */
static int next_index(long long *i, const upc_stride_box_t *b) {
  int k;
  for (k = DIMS - 1; k >= 0; k--) {
    if (++i[k] < b->hi[k]) return 1;
    i[k] = b->lo[k];
  }
  return 0;
}

static int empty(const upc_stride_box_t *b) {
  int k;
  for (k = 0; k < DIMS; k++)
    if (b->lo[k] >= b->hi[k]) return 1;
  return 0;
}

/* The number of an element within its value; indices of a periodic value go round. */
static size_t number(const value_t *v, const long long *i) {
  size_t n = 0;
  int k;
  for (k = 0; k < v->ndims; k++) n = n * (size_t)v->extent[k] + (size_t)((i[k] + v->extent[k]) % v->extent[k]);
  return n;
}

static void *at(const upc_stride_operand_t *v, const long long *i) {
  return upc_stride_element(v, i[0], i[1], i[2], i[3]);
}

/* ---- conditions ---- */

static int condition_holds(const condition_t *c, int when, int iteration) {
  if (c->kind == CONSTANT || when == UPC_STRIDE_FIRST) iteration = 0;
  return mix((word_t)c->salt, (word_t)iteration) >> 20 & 1;
}

static int runs(const step_t *s, int iteration) {
  int i;
  for (i = 0; i < s->conditions; i++)
    if (condition_holds(&condition[s->condition[i]], s->when, iteration) != s->holds[i]) return 0;
  return 1;
}

static void write_condition(const upc_stride_part_t *p, void *argument) {
  const condition_t *c = argument;
  *(int *)p->operand[0].data = 5 * condition_holds(c, UPC_STRIDE_EACH, p->iteration);
}

static void write_next_condition(const upc_stride_part_t *p, void *argument) {
  const condition_t *c = argument;
  *(int *)p->operand[0].data = 5 * condition_holds(c, UPC_STRIDE_EACH, p->iteration + 1);
}

/* ---- the steps' functions ---- */

/* Writes a mixture of all elements read. */
static void mix_all(const step_t *s, const upc_stride_part_t *p) {
  word_t all = (word_t)(s->step * 1000 + p->iteration);
  int k, pass;
  for (pass = 0; pass < 2; pass++)
    for (k = 0; k < s->values; k++) {
      const upc_stride_operand_t *v = &p->operand[k];
      const value_t *of = &value[s->value[k]];
      long long i[DIMS];
      if (s->writes[k] != pass || empty(&v->box)) continue;
      memcpy(i, v->box.lo, sizeof i);
      do {
        word_t old = s->updates[k] ? element_word(at(v, i), of->size) : 0;
        if (pass == 0) all = mix(all, element_word(at(v, i), of->size));
        else set_element(at(v, i), of->size, mix(mix(all, number(of, i)), old));
      } while (next_index(i, &v->box));
    }
}

/* Writes for each element a mixture of those read around it: the same in all parts that write it. Operand 0 is read,
 * operand 1 written. */
static void mix_near(const step_t *s, const upc_stride_part_t *p) {
  const upc_stride_operand_t *r = &p->operand[0], *w = &p->operand[1];
  const value_t *from = &value[s->value[0]], *to = &value[s->value[1]];
  long long i[DIMS], j[DIMS];
  if (empty(&w->box)) return;
  memcpy(i, w->box.lo, sizeof i);
  do {
    word_t sum = mix((word_t)(s->step * 1000 + p->iteration), number(to, i));
    upc_stride_box_t around = r->box;
    int k;
    for (k = 0; k < from->ndims; k++) {
      around.lo[k] = i[k] - s->width, around.hi[k] = i[k] + s->width + 1;
      if (s->periodic >> k & 1) continue;
      if (around.lo[k] < 0) around.lo[k] = 0;
      if (around.hi[k] > from->extent[k]) around.hi[k] = from->extent[k];
    }
    memcpy(j, around.lo, sizeof j);
    do sum = mix(sum, element_word(at(r, j), from->size));
    while (next_index(j, &around));
    set_element(at(w, i), to->size, sum);
  } while (next_index(i, &w->box));
}

static void compare(const step_t *s, const upc_stride_part_t *p) {
  int k;
  for (k = 0; k < s->values; k++) {
    const value_t *v = &value[s->value[k]];
    long long i[DIMS];
    if (empty(&p->operand[k].box)) continue;
    memcpy(i, p->operand[k].box.lo, sizeof i);
    do {
      const char *right = v->whole + number(v, i) * v->size;
      if (memcmp(at(&p->operand[k], i), right, v->size) == 0) continue;
      if (failures++ < 5)
        printf("thread %d: value %d (%lld, %lld, %lld) in part %d: expected %llx, got %llx\n", MYTHREAD, s->value[k],
               i[0], i[1], i[2], p->part, element_word(right, v->size), element_word(at(&p->operand[k], i), v->size));
    } while (next_index(i, &p->operand[k].box));
  }
}

static void run_step(const upc_stride_part_t *p, void *argument) {
  const step_t *s = argument;
  volatile int pause = 0;
  cancel_here();
  if (slow && (p->part + MYTHREAD + p->iteration) % 5 == 0)
    while (pause < 20000) pause++;
  if (!runs(s, p->iteration) && failures++ < 5)
    printf("thread %d: step %d runs in iteration %d against its condition\n", MYTHREAD, s->step, p->iteration);
  if (s->check) compare(s, p);
  else if (s->stencil) mix_near(s, p);
  else mix_all(s, p);
}

/* ---- the sequential run ---- */

static upc_stride_operand_t operand_of(const value_t *v, const upc_stride_box_t *box, char *data) {
  upc_stride_operand_t operand;
  ptrdiff_t stride = (ptrdiff_t)v->size;
  int k;
  operand.data = data;
  operand.box = *box;
  for (k = DIMS - 1; k >= 0; k--) {
    operand.stride[k] = stride;
    stride *= (ptrdiff_t)(box->hi[k] - box->lo[k]);
  }
  return operand;
}

/* Between a part's own copy of a box and the whole value. */
static void copy_box(const value_t *v, const upc_stride_operand_t *operand, int to_whole) {
  long long i[DIMS];
  if (empty(&operand->box)) return;
  memcpy(i, operand->box.lo, sizeof i);
  do {
    char *whole = v->whole + number(v, i) * v->size;
    if (to_whole) memcpy(whole, at(operand, i), v->size);
    else memcpy(at(operand, i), whole, v->size);
  } while (next_index(i, &operand->box));
}

static size_t box_elements(const upc_stride_box_t *b) {
  size_t n = 1;
  int k;
  for (k = 0; k < DIMS; k++) n *= (size_t)(b->hi[k] > b->lo[k] ? b->hi[k] - b->lo[k] : 0);
  return n;
}

static void run_alone(const step_t *s, int iteration) {
  upc_stride_part_t part;
  int p, k;
  for (p = 0; p < s->parts && !s->check && runs(s, iteration); p++) {
    part.part = p;
    part.iteration = iteration;
    for (k = 0; k < s->values; k++) {
      const value_t *v = &value[s->value[k]];
      upc_stride_box_t box = upc_stride_distribution_box(s->d[k], p);
      int m;
      for (m = 0; m < v->ndims; m++) { /* as the library cuts it at the edges */
        if (s->periodic >> m & 1) continue;
        if (box.lo[m] < 0) box.lo[m] = 0;
        if (box.hi[m] > v->extent[m]) box.hi[m] = v->extent[m];
      }
      part.operand[k] = operand_of(v, &box, malloc(box_elements(&box) * v->size + 1));
      if (!s->writes[k] || s->updates[k]) copy_box(v, &part.operand[k], 0);
    }
    if (s->stencil) mix_near(s, &part);
    else mix_all(s, &part);
    for (k = 0; k < s->values; k++) {
      if (s->writes[k]) copy_box(&value[s->value[k]], &part.operand[k], 1);
      free(part.operand[k].data);
    }
  }
}

/* The elements that the program gives, before a run: in the whole value, and in the parts of this thread. */
static void fill_given(void) {
  int v, p;
  for (v = 0; v < values; v++)
    for (p = 0; value[v].given != NULL && p < upc_stride_distribution_parts(value[v].given); p++) {
      upc_stride_operand_t *operand = &value[v].operands[p];
      long long i[DIMS];
      operand->box = upc_stride_distribution_box(value[v].given, p);
      if (empty(&operand->box)) continue;
      memcpy(i, operand->box.lo, sizeof i);
      do set_element(value[v].whole + number(&value[v], i) * value[v].size, value[v].size, number(&value[v], i));
      while (next_index(i, &operand->box));
      if (upc_stride_distribution_thread(value[v].given, p) == MYTHREAD) copy_box(&value[v], operand, 0);
    }
}

/* After a run the program's memory has what the steps have left. */
static void compare_given(void) {
  int v, p;
  for (v = 0; v < values; v++)
    for (p = 0; value[v].given != NULL && p < upc_stride_distribution_parts(value[v].given); p++) {
      const upc_stride_operand_t *operand = &value[v].operands[p];
      long long i[DIMS];
      if (empty(&operand->box) || upc_stride_distribution_thread(value[v].given, p) != MYTHREAD) continue;
      memcpy(i, operand->box.lo, sizeof i);
      do {
        if (memcmp(at(operand, i), value[v].whole + number(&value[v], i) * value[v].size, value[v].size) == 0) continue;
        if (failures++ < 5)
          printf("thread %d: given value %d (%lld, %lld, %lld) is wrong\n", MYTHREAD, v, i[0], i[1], i[2]);
      } while (next_index(i, &operand->box));
    }
}

static void run_all_alone(int iterations) {
  int i, s, v;
  size_t bytes;
  for (s = 0; s < steps; s++)
    if (step[s].when == UPC_STRIDE_FIRST) run_alone(&step[s], 0);
  for (i = 0; i < iterations; i++) {
    for (v = 0; v < values && i > 0; v++) {
      upc_stride_box_t all;
      if (value[v].source < 0) continue;
      memset(&all, 0, sizeof all);
      for (s = 0; s < DIMS; s++) all.hi[s] = s < value[v].ndims ? value[v].extent[s] : 1;
      bytes = box_elements(&all) * value[v].size;
      memcpy(value[v].whole, value[value[v].source].whole, bytes);
    }
    for (s = 0; s < steps; s++)
      if (step[s].when == UPC_STRIDE_EACH) run_alone(&step[s], i);
  }
  for (s = 0; s < steps; s++)
    if (step[s].when == UPC_STRIDE_LAST) run_alone(&step[s], iterations - 1);
}

/* ---- making graphs ---- */

static void new_value(upc_stride_graph_t *g, int when, int like) {
  static const size_t sizes[] = {1, 4, 8, 12};
  value_t *v = &value[values];
  size_t n = 1;
  char name[20];
  int k;
  memset(v, 0, sizeof *v);
  v->when = when;
  v->source = v->written = -1;
  v->size = sizes[random_below(4)];
  if (long_element > 0 && random_below(3) == 0) v->size = (size_t)long_element;
  v->ndims = 1 + random_below(3);
  for (k = 0; k < v->ndims; k++) v->extent[k] = 2 + random_below(v->ndims == 1 ? 60 : v->ndims == 2 ? 14 : 6);
  if (like >= 0) {
    v->size = value[like].size, v->ndims = value[like].ndims;
    memcpy(v->extent, value[like].extent, sizeof v->extent);
  }
  for (k = 0; k < v->ndims; k++) n *= (size_t)v->extent[k];
  v->whole = calloc(n, v->size);
  snprintf(name, sizeof name, "v%d", values);
  if (upc_stride_graph_value(g, name, v->size, v->ndims, v->extent) != values) failures++;
  values++;
}

/* Cuts a box into `parts` boxes, some of them empty. */
static void cut(upc_stride_box_t *boxes, int parts, upc_stride_box_t box, int ndims) {
  int k = random_below(ndims), low = parts / 2;
  long long middle = box.lo[k] + random_below((int)(box.hi[k] - box.lo[k]) + 1);
  upc_stride_box_t lower = box, upper = box;
  if (parts == 1) {
    boxes[0] = box;
    return;
  }
  lower.hi[k] = upper.lo[k] = middle;
  cut(boxes, low, lower, ndims);
  cut(boxes + low, parts - low, upper, ndims);
}

static upc_stride_distribution_t *random_distribution(const value_t *v, int parts, const int *threads, int dealt) {
  upc_stride_box_t boxes[MOST_PARTS], all;
  int k;
  if (dealt && random_below(2))
    return upc_stride_distribution_slabs(v->ndims, v->extent, random_below(v->ndims), parts, THREADS);
  memset(&all, 0, sizeof all);
  for (k = 0; k < DIMS; k++) all.hi[k] = k < v->ndims ? v->extent[k] : 1;
  cut(boxes, parts, all, v->ndims);
  return upc_stride_distribution_boxes(v->ndims, parts, boxes, threads);
}

/* Any boxes: they may overlap, or leave elements out. Or all are the same: then many threads read what one has. */
static upc_stride_distribution_t *random_boxes(const value_t *v, int parts, const int *threads) {
  upc_stride_box_t boxes[MOST_PARTS];
  int p, k, same = random_below(3) == 0;
  memset(boxes, 0, sizeof boxes);
  for (p = 0; p < parts; p++)
    for (k = 0; k < v->ndims; k++) {
      if (p > 0 && same) {
        boxes[p] = boxes[0];
        continue;
      }
      boxes[p].lo[k] = random_below((int)v->extent[k]);
      boxes[p].hi[k] = boxes[p].lo[k] + random_below((int)(v->extent[k] - boxes[p].lo[k]) + 1);
    }
  return upc_stride_distribution_boxes(v->ndims, parts, boxes, threads);
}

static upc_stride_distribution_t *grow(const upc_stride_distribution_t *d, int by, int periodic) {
  long long width[DIMS];
  int k;
  for (k = 0; k < DIMS; k++) width[k] = by;
  return upc_stride_distribution_grown(d, width, periodic);
}

/* Gives a value in boxes of any threads, which are stored with gaps between their rows. */
static void give(upc_stride_graph_t *g, int number) {
  value_t *v = &value[number];
  int threads[MOST_PARTS], parts = 1 + random_below(MOST_PARTS / 2), p, k;
  for (p = 0; p < parts; p++) threads[p] = random_below(THREADS);
  v->given = random_distribution(v, parts, threads, 0);
  v->operands = calloc((size_t)parts, sizeof *v->operands);
  for (p = 0; p < parts; p++) {
    upc_stride_box_t box = upc_stride_distribution_box(v->given, p);
    ptrdiff_t stride = (ptrdiff_t)v->size;
    for (k = 0; k < DIMS; k++) { /* the first dimension is the innermost */
      v->operands[p].stride[k] = stride;
      stride *= (ptrdiff_t)(box.hi[k] - box.lo[k] + 1);
    }
    v->operands[p].data = malloc((size_t)stride + 1);
  }
  upc_stride_graph_given(g, number, v->given, v->operands);
  v->in_place = 1;
  v->written = 0;
}

static void use(upc_stride_graph_t *g, step_t *s, int v, int writes, upc_stride_distribution_t *d) {
  s->value[s->values] = v, s->writes[s->values] = writes, s->updates[s->values] = writes == 2, s->d[s->values++] = d;
  if (writes == 2) {
    s->writes[s->values - 1] = 1;
    upc_stride_graph_updates(g, s->step, v, d);
    value[v].in_place = 1;
    return;
  }
  if (writes) upc_stride_graph_writes(g, s->step, v, d), value[v].written = s->step;
  else upc_stride_graph_reads(g, s->step, v, d);
}

/* 1: a step of this kind can read the value, as far as steps exist. */
static int readable(const value_t *v, int when) {
  if (when == UPC_STRIDE_LAST && v->source >= 0) return 0;
  if (v->written < 0) return 0;
  if (v->in_place) return 1;
  return v->when == UPC_STRIDE_FIRST || (v->when == UPC_STRIDE_EACH && when != UPC_STRIDE_FIRST) ||
         (v->when == UPC_STRIDE_LAST && when == UPC_STRIDE_LAST);
}

/* Makes a condition: its value, and the steps that write it, on one thread or on all. */
static void add_condition_step(upc_stride_graph_t *g, condition_t *c, upc_stride_graph_function_t *function, int number,
                               int when) {
  static const long long one = 1;
  upc_stride_distribution_t *on_all = upc_stride_distribution_replicated(1, &one, THREADS);
  upc_stride_box_t box = upc_stride_distribution_box(on_all, 0);
  int thread = random_below(THREADS);
  upc_stride_distribution_t *on_one = upc_stride_distribution_boxes(1, 1, &box, &thread);
  upc_stride_graph_writes(g, upc_stride_graph_step(g, "writes a condition", function, c, when), number,
                          random_below(2) ? on_all : on_one);
  upc_stride_distribution_free(on_one);
  upc_stride_distribution_free(on_all);
}

static void add_condition(upc_stride_graph_t *g, condition_t *c) {
  static const long long one = 1;
  int next;
  c->there = 1;
  c->number = upc_stride_graph_value(g, "condition", sizeof(int), 1, &one);
  add_condition_step(g, c, write_condition, c->number, c->kind == EACH ? UPC_STRIDE_EACH : UPC_STRIDE_FIRST);
  if (c->kind != CARRIED) return;
  next = upc_stride_graph_value(g, "next condition", sizeof(int), 1, &one);
  add_condition_step(g, c, write_next_condition, next, UPC_STRIDE_EACH);
  upc_stride_graph_carry(g, next, c->number);
}

static int can_have(const condition_t *c, int when) {
  if (!c->there || (c->kind == EACH && when == UPC_STRIDE_FIRST)) return 0;
  return c->kind != CARRIED || when != UPC_STRIDE_LAST;
}

/* The newest step has a condition. */
static void put_condition(upc_stride_graph_t *g, int number, int holds) {
  step_t *s = &step[steps - 1];
  s->condition[s->conditions] = number;
  s->holds[s->conditions++] = holds;
  if (holds) upc_stride_graph_if(g, s->step, condition[number].number);
  else upc_stride_graph_unless(g, s->step, condition[number].number);
}

static void add_step(upc_stride_graph_t *g, int when, int written, int check) {
  step_t *s = &step[steps];
  int threads[MOST_PARTS], dealt = random_below(2), p, v, reads = 0;
  char name[20];
  memset(s, 0, sizeof *s);
  snprintf(name, sizeof name, "s%d", steps);
  s->when = when, s->check = check;
  s->step = upc_stride_graph_step(g, name, run_step, s, when);
  s->parts = dealt ? THREADS * (1 + random_below(3)) : 1 + random_below(MOST_PARTS / 2);
  if (s->parts > MOST_PARTS) s->parts = THREADS;
  for (p = 0; p < s->parts; p++) threads[p] = dealt ? p * THREADS / s->parts : random_below(THREADS);
  if (random_below(3) == 0) upc_stride_graph_merge(g, s->step);
  steps++;
  if (!check && !value[written].updated && random_below(2)) { /* a stencil, which may write more than its own boxes */
    for (v = 0; v < values; v++) {
      const value_t *r = &value[v], *w = &value[written];
      upc_stride_distribution_t *d;
      int more = random_below(2), k, small = 0;
      if (!readable(r, when) || v == written || r->ndims != w->ndims) continue;
      if (memcmp(r->extent, w->extent, sizeof r->extent) != 0) continue;
      s->width = 1 + random_below(2), s->stencil = 1;
      s->periodic = r->updated || random_below(2) ? 0 : random_below(1 << w->ndims);
      for (k = 0; k < w->ndims; k++) small |= w->extent[k] < s->width + more;
      if (small) s->periodic = 0;
      d = random_distribution(w, s->parts, threads, dealt);
      use(g, s, v, 0, grow(d, s->width + more, s->periodic));
      use(g, s, written, 1, more ? grow(d, more, s->periodic) : d);
      if (more) upc_stride_distribution_free(d);
      return;
    }
  }
  for (v = 0; v < values && reads < 4; v++) {
    if (!readable(&value[v], when) || v == written || (!check && random_below(3) == 0)) continue;
    if (check || random_below(2)) use(g, s, v, 0, random_distribution(&value[v], s->parts, threads, dealt));
    else use(g, s, v, 0, random_boxes(&value[v], s->parts, threads));
    reads++;
  }
  if (written >= 0) use(g, s, written, 1, random_distribution(&value[written], s->parts, threads, dealt));
  else if (reads == 0) use(g, s, 0, 0, random_distribution(&value[0], s->parts, threads, dealt));
}

/* A value is written by one step, or by one of two or three steps, as conditions say. */
static void add_steps(upc_stride_graph_t *g, int when, int written) {
  const int c = random_below(CONDITIONS), other = 1 - c, nested = random_below(2);
  add_step(g, when, written, 0);
  if (value[written].updated || steps > MOST_STEPS - 8 || !can_have(&condition[c], when)) return;
  put_condition(g, c, 1);
  add_step(g, when, written, 0);
  put_condition(g, c, 0);
  if (!nested || !can_have(&condition[other], when)) return;
  put_condition(g, other, 0);
  add_step(g, when, written, 0);
  put_condition(g, other, 1);
  put_condition(g, c, 0);
}

/* A step that changes some elements of a value in place, or with random boxes of its parts, and reads others. */
static void change_in_place(upc_stride_graph_t *g, int when, int v) {
  step_t *s = &step[steps];
  int threads[MOST_PARTS], p, k, other;
  upc_stride_box_t box[MOST_PARTS];
  upc_stride_distribution_t *d;
  char name[20];
  memset(s, 0, sizeof *s);
  snprintf(name, sizeof name, "s%d", steps);
  s->when = when;
  s->step = upc_stride_graph_step(g, name, run_step, s, when);
  steps++;
  s->parts = value[v].given != NULL ? upc_stride_distribution_parts(value[v].given) : 1 + random_below(MOST_PARTS / 4);
  for (p = 0; p < s->parts; p++)
    threads[p] = value[v].given != NULL ? upc_stride_distribution_thread(value[v].given, p) : random_below(THREADS);
  d = value[v].given != NULL ? value[v].given : random_distribution(&value[v], s->parts, threads, 0);
  for (p = 0; p < s->parts; p++) { /* a part of each box */
    box[p] = upc_stride_distribution_box(d, p);
    for (k = 0; k < value[v].ndims; k++) {
      const int n = (int)(box[p].hi[k] - box[p].lo[k]);
      if (n > 0 && random_below(3) == 0) box[p].lo[k] += random_below(n);
    }
  }
  if (d != value[v].given) upc_stride_distribution_free(d);
  for (other = 0; other < values; other++)
    if (other != v && readable(&value[other], when) && random_below(2))
      use(g, s, other, 0, random_boxes(&value[other], s->parts, threads));
  d = upc_stride_distribution_boxes(value[v].ndims, s->parts, box, threads);
  if (random_below(3) == 0 && can_have(&condition[0], when)) {
    put_condition(g, 0, random_below(2));
    use(g, s, v, 2, d);
  } else use(g, s, v, value[v].in_place && random_below(3) == 0 ? 1 : 2, d);
  if (random_below(3) == 0) upc_stride_graph_merge(g, s->step);
}

/* In half of the graphs a value ends the loop, written on one thread or on all: after `ends` iterations of a run. */
static int ends;

static void write_going(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  *(int *)p->operand[0].data = p->iteration + 1 < ends;
}

static void add_while(upc_stride_graph_t *g) {
  static const long long one = 1;
  upc_stride_distribution_t *on_all = upc_stride_distribution_replicated(1, &one, THREADS), *d = on_all;
  upc_stride_box_t box = upc_stride_distribution_box(on_all, 0);
  int going, writer, thread = random_below(THREADS);
  if (random_below(2)) d = upc_stride_distribution_boxes(1, 1, &box, &thread);
  going = upc_stride_graph_value(g, "going", sizeof(int), 1, &one);
  writer = upc_stride_graph_step(g, "writes going", write_going, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_writes(g, writer, going, d);
  upc_stride_graph_while(g, going);
  if (d != on_all) upc_stride_distribution_free(d);
  upc_stride_distribution_free(on_all);
}

static void one_graph(void) {
  upc_stride_graph_t *g = upc_stride_graph_new();
  int carried = random_below(3), others = carried == 0 ? 1 + random_below(2) : random_below(3), last, i, k, v;
  int in_place = random_below(3), first_in_place, given[2], is_while = random_below(2);
  int has_conditions = random_below(2);
  values = steps = 0;
  for (i = 0; i < carried; i++) {
    new_value(g, UPC_STRIDE_FIRST, i > 0 && random_below(2) ? 0 : -1);
    new_value(g, UPC_STRIDE_EACH, values - 1);
  }
  new_value(g, UPC_STRIDE_FIRST, values > 0 && random_below(2) ? 0 : -1); /* read only */
  for (i = 0; i < others; i++) new_value(g, UPC_STRIDE_EACH, random_below(2) ? 0 : -1);
  first_in_place = values;
  for (i = 0; i < in_place; i++) {
    new_value(g, UPC_STRIDE_FIRST, random_below(2) ? 0 : -1);
    value[values - 1].updated = 1;
    given[i] = random_below(2);
  }
  last = values;
  new_value(g, UPC_STRIDE_LAST, -1);
  for (i = 0; i < in_place; i++)
    if (given[i]) give(g, first_in_place + i);
  for (i = 0; i < carried; i++) {
    upc_stride_graph_carry(g, 2 * i + 1, 2 * i);
    value[2 * i].source = 2 * i + 1, value[2 * i + 1].carried = 1;
  }
  for (i = 0; i < CONDITIONS; i++) {
    condition[i].kind = random_below(3), condition[i].salt = random_below(1000), condition[i].there = 0;
    if (condition[i].kind != EACH && has_conditions) add_condition(g, &condition[i]);
  }
  for (v = 0; v < values; v++) /* those that are updated later, too, if they are not given */
    if (value[v].when == UPC_STRIDE_FIRST && !value[v].in_place) add_steps(g, UPC_STRIDE_FIRST, v);
  for (i = 0; i < in_place; i++)
    change_in_place(g, random_below(2) ? UPC_STRIDE_FIRST : UPC_STRIDE_EACH, first_in_place + i);
  for (v = values - 1; v >= 0; v--) {
    if (in_place > 0 && random_below(2)) change_in_place(g, UPC_STRIDE_EACH, first_in_place + random_below(in_place));
    for (i = 0; i < CONDITIONS; i++)
      if (has_conditions && !condition[i].there && random_below(2)) add_condition(g, &condition[i]);
    if (value[v].when == UPC_STRIDE_EACH) add_steps(g, UPC_STRIDE_EACH, v);
  }
  if (is_while) add_while(g);
  for (i = random_below(3); i > 0 && in_place > 0; i--)
    change_in_place(g, UPC_STRIDE_EACH, first_in_place + random_below(in_place));
  if (in_place > 0 && random_below(2)) change_in_place(g, UPC_STRIDE_LAST, first_in_place);
  add_step(g, UPC_STRIDE_LAST, last, 0);
  add_step(g, UPC_STRIDE_LAST, -1, 1);
  for (i = 0; i < 2; i++) {
    int iterations = 1 + random_below(6), most, run;
    slow = random_below(2);
    most = is_while && random_below(3) > 0 ? iterations + 1 + random_below(4) : iterations;
    ends = most > iterations ? iterations : most + random_below(3);
    fill_given();
    run_all_alone(iterations);
    run = upc_stride_graph_run(g, most);
    if (run != iterations && failures++ < 5)
      printf("thread %d: expected %d iterations, got %d\n", MYTHREAD, iterations, run);
    compare_given();
  }
  upc_stride_graph_free(g);
  for (i = 0; i < steps; i++)
    for (k = 0; k < step[i].values; k++) upc_stride_distribution_free(step[i].d[k]);
  for (v = 0; v < values; v++) {
    for (i = 0; value[v].given != NULL && i < upc_stride_distribution_parts(value[v].given); i++)
      free(value[v].operands[i].data);
    free(value[v].operands);
    upc_stride_distribution_free(value[v].given);
    free(value[v].whole);
  }
}

static shared int all_failures[THREADS];

int main(int argc, char **argv) {
  int graphs = argc > 1 ? atoi(argv[1]) : 40, seed = argc > 2 ? atoi(argv[2]) : 1, i, sum = 0;
  if (argc > 3) long_element = atoi(argv[3]);
  cancel_plan(argc > 4 ? strtoul(argv[4], NULL, 0) : 0);
  for (i = 0; i < graphs && sum == 0; i++) {
    int t;
    random_state = (unsigned long long)(seed + i) * 7919 + 1;
    one_graph();
    all_failures[MYTHREAD] = failures;
    upc_barrier;
    for (t = 0; t < THREADS; t++) sum += all_failures[t];
    if (sum > 0 && MYTHREAD == 0) printf("graph with seed %d: %d wrong elements\n", seed + i, sum);
    upc_barrier;
  }
  if (MYTHREAD == 0) printf("%s\n", sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
