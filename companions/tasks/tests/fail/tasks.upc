// SPDX-License-Identifier: BSD-3-Clause
// Wrong use of tasks, and errors in tasks: the argument says which. Each ends the job with a line.
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_task.h>
#include <upc_syncvar.h>

shared upc_syncvar_t never;
shared upc_singlevar_t once;
shared int *volatile null;

void wait_for_ever(void *args) { upc_syncvar_readFE(&never, args, sizeof(int)); }
void come_to_barrier(void *args) { upc_barrier *(int *)args; }
void allocate(void *args) { upc_all_alloc(THREADS, (size_t)*(int *)args); }
void end_job(void *args) { upc_global_exit(*(int *)args); }
void leave(void *args) { exit(*(int *)args); }
void crash(void *args) { *null = *(int *)args; }
void open_group(void *args) { upc_task_open(args); }
int deeper(int n) {
  volatile char frame[1000];
  frame[n % 1000] = (char)n; // not a place that LLVM knows: it would leave out the rest
  return n == 0 ? 0 : deeper(n - 1) + frame[n % 1000];
}
void overflow(void *args) {
  deeper(*(int *)args);
  upc_task_yield();
}

// A frame that reaches over the protected pages below the stack.
void wide(void *args) {
  volatile char frame[1 << 20];
  frame[*(int *)args] = 1;
  upc_task_yield();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int last = THREADS - 1, n = 7, once_more = 1;
  upc_task_group_t group, inner;
  upc_task_open(&group);
  if (strcmp(what, "deadlock") == 0) {
    upc_task_begin(wait_for_ever, &n, sizeof n);
    upc_task_begin(wait_for_ever, &n, sizeof n);
  } else if (strcmp(what, "in_barrier") == 0) { // the last thread waits; the others do so in a barrier,
    if (MYTHREAD < last) upc_barrier;
    wait_for_ever(&n);
  } else if (strcmp(what, "after_main") == 0) { // at the end of main,
    upc_task_wait(&group);
    if (MYTHREAD < last) return 0;
    wait_for_ever(&n);
  } else if (strcmp(what, "for_lock") == 0) {   // or for a lock
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == last) upc_lock(lock);
    upc_barrier;
    if (MYTHREAD < last) upc_lock(lock);
    wait_for_ever(&n);
  } else if (strcmp(what, "begin_barrier") == 0) {
    upc_task_begin(come_to_barrier, &n, sizeof n);
  } else if (strcmp(what, "on_barrier") == 0) { // the main program of that thread is in a barrier
    if (MYTHREAD == 0) upc_task_on(last, come_to_barrier, &n, sizeof n);
    upc_barrier;
  } else if (strcmp(what, "serial_barrier") == 0) {
    upc_task_serial(1);
    upc_task_begin(come_to_barrier, &n, sizeof n);
  } else if (strcmp(what, "collective") == 0) {
    upc_task_begin(allocate, &n, sizeof n);
  } else if (strcmp(what, "global_exit") == 0) {
    if (MYTHREAD == 0) upc_task_begin_on(last, end_job, &n, sizeof n);
  } else if (strcmp(what, "crash") == 0) {
    if (MYTHREAD == 0) upc_task_begin_on(last, crash, &n, sizeof n);
  } else if (strcmp(what, "twice") == 0) {
    for (int i = 0; i <= once_more; i++) upc_singlevar_write(&once, &n, sizeof n);
  } else if (strcmp(what, "order") == 0) {
    upc_task_open(&inner);
    upc_task_wait(&group);
  } else if (strcmp(what, "closed") == 0) {
    upc_task_wait(&group);
    upc_task_wait(&group);
  } else if (strcmp(what, "open") == 0) {
    upc_task_begin(open_group, &inner, sizeof inner);
  } else if (strcmp(what, "thread") == 0) {
    upc_task_begin_on(THREADS, end_job, &n, sizeof n);
  } else if (strcmp(what, "function") == 0) {
    upc_task_begin(free, NULL, 0);
  } else if (strcmp(what, "args") == 0) {
    upc_task_begin(end_job, NULL, sizeof n);
  } else if (strcmp(what, "value") == 0) {
    upc_syncvar_writeEF(&never, argv, 17);
  } else if (strcmp(what, "unwaited") == 0) {
    return 0;
  } else if (strcmp(what, "stacks") == 0) {
    for (int i = 0; i < 100; i++) upc_task_begin_on(MYTHREAD, wait_for_ever, &n, sizeof n);
  } else if (strcmp(what, "overflow") == 0) {
    n = 1000;
    upc_task_begin_on(MYTHREAD, overflow, &n, sizeof n);
  } else if (strcmp(what, "wide") == 0) {
    upc_task_begin_on(MYTHREAD, wide, &n, sizeof n);
  } else if (strcmp(what, "barrier") == 0) {
    upc_task_wait(&group);
    if (MYTHREAD == last) return 0;
    upc_barrier;
  } else if (strcmp(what, "ended") == 0) {
    if (MYTHREAD == last) exit(0);
    upc_task_begin_on(last, end_job, &n, sizeof n);
  }
  upc_task_wait(&group);
  return 0;
}
