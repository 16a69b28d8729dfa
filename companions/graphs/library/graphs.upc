/* SPDX-License-Identifier: BSD-3-Clause
 * The calls that describe a graph, and what can be wrong with their arguments. In checked mode each is compared
 * with that of the other threads. */
#include "operations.h"
#include "graph_plan/graph.h"
#include "graph/graph_thread.h"
#include "graph_plan/graph_plan.h"
#include "arrays/check.h"
#include "base/allocate.h"
#include "base/environment.h"
#include "base/fail.h"
#include "base/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *name_copy(const char *name) {
  size_t bytes = strlen(name) + 1;
  char *copy = upc_stride_alloc(bytes, 1, "a graph");
  memcpy(copy, name, bytes);
  return copy;
}

/* ---- checked mode ---- */

/* The numbers, a distribution and a name, or null where the call has none. */
static void compare(const upc_stride_site_t *site, const char *first, int a, const char *second, int b,
                    const upc_stride_distribution_t *d, const char *name) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, site->name);
  if (name != NULL) upc_stride_record_text_is(&r, "name", name);
  if (first != NULL) upc_stride_record_number_is(&r, first, a);
  if (second != NULL) upc_stride_record_number_is(&r, second, b);
  if (d != NULL) {
    upc_stride_record_number_is(&r, "d's parts", d->parts);
    upc_stride_record_list_is(&r, "d's boxes", d->box, (size_t)d->parts * sizeof *d->box);
    upc_stride_record_list_is(&r, "d's threads", d->thread, (size_t)d->parts * sizeof *d->thread);
  }
  upc_stride_record_end(&r);
  upc_stride_agree_on(site, &r);
}

static void compare_value(const upc_stride_site_t *site, const char *name, size_t element_bytes, int ndims,
                          const long long *extent) {
  static const char *const extents[] = {"extent[0]", "extent[1]", "extent[2]", "extent[3]"};
  upc_stride_record_t r;
  int k;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, site->name);
  upc_stride_record_text_is(&r, "name", name);
  upc_stride_record_number_is(&r, "element_bytes", (long long)element_bytes);
  upc_stride_record_number_is(&r, "ndims", ndims);
  for (k = 0; k < ndims; k++) upc_stride_record_number_is(&r, extents[k], extent[k]);
  upc_stride_record_end(&r);
  upc_stride_agree_on(site, &r);
}

static void compare_step(const upc_stride_site_t *site, const char *name, upc_stride_graph_function_t *function,
                         int when) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, site->name);
  upc_stride_record_text_is(&r, "name", name);
  upc_stride_record_function_is(&r, "function", (void (*)(void))function);
  upc_stride_record_number_is(&r, "when", when);
  upc_stride_record_end(&r);
  upc_stride_agree_on(site, &r);
}

/* ---- what can be wrong ---- */

static void check_graph(const upc_stride_site_t *site, const upc_stride_graph_t *g) {
  if (g == NULL) upc_stride_fail(site, "g", "null, must be a graph of upc_stride_graph_new");
  if (g->run != NULL) upc_stride_fail(site, "g", "a graph that has run, must be one that has not");
}

static void check_number(const upc_stride_site_t *site, const char *what, int number, int count) {
  if (number < 0 || number >= count)
    upc_stride_fail(site, what, "%d, must be one of the graph's %d, from 0", number, count);
}

static void check_part(const char *name, const upc_stride_distribution_t *d, int part) {
  upc_stride_site_t site = upc_stride_site(name, NULL);
  if (d == NULL) upc_stride_fail(&site, "d", "null, must be a distribution");
  if (part < 0 || part >= d->parts)
    upc_stride_fail(&site, "part", "%d, must be one of the distribution's %d, from 0", part, d->parts);
}

upc_stride_box_t upc_stride_distribution_box(const upc_stride_distribution_t *d, int part) {
  check_part("upc_stride_distribution_box", d, part);
  return upc_stride_distribution_own_box(d, part);
}

int upc_stride_distribution_thread(const upc_stride_distribution_t *d, int part) {
  check_part("upc_stride_distribution_thread", d, part);
  return d->thread[part];
}

