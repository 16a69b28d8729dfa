/* SPDX-License-Identifier: BSD-3-Clause
 * Runs of a graph: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/port.h"

#include <string.h>

/* What the thread waits for: a message, or null. */
static upc_stride_incoming_t *missing;

static int needs_met(upc_stride_graph_run_t *R, const upc_stride_needs_t *needs, int iteration) {
  int i;
  for (i = 0; i < needs->n; i++) {
    const upc_stride_need_t *n = &needs->need[i];
    int count = n->add;
    if (n->iterates) count += iteration;
    if (!n->is_message) {
      if (R->part[n->index].done < count) return 0;
    } else if (!upc_stride_incoming_there(&R->incoming[n->index], R->base, count)) {
      missing = &R->incoming[n->index];
      return 0;
    }
  }
  return 1;
}

static int generation_of(const upc_stride_delivery_t *g, int iteration) {
  if (g->when == UPC_STRIDE_MOVE_ONCE) return 0;
  return iteration + g->ahead;
}

/* 1: it goes nowhere in this iteration: only to the end, or only to an iteration that there is not. */
static int goes_nowhere(const upc_stride_graph_run_t *R, const upc_stride_delivery_t *g, int iteration) {
  if (g->when == UPC_STRIDE_MOVE_ONCE) return 0;
  if (iteration < R->iterations - 1) return g->when == UPC_STRIDE_MOVE_FINAL;
  return g->when == UPC_STRIDE_MOVE_EACH && !g->sent_last;
}

static int can_deliver(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration) {
  int i;
  for (i = 0; i < p->deliveries; i++) {
    const upc_stride_delivery_t *g = &p->delivery[i];
    if (g->outgoing < 0 || goes_nowhere(R, g, iteration)) continue;
    if (!upc_stride_outgoing_free(&R->outgoing[g->outgoing], R->base, generation_of(g, iteration)))
      return 0;
  }
  return 1;
}

static int can_run(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration) {
  const upc_stride_needs_t *needs = &p->plan->later;
  if (iteration == 0 || p->step->when == UPC_STRIDE_LAST) needs = &p->plan->first;
  return needs_met(R, needs, iteration) && can_deliver(R, p, iteration);
}

static void deliver(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration) {
  int i;
  for (i = 0; i < p->deliveries; i++) {
    const upc_stride_delivery_t *g = &p->delivery[i];
    int generation = generation_of(g, iteration);
    if (goes_nowhere(R, g, iteration)) continue;
    if (g->copy.now || g->when != UPC_STRIDE_MOVE_EACH || iteration < R->iterations - 1)
      upc_stride_graph_copy(&g->copy, generation);
    if (g->outgoing < 0 || (i + 1 < p->deliveries && p->delivery[i + 1].outgoing == g->outgoing)) continue;
    upc_stride_outgoing_deliver(&R->outgoing[g->outgoing], R->base, generation);
  }
}

/* How many generations of a message the reader that is furthest behind has read; in place: in how many iterations the
 * message may come. */
static int read_by_all(const upc_stride_graph_run_t *R, const upc_stride_message_t *m) {
  int least = R->iterations + 1, k;
  for (k = 0; k < m->readers; k++) {
    const upc_stride_run_part_t *p = &R->part[m->reader[k].part];
    int read = p->done + m->reader[k].ahead;
    if (p->step->when != UPC_STRIDE_EACH && p->done > 0) continue;
    if (read < least) least = read;
  }
  return m->when == UPC_STRIDE_MOVE_EACH ? least : least >= R->iterations;
}

static void report_read(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int i;
  for (i = 0; i < p->incomings; i++) {
    upc_stride_incoming_t *m = &R->incoming[p->incoming[i]];
    upc_stride_incoming_read(m, R->base, read_by_all(R, m->plan));
  }
}

/* What is moved in the last iteration only has no readers in the others who would say when they have read. It may go to
 * where a first step writes or reads. So its sender is told when the first steps have run. */
static void report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      upc_stride_incoming_read(&R->incoming[i], R->base, 1);
}

static void run_part(upc_stride_graph_run_t *R, upc_stride_run_part_t *p, int iteration) {
  unsigned long started = 0;
  int k;
  if (R->traced) started = upc_stride_trace_now();
  p->argument.iteration = iteration;
  for (k = 0; k < p->step->accesses; k++) p->argument.view[k].data = p->data[iteration & 1][k];
  if (R->checked) upc_stride_graph_checked_before(R, p);
  p->step->function(&p->argument, p->step->argument);
  if (R->checked) upc_stride_graph_checked_after(R, p);
  deliver(R, p, iteration);
  p->done++;
  report_read(R, p);
  if (R->traced) upc_stride_graph_trace_part(R, p, started);
  upc_stride_poll();
}

