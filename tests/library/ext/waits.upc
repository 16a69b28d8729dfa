/* SPDX-License-Identifier: BSD-3-Clause
 * Threads that end, or come late, while others wait for them: what tests/library/ext/waits.sh runs, on 4 threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>

#pragma processors grid(2, 2)
enum { B = 64, LONG = 50000 };
shared [B][B] (grid) double S[2 * B][2 * B];
shared [LONG] double wide[LONG * THREADS], source[LONG * THREADS];
shared [] double *from;
upc_lock_t *lock;

static int is(const char *what, const char *mode) { return strcmp(what, mode) == 0; }

/* Calls that note their places, among the arguments of another one. */
static shared [] double *locked(shared [] double *p) {
  upc_lock(lock);
  upc_unlock(lock);
  return p;
}

/* Thread 1, an owner in the first row of blocks, ends instead of calling. */
static void ends(const char *mode) {
  upc_stride_handle_t h;
  if (MYTHREAD == 1) {
    upc_lock(lock);
    upc_unlock(lock);                                                      /* line: last */
    if (is("exit", mode)) exit(0);
    return;
  }
  if (is("return", mode) || is("exit", mode))
    upc_stride_broadcast(S<0, :>, from, sizeof(double), 0);                /* line: broadcast */
  else if (is("all", mode))
    upc_all_broadcast(wide, &source[0], sizeof(double), 0);                /* line: all */
  else if (is("inner", mode))
    upc_stride_broadcast(S<0, :>, locked(from), sizeof(double), 0);        /* line: outer */
  else if (is("tag", mode))
    upc_barrier (int)upc_threadof(locked(&S[0][0]));                       /* line: tag */
  else if (is("reduce", mode))
    upc_stride_reduce_all(S<:, :>, S<:, :>, 1, UPC_ADD, UPC_DOUBLE, NULL, 0); /* line: reduce */
  else if (is("wait", mode)) {
    h = upc_stride_broadcast_nb(S<0, :>, from, sizeof(double), 0);         /* line: start */
    upc_stride_wait(&h);                                                   /* line: wait */
  } else if (is("test", mode)) {
    h = upc_stride_broadcast_nb(S<0, :>, from, sizeof(double), 0);
    while (!upc_stride_test(&h)) {}                                        /* line: test */
  } else if (is("alloc", mode))
    upc_all_alloc(THREADS, 8);                                             /* line: alloc */
  else
    upc_barrier;                                                           /* line: barrier */
}

/* Thread 1 does its part and ends. The others come later. */
static void does_its_part(void) {
  if (MYTHREAD != 1) usleep(300000 + 200000 * MYTHREAD);
  upc_stride_broadcast(S<:, :>, &S[0][B], sizeof(double), UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upc_all_broadcast(wide, &source[LONG], LONG * sizeof(double), UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
}

/* Thread 1 comes when the file `sign` is there, or after a second if no file is named. */
static void is_late(const char *mode, const char *sign) {
  if (is("lock", mode) && MYTHREAD == 1) upc_lock(lock);                   /* line: held */
  upc_barrier;
  if (MYTHREAD == 1 && !sign) usleep(1000000);
  while (MYTHREAD == 1 && sign && access(sign, F_OK) != 0) usleep(10000);
  if (is("lock", mode)) {
    if (MYTHREAD == 1) upc_unlock(lock);
    if (MYTHREAD == 0) upc_lock(lock), upc_unlock(lock);                   /* line: lock */
  } else if (is("collective", mode)) {
    if (MYTHREAD == 1 || MYTHREAD == 0) upc_stride_broadcast(S<0, :>, &S[0][0], 8, 0); /* line: collective */
  } else {
    upc_notify;
    upc_wait;                                                              /* line: late */
  }
}

/* Some threads are in a collective of all threads, the others in a barrier. */
static void go_different_ways(void) {
  if (MYTHREAD % 2 == 1) upc_barrier;                                      /* line: barriers */
  else upc_all_broadcast(wide, &source[0], sizeof(double), 0);             /* line: broadcasts */
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  from = (shared [] double *)&S[B][B]; /* of thread 3 */
  lock = upc_all_lock_alloc();
  upc_barrier;
  if (is("part", mode)) does_its_part();
  else if (is("ways", mode)) go_different_ways();
  else if (argc > 2) is_late(mode, argv[3]);
  else ends(mode);
  return 0;
}