upc_stride_graph_t *upc_stride_graph_new(void) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_new", NULL); /* checks the environment */
  upc_stride_graph_t *g;
  compare(&site, NULL, 0, NULL, 0, NULL, NULL);
  g = upc_stride_alloc(1, sizeof *g, "a graph");
  if (upc_stride_environment()->check) g->guard = UPC_STRIDE_GRAPH_GUARD;
  return g;
}

int upc_stride_graph_value(upc_stride_graph_t *g, const char *name, size_t element_bytes, int ndims,
                           const long long *extent) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_value", NULL);
  upc_stride_graph_value_t *v;
  size_t bytes = upc_stride_product(element_bytes, 4); /* twice the extent is no overflow either */
  int k;
  check_graph(&site, g);
  if (name == NULL) upc_stride_fail(&site, "name", "null, must be a name");
  if (element_bytes < 1) upc_stride_fail(&site, "element_bytes", "0, must be at least 1");
  if (ndims < 1 || ndims > UPC_STRIDE_DIMS)
    upc_stride_fail(&site, "ndims", "%d, must be 1 to %d", ndims, (int)UPC_STRIDE_DIMS);
  if (extent == NULL) upc_stride_fail(&site, "extent", "null, must be %d numbers", ndims);
  for (k = 0; k < ndims; k++) {
    if (extent[k] < 1) upc_stride_fail(&site, "extent", "%lld in dimension %d, must be at least 1", extent[k], k);
    bytes = upc_stride_product(bytes, (size_t)extent[k]);
  }
  if (bytes > UPC_STRIDE_MOST_BYTES)
    upc_stride_fail(&site, "extent", "more elements of %zu byte%s than all memory has, must be fewer", element_bytes,
                    UPC_STRIDE_S(element_bytes));
  compare_value(&site, name, element_bytes, ndims, extent);
  g->value = upc_stride_resize(g->value, (size_t)g->values + 1, sizeof *g->value, "a graph");
  v = &g->value[g->values];
  memset(v, 0, sizeof *v);
  v->name = name_copy(name);
  v->size = element_bytes;
  v->ndims = ndims;
  v->when = v->source = -1;
  v->storage = g->values;
  for (k = 0; k < ndims; k++) v->extent[k] = extent[k];
  return g->values++;
}

static int add_step(upc_stride_graph_t *g, const char *name, upc_stride_graph_function_t *function, void *argument,
                    int when) {
  upc_stride_graph_step_t *s;
  g->step = upc_stride_resize(g->step, (size_t)g->steps + 1, sizeof *g->step, "a graph");
  s = &g->step[g->steps];
  memset(s, 0, sizeof *s);
  s->name = name_copy(name);
  s->function = function;
  s->argument = argument;
  s->when = when;
  s->parts = -1;
  return g->steps++;
}

int upc_stride_graph_step(upc_stride_graph_t *g, const char *name, upc_stride_graph_function_t *function,
                          void *argument, int when) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_step", NULL);
  check_graph(&site, g);
  if (name == NULL) upc_stride_fail(&site, "name", "null, must be a name");
  if (function == NULL) upc_stride_fail(&site, "function", "null, must be a function");
  if (when != UPC_STRIDE_EACH && when != UPC_STRIDE_FIRST && when != UPC_STRIDE_LAST)
    upc_stride_fail(&site, "when", "%d, must be UPC_STRIDE_EACH, UPC_STRIDE_FIRST or UPC_STRIDE_LAST", when);
  compare_step(&site, name, function, when);
  return add_step(g, name, function, argument, when);
}

/* The elements of each part are elements of the value; in a periodic dimension they reach over an edge by less than the
 * extent. */
static void check_box(const upc_stride_site_t *site, const upc_stride_graph_value_t *v,
                      const upc_stride_distribution_t *d, int p) {
  const upc_stride_box_t *b = &d->box[p];
  int k;
  if (upc_stride_box_size(b) == 0) return;
  for (k = 0; k < v->ndims; k++) {
    long long more = 0;
    if (d->periodic >> k & 1) more = v->extent[k];
    if (b->lo[k] < -more || b->hi[k] > v->extent[k] + more)
      upc_stride_fail(site, "d", "part %d has the indices %lld to %lld in dimension %d of value %.40s, must be in 0 to "
                      "%lld", p, b->lo[k], b->hi[k] - 1, k, v->name, v->extent[k] - 1);
  }
}

