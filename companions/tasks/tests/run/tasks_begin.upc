// SPDX-License-Identifier: BSD-3-Clause
// Tasks that any thread of the node may run: nested groups, more tasks than the deque holds, long arguments, serial.
#include <upc.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

struct fib { int n; shared [] long *result; };

void fib(void *args) {
  struct fib *f = args;
  if (f->n < 2) { *f->result = f->n; return; }
  shared [] long *part = upc_alloc(2 * sizeof *part);
  struct fib left = {f->n - 1, &part[0]}, right = {f->n - 2, &part[1]};
  upc_task_group_t group;
  upc_task_open(&group);
  upc_task_begin(fib, &left, sizeof left);
  upc_task_begin(fib, &right, sizeof right);
  upc_task_wait(&group);
  *f->result = part[0] + part[1];
  upc_free(part);
}

enum { MANY = 20000, LONG = 50 };
shared [] int *ran;                             // one a task, on the thread that begins them

struct mark { shared [] int *at; };
void mark(void *args) {
  struct mark *m = args;
  *m->at += 1;
  m->at = NULL;                                 // the arguments are the task's own
}

struct longer { shared [] double *sum; double value[LONG]; };
void sum(void *args) {
  struct longer *l = args;
  double s = 0;
  for (int i = 0; i < LONG; i++) s += l->value[i];
  *l->sum = s;
}

// Begins tasks in the group of who began it.
struct spread { shared [] int *at; int count; };
void spread(void *args) {
  struct spread *s = args;
  if (s->count == 1) { *s->at += 1; return; }
  struct spread half = {s->at, s->count / 2}, rest = {s->at + s->count / 2, s->count - s->count / 2};
  upc_task_begin(spread, &half, sizeof half);
  upc_task_begin(spread, &rest, sizeof rest);
}

void begin_marks(int times) {
  upc_task_group_t group;
  upc_task_open(&group);
  for (int i = 0; i < MANY; i++) {
    struct mark m = {&ran[i]};
    upc_task_begin(mark, &m, sizeof m);
  }
  upc_task_wait(&group);
  for (int i = 0; i < MANY; i++) CHECK(ran[i] == times);
}

static int in_serial;
void count_serial(void *args) { CHECK(args != NULL && upc_task_serial(1) == 1); in_serial++; }

shared long unwaited[THREADS];
void late(void *args) { unwaited[*(int *)args]++; }

int main(void) {
  upc_task_group_t group;
  shared [] long *result = upc_alloc(sizeof *result);
  struct fib f = {18, result};
  fib(&f);
  CHECK(*result == 2584);

  ran = upc_alloc(MANY * sizeof *ran);
  upc_memset(ran, 0, MANY * sizeof *ran);
  begin_marks(1);
  struct spread all = {ran, MANY};
  upc_task_open(&group);
  upc_task_begin(spread, &all, sizeof all);
  upc_task_wait(&group);
  for (int i = 0; i < MANY; i++) CHECK(ran[i] == 2);
  int before = upc_task_serial(1);
  CHECK(before == 0);
  begin_marks(3);
  in_serial = 0;
  upc_task_begin(count_serial, &before, sizeof before);
  CHECK(in_serial == 1);
  CHECK(upc_task_serial(0) == 1);

  shared [] double *sums = upc_alloc(100 * sizeof *sums);
  upc_task_open(&group);
  for (int t = 0; t < 100; t++) {
    struct longer l = {&sums[t]};
    for (int i = 0; i < LONG; i++) l.value[i] = t + i;
    upc_task_begin(sum, &l, sizeof l);
  }
  upc_task_wait(&group);
  for (int t = 0; t < 100; t++) CHECK(sums[t] == LONG * t + LONG * (LONG - 1) / 2);

  int me = MYTHREAD;
  upc_task_begin(late, &me, sizeof me);          // the end of main waits for it
  upc_barrier;
  return done();
}
