/* SPDX-License-Identifier: BSD-3-Clause
 * Runs of a graph: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/port.h"
#include "engine/call.h"

#include <limits.h>
#include <string.h>

/* How many generations of a message the reader that is furthest behind has read; in place: in how many iterations the
 * message may come. Of readers that are equally far behind, the last one will probably run last. */
static int read_by_all(const upc_stride_graph_run_t *R, upc_stride_incoming_t *in) {
  const upc_stride_message_t *m = in->plan;
  int least = R->iterations + 1, loops = 0, k;
  in->slowest = NULL;
  for (k = 0; k < m->readers; k++) {
    const upc_stride_run_part_t *p = &R->part[m->reader[k].part];
    int read = p->done + m->reader[k].ahead;
    if (p->step->when == UPC_STRIDE_EACH) loops = 1;
    else if (p->done > 0) continue;
    if (read > least) continue;
    least = read;
    in->slowest = &p->done;
    in->slowest_done = p->done;
  }
  if (m->when == UPC_STRIDE_MOVE_EACH) return least;
  if (R->loop == UPC_STRIDE_LOOP_OPEN) return !loops && least > R->iterations; /* the loop may go on */
  return least >= R->iterations - (m->when == UPC_STRIDE_MOVE_FINAL && !m->in_place);
}

/* A part has run: messages that it has read may come again, unless another reader is still as far behind. */
static void report_read(upc_stride_graph_run_t *R, const upc_stride_run_part_t *p) {
  int i;
  for (i = 0; i < p->incomings; i++) {
    upc_stride_incoming_t *m = &R->incoming[p->incoming[i]];
    if (m->slowest == NULL || *m->slowest != m->slowest_done)
      upc_stride_incoming_read(m, R->base, read_by_all(R, m));
  }
}

/* What is moved in the last iteration only may go to where a first step writes or reads, so its sender is told when the
 * first steps have run. It has readers in other iterations only if conditions say what they read. */
static void report_first_steps(upc_stride_graph_run_t *R) {
  int i;
  for (i = 0; i < R->plan.messages; i++)
    if (R->plan.message[i].when == UPC_STRIDE_MOVE_FINAL && !R->plan.message[i].in_place)
      upc_stride_incoming_read(&R->incoming[i], R->base, read_by_all(R, &R->incoming[i]));
}

static void run_part(upc_stride_graph_run_t *R, upc_stride_run_part_t *p, int iteration) {
  int k;
  if (R->traced) upc_stride_graph_tell_part(R, p, 0);
  p->argument.iteration = iteration;
  for (k = 0; k < p->step->operands; k++) p->argument.operand[k].data = p->data[iteration & 1][k];
  if (upc_stride_graph_holds(R, p, &p->step->branch, iteration)) {
    if (R->checked) upc_stride_graph_checked_before(R, p);
    p->step->function(&p->argument, p->step->argument);
    if (R->checked) upc_stride_graph_checked_after(R, p);
  }
  upc_stride_graph_deliver(R, p, iteration);
  p->done++;
  report_read(R, p);
  upc_stride_graph_ready_ran(R, p);
  if (R->traced) upc_stride_graph_tell_part(R, p, 1);
  upc_stride_poll();
  upc_stride_calls_turn(); /* a thread that never waits here goes on with its calls, which others may wait for */
}

/* A wait for other threads: whether observers were told of it, and for whom it is. */
typedef struct graph_wait {
  unsigned turn;
  int told, thread;
  upc_stride_long_wait_t wait;
} graph_wait_t;

static void end_wait(const upc_stride_graph_run_t *R, graph_wait_t *w) {
  if (w->told) upc_stride_graph_tell_wait(R, w->thread, 1);
  memset(w, 0, sizeof *w);
}

static void wait_a_turn(upc_stride_graph_run_t *R, graph_wait_t *w, const char *started) {
  const upc_stride_incoming_t *missing = upc_stride_graph_ready_missing(R);
  if (R->traced && !w->told) {
    w->told = 1;
    w->thread = missing != NULL ? missing->plan->thread : -1;
    upc_stride_graph_tell_wait(R, w->thread, 0);
  }
  upc_stride_graph_turn(R);
  if (w->turn % 256 == 255 && missing != NULL)
    upc_stride_long_wait(&w->wait, missing->plan->thread, "upc_stride_graph_run", started);
  upc_stride_relax(w->turn++);
}

/* Runs all parts of one kind of step: once, or in each iteration. */
static void run_kind(upc_stride_graph_run_t *R, int when) {
  const char *started = upc_stride_called();
  graph_wait_t w;
  int iteration;
  memset(&w, 0, sizeof w);
  upc_stride_graph_ready_begin(R, when);
  while (!upc_stride_graph_ready_end(R)) {
    upc_stride_run_part_t *p;
    if (R->passing != NULL) upc_stride_graph_pass_on(R);
    p = upc_stride_graph_ready_next(R, &iteration);
    if (p == NULL) {
      wait_a_turn(R, &w, started);
      continue;
    }
    if (w.turn > 0) end_wait(R, &w);
    run_part(R, p, iteration);
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
    m->read = read_by_all(R, m);
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
    upc_stride_incoming_read(m, R->base, read_by_all(R, m)); /* what no step of the loop reads */
    if (m->way.streams) upc_stride_incoming_ask(m);
  }
}

static void go_on(upc_stride_graph_run_t *R) {
  upc_stride_graph_pass_on(R);
  upc_stride_graph_turn(R);
}

static void wait_in_end(upc_stride_graph_run_t *R, unsigned turn) {
  go_on(R);
  upc_stride_relax(turn);
}

/* Takes what has been sent for an iteration that there is not, and sends what is for steps of UPC_STRIDE_LAST. */
static void end_loop(upc_stride_graph_run_t *R) {
  unsigned turn = 0;
  int i, k;
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
      upc_stride_incoming_read(m, R->base, read_by_all(R, m));
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
    for (k = 0; k < p->deliveries; k++)
      while (!upc_stride_graph_can_deliver(R, &p->delivery[k], R->iterations - 1)) wait_in_end(R, turn++);
    upc_stride_graph_deliver(R, p, R->iterations - 1);
  }
  R->loop = UPC_STRIDE_LOOP_COUNTED;
}

/* Before a barrier, in which long messages would not go on, and nothing would be passed on. A wait for something to
 * come must not begin when all is done. */
static void finish_outgoing(upc_stride_graph_run_t *R) {
  unsigned turn = 0;
  for (go_on(R); R->passing != NULL || R->sending != NULL; go_on(R)) upc_stride_relax(turn++);
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
  if (R->checked) upc_stride_graph_checked_taken(R);
  R->base += (unsigned)R->iterations + 2;
  upc_stride_told_barrier();
  return R->iterations;
}
