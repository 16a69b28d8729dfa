/* SPDX-License-Identifier: BSD-3-Clause
 * A loop within a loop, as a graph of steps. Heat flows along a rod in some time steps. Each time step solves a linear
 * system: the inner loop sweeps over the cells until no cell changes by more than `enough`. A graph has one loop, and
 * each of its iterations is a sweep. What belongs to the outer loop has a condition: whether a time step begins.
 *
 *   upcc -O2 nested.upc -o nested && upcrun -n 4 ./nested
 */
#include <math.h>
#include <stdio.h>
#include <upc.h>
#include <upc_stride_graph.h>

enum { TIME_STEPS = 5, MOST_SWEEPS = 10000 };
static const long long n = 400, one = 1;
static const double r = 2, enough = 1e-9; /* conductivity * dt / dx^2 */

static double at(const upc_stride_operand_t *v, long long i) {
  if (i < 0) return 1;
  if (i >= n) return 0;
  return *(double *)upc_stride_element(v, i, 0, 0, 0);
}

static void set(const upc_stride_operand_t *v, long long i, double x) {
  *(double *)upc_stride_element(v, i, 0, 0, 0) = x;
}

static int number(const upc_stride_operand_t *v) { return *(int *)v->data; }
static void set_number(const upc_stride_operand_t *v, int x) { *(int *)v->data = x; }

static void cold(const upc_stride_part_t *p, void *unused) {
  for (long long i = p->operand[0].box.lo[0]; i < p->operand[0].box.hi[0]; i++) set(&p->operand[0], i, 0);
}

static void start(const upc_stride_part_t *p, void *unused) {
  set_number(&p->operand[0], 1); /* a time step begins */
  set_number(&p->operand[1], 0); /* none is complete */
}

/* The cells as the last time step has left them. */
static void begin_step(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *x = &p->operand[0], *right = &p->operand[1];
  for (long long i = right->box.lo[0]; i < right->box.hi[0]; i++) set(right, i, at(x, i));
}

/* (1 + 2 r) x[i] - r (x[i - 1] + x[i + 1]) = right[i] */
static void sweep(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *x = &p->operand[0], *right = &p->operand[1];
  const upc_stride_operand_t *next = &p->operand[2], *change = &p->operand[3];
  double most = 0;
  for (long long i = next->box.lo[0]; i < next->box.hi[0]; i++) {
    set(next, i, (at(right, i) + r * (at(x, i - 1) + at(x, i + 1))) / (1 + 2 * r));
    most = fmax(most, fabs(at(next, i) - at(x, i)));
  }
  set(change, change->box.lo[0], most);
}

/* On each thread alike: whether the time step ends, how many are complete, whether the loop goes on. */
static void judge(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *change = &p->operand[0];
  int ends = 1, complete;
  for (long long i = 0; i < change->box.hi[0]; i++) ends &= *(double *)upc_stride_element(change, i, 0, 0, 0) < enough;
  complete = number(&p->operand[1]) + ends;
  set_number(&p->operand[2], ends);
  set_number(&p->operand[3], complete);
  set_number(&p->operand[4], complete < TIME_STEPS);
}

static void report(const upc_stride_part_t *p, void *unused) {
  printf("%d sweeps, cell 10 has %.6f\n", p->iteration + 1, at(&p->operand[0], 10));
}

int main(void) {
  const long long parts = 2 * THREADS;
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, (int)parts, THREADS);
  upc_stride_distribution_t *halo = upc_stride_distribution_grown(cells, &one, 0);
  upc_stride_distribution_t *whole = upc_stride_distribution_slabs(1, &n, 0, 1, THREADS);
  upc_stride_distribution_t *each_part = upc_stride_distribution_slabs(1, &parts, 0, (int)parts, THREADS);
  upc_stride_distribution_t *all_parts = upc_stride_distribution_replicated(1, &parts, THREADS);
  upc_stride_distribution_t *everywhere = upc_stride_distribution_replicated(1, &one, THREADS);

  upc_stride_graph_t *g = upc_stride_graph_new();
  int x = upc_stride_graph_value(g, "x", sizeof(double), 1, &n);
  int next = upc_stride_graph_value(g, "next x", sizeof(double), 1, &n);
  int right = upc_stride_graph_value(g, "right", sizeof(double), 1, &n); /* in place: it stays in a time step */
  int change = upc_stride_graph_value(g, "change", sizeof(double), 1, &parts);
  int begins = upc_stride_graph_value(g, "begins", sizeof(int), 1, &one);
  int ends = upc_stride_graph_value(g, "ends", sizeof(int), 1, &one);
  int before = upc_stride_graph_value(g, "complete before", sizeof(int), 1, &one);
  int complete = upc_stride_graph_value(g, "complete", sizeof(int), 1, &one);
  int going = upc_stride_graph_value(g, "going on", sizeof(int), 1, &one);
  upc_stride_graph_carry(g, next, x);
  upc_stride_graph_carry(g, ends, begins); /* when one time step ends, the next one begins */
  upc_stride_graph_carry(g, complete, before);

  int step = upc_stride_graph_step(g, "cold", cold, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, x, cells);
  step = upc_stride_graph_step(g, "cold right", cold, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, right, cells);
  step = upc_stride_graph_step(g, "start", start, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, begins, everywhere);
  upc_stride_graph_writes(g, step, before, everywhere);

  step = upc_stride_graph_step(g, "begin step", begin_step, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, x, cells);
  upc_stride_graph_updates(g, step, right, cells);
  upc_stride_graph_if(g, step, begins);

  step = upc_stride_graph_step(g, "sweep", sweep, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, x, halo);
  upc_stride_graph_reads(g, step, right, cells);
  upc_stride_graph_writes(g, step, next, cells);
  upc_stride_graph_writes(g, step, change, each_part);

  step = upc_stride_graph_step(g, "judge", judge, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, change, all_parts);
  upc_stride_graph_reads(g, step, before, everywhere);
  upc_stride_graph_writes(g, step, ends, everywhere);
  upc_stride_graph_writes(g, step, complete, everywhere);
  upc_stride_graph_writes(g, step, going, everywhere);
  upc_stride_graph_while(g, going);

  step = upc_stride_graph_step(g, "report", report, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_reads(g, step, next, whole);

  upc_stride_graph_run(g, MOST_SWEEPS);
  upc_stride_graph_free(g);
  return 0;
}
