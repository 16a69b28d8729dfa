/* SPDX-License-Identifier: BSD-3-Clause
 * Runs of a graph: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/port.h"

#include <limits.h>
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
  if (R->loop == UPC_STRIDE_LOOP_ENDED) return g->when != UPC_STRIDE_MOVE_FINAL;
  if (g->when == UPC_STRIDE_MOVE_ONCE) return 0;
  if (R->loop == UPC_STRIDE_LOOP_OPEN || iteration < R->iterations - 1) return g->when == UPC_STRIDE_MOVE_FINAL;
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

/* What a part reads of conditions. */
static int holds(const upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, const upc_stride_branch_t *branch,
                 int iteration) {
  int i, k;
  for (i = 0; i < branch->n; i++) {
    for (k = p->step->views; R->graph->access[p->step->access[k]].value != branch->value[i]; k++);
    if ((*(const int *)p->data[iteration & 1][k] != 0) != branch->holds[i]) return 0;
  }
  return 1;
}

/* For a far message with a branch: whether it has elements. */
static void write_head(upc_stride_outgoing_t *o, int generation, int full) {
  if (!o->near && o->conditional) memcpy(upc_stride_outgoing_slot(o, generation), &full, sizeof full);
}

/* The last delivery of the part to its message. */
static int is_last(const upc_stride_run_part_t *p, int i) {
  return i + 1 == p->deliveries || p->delivery[i + 1].outgoing != p->delivery[i].outgoing;
}

static void copy_delivery(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int i, int iteration) {
  const upc_stride_delivery_t *g = &p->delivery[i];
  const int generation = generation_of(g, iteration), full = holds(R, p, &g->branch, iteration);
  if (full && (g->copy.now || g->when != UPC_STRIDE_MOVE_EACH || R->loop == UPC_STRIDE_LOOP_OPEN ||
               iteration < R->iterations - 1))
    upc_stride_graph_copy(&g->copy, generation);
  if (g->outgoing < 0 || R->outgoing[g->outgoing].near || !is_last(p, i)) return;
  write_head(&R->outgoing[g->outgoing], generation, full);
  upc_stride_outgoing_deliver(&R->outgoing[g->outgoing], R->base, generation);
}

/* Near threads are told when the part has copied all that it delivers: one that is told may write at once to where the
 * part copies from (graph_implied.c), and a thread that needs an element in two messages gets it twice. */
static void deliver(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p, int iteration) {
  int i;
  for (i = 0; i < p->deliveries; i++)
    if (!goes_nowhere(R, &p->delivery[i], iteration)) copy_delivery(R, p, i, iteration);
  for (i = 0; i < p->deliveries; i++) {
    const upc_stride_delivery_t *g = &p->delivery[i];
    if (g->outgoing < 0 || !R->outgoing[g->outgoing].near || !is_last(p, i) || goes_nowhere(R, g, iteration)) continue;
    upc_stride_outgoing_deliver(&R->outgoing[g->outgoing], R->base, generation_of(g, iteration));
  }
}

/* How many generations of a message the reader that is furthest behind has read; in place: in how many iterations the
 * message may come. */
static int read_by_all(const upc_stride_graph_run_t *R, const upc_stride_message_t *m) {
  int least = R->iterations + 1, loops = 0, k;
  for (k = 0; k < m->readers; k++) {
    const upc_stride_run_part_t *p = &R->part[m->reader[k].part];
    int read = p->done + m->reader[k].ahead;
    if (p->step->when == UPC_STRIDE_EACH) loops = 1;
    else if (p->done > 0) continue;
    if (read < least) least = read;
  }
  if (m->when == UPC_STRIDE_MOVE_EACH) return least;
  if (R->loop == UPC_STRIDE_LOOP_OPEN) return !loops && least > R->iterations; /* the loop may go on */
  return least >= R->iterations - (m->when == UPC_STRIDE_MOVE_FINAL && !m->in_place);
}