static void check_parts(const upc_stride_site_t *site, const upc_stride_graph_t *g, int step,
                        const upc_stride_distribution_t *d) {
  const upc_stride_graph_step_t *s = &g->step[step];
  const upc_stride_distribution_t *other;
  int p;
  for (p = 0; p < d->parts; p++)
    if (d->thread[p] < 0 || d->thread[p] >= THREADS)
      upc_stride_fail(site, "d", "part %d is on thread %d, must be 0 to %d", p, d->thread[p], (int)THREADS - 1);
  if (s->accesses == 0) return;
  if (s->parts != d->parts)
    upc_stride_fail(site, "d", "%d parts, must be %d, as the other values of step %.40s have", d->parts, s->parts,
                    s->name);
  other = upc_stride_step_parts(g, step);
  for (p = 0; p < d->parts; p++)
    if (d->thread[p] != other->thread[p])
      upc_stride_fail(site, "d", "part %d is on thread %d, must be on thread %d, as in the other values of step %.40s",
                      p, d->thread[p], other->thread[p], s->name);
}

static void add_access(const upc_stride_site_t *site, upc_stride_graph_t *g, int step, int value,
                       const upc_stride_distribution_t *d, int writes, int updates) {
  upc_stride_graph_step_t *s;
  upc_stride_access_t *a;
  int p;
  check_graph(site, g);
  check_number(site, "step", step, g->steps);
  check_number(site, "value", value, g->values);
  s = &g->step[step];
  if (d == NULL) upc_stride_fail(site, "d", "null, must be a distribution");
  if (d->ndims != g->value[value].ndims)
    upc_stride_fail(site, "d", "%d dimensions, must be %d, as value %.40s has", d->ndims, g->value[value].ndims,
                    g->value[value].name);
  if (d->parts < 1) upc_stride_fail(site, "d", "no parts, must have at least one");
  if (s->accesses == UPC_STRIDE_STEP_VALUES)
    upc_stride_fail(site, "step", "%.40s has %d values already, must be at most %d", s->name, s->accesses,
                    (int)UPC_STRIDE_STEP_VALUES);
  check_parts(site, g, step, d);
  g->access = upc_stride_resize(g->access, (size_t)g->accesses + 1, sizeof *g->access, "a graph");
  a = &g->access[g->accesses];
  a->step = step;
  a->value = value;
  a->writes = writes;
  a->updates = updates;
  a->condition = 0;
  a->given = NULL;
  a->d = upc_stride_distribution_of(d, g->value[value].extent);
  for (p = 0; p < d->parts; p++) check_box(site, &g->value[value], a->d, p);
  s->parts = d->parts;
  s->access[s->accesses++] = g->accesses++;
}

void upc_stride_graph_reads(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_reads", NULL);
  compare(&site, "step", step, "value", value, d, NULL);
  add_access(&site, g, step, value, d, 0, 0);
}

void upc_stride_graph_writes(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_writes", NULL);
  compare(&site, "step", step, "value", value, d, NULL);
  add_access(&site, g, step, value, d, 1, 0);
  if (g->value[value].in_place) return;
  if (g->value[value].when >= 0 && g->value[value].when != g->step[step].when)
    upc_stride_fail(&site, "value", "%.40s is written by another kind of step too, must be UPC_STRIDE_EACH, "
                    "UPC_STRIDE_FIRST or UPC_STRIDE_LAST for all of them", g->value[value].name);
  g->value[value].when = g->step[step].when;
}

void upc_stride_graph_updates(upc_stride_graph_t *g, int step, int value, const upc_stride_distribution_t *d) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_updates", NULL);
  compare(&site, "step", step, "value", value, d, NULL);
  add_access(&site, g, step, value, d, 1, 1);
  g->value[value].in_place = 1;
}

static void nothing(const upc_stride_part_t *part, void *argument) {
  (void)part;
  (void)argument;
}