/* The first part that can run, of those from place `from` on that have not run: each part once. Null if there is none.
 * Places count all runs: place n is part n mod count in iteration n / count. */
static upc_stride_run_part_t *next_part(upc_stride_graph_run_t *R, const int *order, int count, long long from,
                                        int *iteration) {
  int i = (int)(from % count), round = (int)(from / count), n;
  missing = NULL;
  for (n = 0; n < count && round < R->iterations; n++) {
    upc_stride_run_part_t *p = &R->part[order[i]];
    *iteration = round;
    if (p->step->when == UPC_STRIDE_LAST) *iteration = R->iterations - 1;
    if (p->done <= round && can_run(R, p, *iteration)) return p;
    if (++i == count) {
      i = 0;
      round++;
      if (p->step->when != UPC_STRIDE_EACH) break;
    }
  }
  return NULL;
}

/* While no part can run. */
static void go_on(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->outgoings; i++) upc_stride_outgoing_test(&R->outgoing[i]);
  for (i = 0; i < R->plan.messages; i++) upc_stride_incoming_poll(&R->incoming[i]);
}

/* Runs all parts of one kind of step: once, or in each iteration. */
static void run_kind(upc_stride_graph_run_t *R, int when) {
  const int *order = R->order[when];
  int count = R->count[when], iteration;
  long long from = 0, end = count;
  unsigned turn = 0;
  unsigned long waits = 0;                 /* since when, if the run is traced */
  int waits_for = -1;
  const char *started = upc_stride_called();
  upc_stride_long_wait_t wait;
  memset(&wait, 0, sizeof wait);
  if (when == UPC_STRIDE_EACH) end *= R->iterations;
  while (from < end) {
    upc_stride_run_part_t *p;
    if (R->relays > 0) upc_stride_graph_relays_go_on(R);
    p = next_part(R, order, count, from, &iteration);
    if (p != NULL) {
      if (waits != 0) upc_stride_graph_trace_wait(R, waits_for, waits);
      waits = 0;
      run_part(R, p, iteration);
      while (from < end && R->part[order[from % count]].done > from / count) from++;
      turn = 0;
      memset(&wait, 0, sizeof wait);
      continue;
    }
    if (R->traced && waits == 0) {
      waits = upc_stride_trace_now();
      waits_for = missing != NULL ? missing->plan->thread : -1;
    }
    go_on(R);
    if (turn % 256 == 255 && missing != NULL)
      upc_stride_long_wait(&wait, missing->plan->thread, "upc_stride_graph_run", started);
    upc_stride_relax(turn++);
  }
}

static void begin(upc_stride_graph_run_t *R, int iterations) {
  int i, k;
  R->iterations = iterations;
  for (i = 0; i < R->plan.parts; i++) R->part[i].done = 0;
  for (i = 0; i < R->outgoings; i++)
    for (k = 0; k < R->outgoing[i].targets; k++)
      R->outgoing[i].target[k].read = R->outgoing[i].target[k].way.begun = 0;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->here = m->reported = m->way.begun = 0;
    m->read = read_by_all(R, m->plan);
    m->first = 0;
    if (m->plan->when == UPC_STRIDE_MOVE_EACH) m->first = m->plan->ahead;
    if (m->plan->when == UPC_STRIDE_MOVE_FINAL) m->first = iterations - 1 + m->plan->ahead;
    m->last = iterations - 1 + m->plan->ahead;
    m->end = m->first + 1;
    if (m->plan->when == UPC_STRIDE_MOVE_EACH) m->end = m->last + (m->plan->now ? 1 : 0);
    m->passed = m->end;
    m->in_slots = m->first;
    m->most = upc_stride_incoming_most(m);
  }
  upc_stride_graph_relays_begin(R);
  for (i = 0; i < R->plan.messages; i++)
    if (R->incoming[i].way.streams) upc_stride_incoming_ask(&R->incoming[i]);
}

/* Before a barrier, in which long messages would not go on, and nothing would be passed on. */
static void finish_outgoing(upc_stride_graph_run_t *R) {
  unsigned turn = 0;
  int i;
  while (!upc_stride_graph_relays_go_on(R)) upc_stride_relax(turn++);
  for (i = 0; i < R->outgoings; i++)
    while (!upc_stride_outgoing_test(&R->outgoing[i])) upc_stride_relax(turn++);
}

void upc_stride_graph_run_all(upc_stride_graph_run_t *R, int iterations) {
  begin(R, iterations);
  R->traced = upc_stride_graph_trace_begin(R);
  upc_barrier;
  run_kind(R, UPC_STRIDE_FIRST);
  report_first_steps(R);
  run_kind(R, UPC_STRIDE_EACH);
  run_kind(R, UPC_STRIDE_LAST);
  finish_outgoing(R);
  R->base += (unsigned)iterations + 2;
  upc_barrier;
}