static void report_read(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int i;
  for (i = 0; i < p->incomings; i++) {
    upc_stride_incoming_t *m = &R->incoming[p->incoming[i]];
    upc_stride_incoming_read(m, R->base, read_by_all(R, m->plan));
  }
}

/* What is moved in the last iteration only may go to where a first step writes or reads, so its sender is told when the
 * first steps have run. It has readers in other iterations only if conditions say what they read. */
static void report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      upc_stride_incoming_read(&R->incoming[i], R->base, read_by_all(R, &R->plan.message[i]));
}

static void run_part(upc_stride_graph_run_t *R, upc_stride_run_part_t *p, int iteration) {
  unsigned long started = 0;
  int k;
  if (R->traced) started = upc_stride_trace_now();
  p->argument.iteration = iteration;
  for (k = 0; k < p->step->views; k++) p->argument.view[k].data = p->data[iteration & 1][k];
  if (holds(R, p, &p->step->branch, iteration)) {
    if (R->checked) upc_stride_graph_checked_before(R, p);
    p->step->function(&p->argument, p->step->argument);
    if (R->checked) upc_stride_graph_checked_after(R, p);
  }
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
  int count = R->count[when], iteration, rounds = 1;
  long long from = 0;
  unsigned turn = 0;
  unsigned long waits = 0;                 /* since when, if the run is traced */
  int waits_for = -1;
  const char *started = upc_stride_called();
  upc_stride_long_wait_t wait;
  memset(&wait, 0, sizeof wait);
  while (1) {
    upc_stride_run_part_t *p;
    if (when == UPC_STRIDE_EACH) rounds = R->iterations;
    if (from >= (long long)count * rounds) return;
    if (R->relays > 0) upc_stride_graph_relays_go_on(R);
    p = next_part(R, order, count, from, &iteration);
    if (p != NULL) {
      if (waits != 0) upc_stride_graph_trace_wait(R, waits_for, waits);
      waits = 0;
      run_part(R, p, iteration);
      while (from < (long long)count * rounds && R->part[order[from % count]].done > from / count) from++;
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

/* Which generations of a message come, as far as is known. */
static void set_range(const upc_stride_graph_run_t *R, upc_stride_incoming_t *m) {
  const int open = R->loop == UPC_STRIDE_LOOP_OPEN, last = R->iterations - 1 + m->plan->ahead;
  m->first = 0;
  if (m->plan->when == UPC_STRIDE_MOVE_EACH) m->first = m->plan->ahead;
  if (m->plan->when == UPC_STRIDE_MOVE_FINAL) m->first = last;
  m->last = open ? INT_MAX / 2 : last;
  m->end = m->first + 1;
  if (m->plan->when == UPC_STRIDE_MOVE_EACH) m->end = last + (open || m->plan->now);
  if (m->plan->when == UPC_STRIDE_MOVE_FINAL && open) m->end = m->first;
  m->most = upc_stride_incoming_most(m);
}

static void begin(upc_stride_graph_run_t *R, int iterations) {
  int i, k;
  R->loop = UPC_STRIDE_LOOP_COUNTED;
  if (R->graph->goes_on) R->loop = UPC_STRIDE_LOOP_OPEN;
  R->most = iterations;
  R->iterations = iterations;
  if (R->loop == UPC_STRIDE_LOOP_OPEN) R->iterations = 1;
  for (i = 0; i < R->plan.parts; i++) R->part[i].done = 0;
  for (i = 0; i < R->outgoings; i++)
    for (k = 0; k < R->outgoing[i].targets; k++)
      R->outgoing[i].target[k].read = R->outgoing[i].target[k].way.begun = 0;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    m->here = m->reported = m->way.begun = 0;
    m->read = read_by_all(R, m->plan);
    set_range(R, m);
    m->passed = INT_MAX;
    m->in_slots = m->first;
  }
  upc_stride_graph_relays_begin(R);
  for (i = 0; i < R->plan.messages; i++)
    if (R->incoming[i].way.streams) upc_stride_incoming_ask(&R->incoming[i]);
}

/* ---- a loop that a value ends ---- */

void upc_stride_graph_go_on(upc_stride_graph_run_t *R) {
  int i;
  if (R->iterations == R->most) return;
  R->iterations++;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    if (m->plan->when != UPC_STRIDE_MOVE_EACH) continue;
    set_range(R, m);
    upc_stride_incoming_read(m, R->base, read_by_all(R, m->plan)); /* what no step of the loop reads */
    if (m->way.streams) upc_stride_incoming_ask(m);
  }
}

static void wait_in_end(upc_stride_graph_run_t *R, unsigned turn) {
  if (R->relays > 0) upc_stride_graph_relays_go_on(R);
  go_on(R);
  upc_stride_relax(turn);
}

/* Takes what has been sent for an iteration that there is not, and sends what is for steps of UPC_STRIDE_LAST. */
static void end_loop(upc_stride_graph_run_t *R) {
  unsigned turn = 0;
  int i;
  for (i = 0; i < R->plan.messages; i++) { /* in place, it comes to where last steps and their messages write */
    upc_stride_incoming_t *m = &R->incoming[i];
    if (!m->near || !m->plan->in_place || m->plan->when != UPC_STRIDE_MOVE_EACH) continue;
    while (!upc_stride_incoming_there(m, R->base, R->iterations + m->plan->ahead)) wait_in_end(R, turn++);
  }
  R->loop = UPC_STRIDE_LOOP_ENDED;
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    if (m->plan->when == UPC_STRIDE_MOVE_EACH) continue;
    if (m->plan->when == UPC_STRIDE_MOVE_FINAL || m->plan->in_place)
      upc_stride_incoming_read(m, R->base, read_by_all(R, m->plan));
    if (m->plan->when == UPC_STRIDE_MOVE_ONCE) continue;
    set_range(R, m);
    m->in_slots = m->first;
  }
  upc_stride_graph_relays_begin(R);
  for (i = 0; i < R->plan.messages; i++) {
    upc_stride_incoming_t *m = &R->incoming[i];
    if (m->near) continue;
    if (m->plan->when == UPC_STRIDE_MOVE_FINAL && m->way.streams) upc_stride_incoming_ask(m);
    while (m->plan->when == UPC_STRIDE_MOVE_EACH && !upc_stride_incoming_in_slot(m, m->end - 1)) wait_in_end(R, turn++);
  }
  for (i = 0; i < R->count[UPC_STRIDE_EACH]; i++) {
    upc_stride_run_part_t *p = &R->part[R->order[UPC_STRIDE_EACH][i]];
    while (!can_deliver(R, p, R->iterations - 1)) wait_in_end(R, turn++);
    deliver(R, p, R->iterations - 1);
  }
  R->loop = UPC_STRIDE_LOOP_COUNTED;
}

/* Before a barrier, in which long messages would not go on, and nothing would be passed on. */
static void finish_outgoing(upc_stride_graph_run_t *R) {
  unsigned turn = 0;
  int i;
  while (!upc_stride_graph_relays_go_on(R)) upc_stride_relax(turn++);
  for (i = 0; i < R->outgoings; i++)
    while (!upc_stride_outgoing_test(&R->outgoing[i])) upc_stride_relax(turn++);
}

int upc_stride_graph_run_all(upc_stride_graph_run_t *R, int iterations) {
  begin(R, iterations);
  R->traced = upc_stride_graph_trace_begin(R);
  upc_stride_told_barrier();
  run_kind(R, UPC_STRIDE_FIRST);
  report_first_steps(R);
  run_kind(R, UPC_STRIDE_EACH);
  if (R->loop == UPC_STRIDE_LOOP_OPEN) end_loop(R);
  run_kind(R, UPC_STRIDE_LAST);
  finish_outgoing(R);
  R->base += (unsigned)R->iterations + 2;
  upc_stride_told_barrier();
  return R->iterations;
}