/* A first step that writes nothing: what it should write is in the program's memory. */
void upc_stride_graph_given(upc_stride_graph_t *g, int value, const upc_stride_distribution_t *d,
                            const upc_stride_operand_t *operands) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_given", NULL);
  upc_stride_access_t *a;
  int step, p, i;
  check_graph(&site, g);
  check_number(&site, "value", value, g->values);
  compare(&site, "value", value, NULL, 0, d, NULL);
  if (operands == NULL) upc_stride_fail(&site, "operands", "null, must be a list with an operand for each part");
  for (i = 0; i < g->accesses; i++)
    if (g->access[i].value == value)
      upc_stride_fail(&site, "value", "%.40s has been given, read or written, must be given before",
                      g->value[value].name);
  step = add_step(g, g->value[value].name, nothing, NULL, UPC_STRIDE_FIRST);
  add_access(&site, g, step, value, d, 1, 0);
  g->value[value].in_place = 1;
  a = &g->access[g->accesses - 1];
  a->given = upc_stride_alloc((size_t)d->parts, sizeof *a->given, "a graph");
  for (p = 0; p < d->parts; p++) {
    if (d->thread[p] != MYTHREAD) continue;
    a->given[p] = operands[p];
    if (operands[p].data == NULL && upc_stride_box_size(&a->d->box[p]) > 0)
      upc_stride_fail(&site, "operands", "null for part %d, must be the address of its first element", p);
  }
}

void upc_stride_graph_carry(upc_stride_graph_t *g, int from, int to) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_carry", NULL);
  upc_stride_graph_value_t *f, *t;
  int k;
  compare(&site, "from", from, "to", to, NULL, NULL);
  check_graph(&site, g);
  check_number(&site, "from", from, g->values);
  check_number(&site, "to", to, g->values);
  f = &g->value[from];
  t = &g->value[to];
  if (from == to) upc_stride_fail(&site, "to", "%.40s, must be another value than from", t->name);
  if (f->ahead || f->source >= 0 || t->ahead || t->source >= 0)
    upc_stride_fail(&site, "to", "%.40s and %.40s, must not be carried already", f->name, t->name);
  for (k = 0; k < UPC_STRIDE_DIMS; k++)
    if (f->size != t->size || f->ndims != t->ndims || f->extent[k] != t->extent[k])
      upc_stride_fail(&site, "to", "%.40s and %.40s, must have the same elements and extents", f->name, t->name);
  f->ahead = 1;
  f->storage = to;
  t->source = from;
}

/* A condition is one int. */
static void check_condition(const upc_stride_site_t *site, const upc_stride_graph_t *g, int value) {
  const upc_stride_graph_value_t *v;
  long long elements = 1;
  int k;
  check_graph(site, g);
  check_number(site, "value", value, g->values);
  v = &g->value[value];
  for (k = 0; k < v->ndims; k++) elements *= v->extent[k];
  if (v->size != sizeof(int) || elements != 1)
    upc_stride_fail(site, "value", "%.40s has %lld elements of %zu bytes, must be one int", v->name, elements, v->size);
}

static void add_condition(const upc_stride_site_t *site, upc_stride_graph_t *g, int step, int value, int holds) {
  upc_stride_graph_step_t *s;
  check_condition(site, g, value);
  check_number(site, "step", step, g->steps);
  s = &g->step[step];
  if (s->branch.n == UPC_STRIDE_STEP_CONDITIONS)
    upc_stride_fail(site, "step", "%.40s has %d conditions already, must be at most %d", s->name, s->branch.n,
                    (int)UPC_STRIDE_STEP_CONDITIONS);
  if (!upc_stride_branch_add(&s->branch, value, holds))
    upc_stride_fail(site, "value", "%.40s, of which step %.40s has the opposite condition, must be another one",
                    g->value[value].name, s->name);
  g->conditions = 1;
}

void upc_stride_graph_if(upc_stride_graph_t *g, int step, int value) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_if", NULL);
  compare(&site, "step", step, "value", value, NULL, NULL);
  add_condition(&site, g, step, value, 1);
}

void upc_stride_graph_unless(upc_stride_graph_t *g, int step, int value) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_unless", NULL);
  compare(&site, "step", step, "value", value, NULL, NULL);
  add_condition(&site, g, step, value, 0);
}

static void go_on(const upc_stride_part_t *p, void *graph) {
  const upc_stride_graph_t *g = graph;
  if (*(const int *)p->operand[0].data != 0) upc_stride_graph_go_on(g->run);
}

