// SPDX-License-Identifier: BSD-3-Clause
// Many tasks for named threads at a time. Every thread starts tasks on all threads by trees, and each of these does the
// same once more, with arguments that fit into a task and with longer ones. Every thread also sends each other thread
// more tasks than a slot holds, and these send some back. All are counted.
#include <upc.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { MANY = 300, BACK = 3 };
shared long nested[THREADS], sent[THREADS], returned[THREADS];   // a thread alone changes its element

struct call { int depth; long value[30]; };                      // more than a task holds
struct few { int from; };

static long sum(const struct call *c) {
  long all = 0;
  for (int i = 0; i < 30; i++) all += c->value[i];
  return all;
}

void everywhere(void *args) {
  struct call c = *(struct call *)args;
  CHECK(sum(&c) == 435);
  nested[MYTHREAD]++;
  if (c.depth-- > 0) upc_task_on_all(everywhere, &c, sizeof c);
}

void come_back(void *args) { returned[MYTHREAD]++; }

void visit(void *args) {
  struct few f = *(struct few *)args;
  long number = ++sent[MYTHREAD];
  for (int i = 0; i < BACK; i++) upc_task_begin_on(f.from, come_back, NULL, 0);
  if (number % 50 == 0) upc_task_on((MYTHREAD + 1) % THREADS, come_back, NULL, 0);
}

int main(void) {
  upc_task_group_t group;
  struct call c = {1};
  struct few me = {MYTHREAD};
  for (int i = 0; i < 30; i++) c.value[i] = i;
  upc_barrier;
  upc_task_on_all(everywhere, &c, sizeof c);
  upc_barrier;
  CHECK(nested[MYTHREAD] == THREADS + THREADS * THREADS);
  upc_task_open(&group);
  for (int i = 0; i < MANY; i++)
    for (int t = 0; t < THREADS; t++) upc_task_begin_on(t, visit, &me, sizeof me);
  upc_task_wait(&group);
  upc_barrier;
  CHECK(sent[MYTHREAD] == (long)MANY * THREADS);
  long all = 0;
  for (int t = 0; t < THREADS; t++) all += returned[t];
  CHECK(all == (long)MANY * THREADS * THREADS * BACK + (long)MANY * THREADS / 50 * THREADS);
  upc_barrier;
  return done();
}
