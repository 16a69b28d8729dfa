// SPDX-License-Identifier: BSD-3-Clause
// Tasks on a thread that the program names, near or far: one after the other, many at once, on all threads, and there
// and back again.
#include <upc.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { EACH = 500, LONG = 300 };
shared int visits[THREADS], from_all[THREADS];
shared [EACH] int ran[THREADS][EACH];

void visit(void *args) {
  CHECK(*(int *)args == MYTHREAD);
  visits[MYTHREAD]++;
}

struct one { int from, to, number; };
void run_one(void *args) {
  struct one *o = args;
  CHECK(o->to == MYTHREAD);
  ran[o->from][o->number]++;
}

// Goes once round all threads, and waits at each.
struct round { int left; shared [] int *hops; };
void go_round(void *args) {
  struct round *r = args;
  *r->hops += 1;
  if (--r->left > 0) upc_task_on((MYTHREAD + 1) % THREADS, go_round, r, sizeof *r);
}

// The same without waiting: the group of the first waits for all.
void go_on(void *args) {
  struct round *r = args;
  *r->hops += 1;
  if (--r->left > 0) upc_task_begin_on((MYTHREAD + 1) % THREADS, go_on, r, sizeof *r);
}

struct longer { int sum, value[LONG]; };
void add_up(void *args) {
  struct longer *l = args;
  int sum = 0;
  for (int i = 0; i < LONG; i++) sum += l->value[i];
  CHECK(sum == l->sum);
  from_all[MYTHREAD]++;
}

int main(void) {
  upc_task_group_t group;
  int next = (MYTHREAD + 1) % THREADS;
  upc_task_on(next, visit, &next, sizeof next);
  CHECK(visits[next] == 1);
  upc_barrier;

  upc_task_open(&group);
  for (int i = 0; i < EACH; i++) {
    struct one o = {MYTHREAD, (MYTHREAD + i) % THREADS, i};
    upc_task_begin_on(o.to, run_one, &o, sizeof o);
  }
  upc_task_wait(&group);
  for (int i = 0; i < EACH; i++) CHECK(ran[MYTHREAD][i] == 1);

  shared [] int *hops = upc_alloc(2 * sizeof *hops);
  hops[0] = hops[1] = 0;
  struct round r = {3 * THREADS, &hops[0]};
  go_round(&r);
  CHECK(hops[0] == 3 * THREADS);
  struct round s = {3 * THREADS, &hops[1]};
  upc_task_open(&group);
  go_on(&s);
  upc_task_wait(&group);
  CHECK(hops[1] == 3 * THREADS);
  upc_barrier;

  if (MYTHREAD == THREADS / 2) {                 // the others wait in the barrier
    struct longer l = {LONG * (LONG - 1) / 2};
    for (int i = 0; i < LONG; i++) l.value[i] = i;
    for (int i = 0; i < 20; i++) upc_task_on_all(add_up, &l, sizeof l);
  }
  upc_barrier;
  CHECK(from_all[MYTHREAD] == 20);
  return done();
}