void upc_stride_graph_while(upc_stride_graph_t *g, int value) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_while", NULL);
  upc_stride_distribution_t *d;
  char name[60];
  int step;
  compare(&site, "value", value, NULL, 0, NULL, NULL);
  check_condition(&site, g, value);
  if (g->goes_on) upc_stride_fail(&site, "g", "a graph that has such a value already, must be one that has none");
  d = upc_stride_distribution_replicated(g->value[value].ndims, g->value[value].extent, THREADS);
  snprintf(name, sizeof name, "while %.40s", g->value[value].name);
  step = add_step(g, name, go_on, g, UPC_STRIDE_EACH);
  add_access(&site, g, step, value, d, 0, 0);
  upc_stride_distribution_free(d);
  g->goes_on = 1;
}

void upc_stride_graph_merge(upc_stride_graph_t *g, int step) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_merge", NULL);
  compare(&site, "step", step, NULL, 0, NULL, NULL);
  check_graph(&site, g);
  check_number(&site, "step", step, g->steps);
  g->step[step].merged = 1;
}

int upc_stride_graph_run(upc_stride_graph_t *g, int iterations) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_run", NULL);
  char complaint[UPC_STRIDE_COMPLAINT];
  if (g == NULL) upc_stride_fail(&site, "g", "null, must be a graph of upc_stride_graph_new");
  if (iterations < 1) upc_stride_fail(&site, "iterations", "%d, must be at least 1", iterations);
  compare(&site, "iterations", iterations, NULL, 0, NULL, NULL);
  if (g->run == NULL) {
    upc_stride_graph_add_conditions(g);
    if (!upc_stride_graph_valid(g, complaint)) upc_stride_fail(&site, "g", "%s", complaint);
    g->run = upc_stride_graph_run_new(g, complaint);
    if (g->run == NULL) upc_stride_fail(&site, "g", "%s", complaint);
    if (g->run->checked && !upc_stride_graph_given_apart(g->run, complaint))
      upc_stride_fail(&site, "g", "%s", complaint);
    upc_stride_graph_given_new(g->run);
  }
  upc_stride_graph_given_begin(g->run, &site);
  iterations = upc_stride_graph_run_all(g->run, iterations);
  upc_stride_graph_given_end(g->run, &site);
  return iterations;
}

upc_stride_graph_moves_t upc_stride_graph_moved(const upc_stride_graph_t *g) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_moved", NULL);
  if (g == NULL || g->run == NULL) upc_stride_fail(&site, "g", "a graph that has not run, must be one that has");
  return upc_stride_graph_run_moves(g->run);
}

void upc_stride_graph_draw(upc_stride_graph_t *g, const char *path) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_draw", NULL);
  char complaint[UPC_STRIDE_COMPLAINT];
  FILE *file;
  if (g == NULL) upc_stride_fail(&site, "g", "null, must be a graph of upc_stride_graph_new");
  if (path == NULL) upc_stride_fail(&site, "path", "null, must be the name of a file");
  if (g->run == NULL) upc_stride_graph_add_conditions(g);
  if (!upc_stride_graph_valid(g, complaint)) upc_stride_fail(&site, "g", "%s", complaint);
  file = fopen(path, "w");
  if (file == NULL) upc_stride_fail(&site, "path", "%.200s: %s", path, strerror(errno));
  upc_stride_graph_picture(file, g, THREADS);
  if (g->run == NULL) upc_stride_graph_remove_conditions(g); /* steps may still be added */
  if (fclose(file) != 0) upc_stride_fail(&site, "path", "%.200s: %s", path, strerror(errno));
}

void upc_stride_graph_free(upc_stride_graph_t *g) {
  upc_stride_site_t site = upc_stride_site("upc_stride_graph_free", NULL);
  int i;
  if (g == NULL) return;
  compare(&site, NULL, 0, NULL, 0, NULL, NULL);
  if (g->run != NULL) upc_stride_graph_run_free(g->run);
  for (i = 0; i < g->values; i++) free(g->value[i].name);
  for (i = 0; i < g->steps; i++) free(g->step[i].name);
  for (i = 0; i < g->accesses; i++) {
    upc_stride_distribution_free(g->access[i].d);
    free(g->access[i].given);
  }
  free(g->value);
  free(g->step);
  free(g->access);
  free(g);
}
