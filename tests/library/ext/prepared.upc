/* SPDX-License-Identifier: BSD-3-Clause
 * Prepared calls, started many times with new data: a broadcast, an exchange, a gather_all of some threads, and a
 * reduction by a function, several at a time. Each thread completes them in its own order, by any wait. Other calls
 * with the same arguments come between, so that their plan is used by several calls. usage: prepared [rounds] */
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { BROADCAST, EXCHANGE, GATHER_ALL, REDUCE_ALL, CALLS };
enum { WIDE = 4 * 8 };                 /* for at most 8 threads */

#pragma processors line(THREADS)
shared [4] (line) long from[4 * THREADS], to[4 * THREADS];
shared [WIDE] (line) long wide_from[WIDE * THREADS], wide_to[WIDE * THREADS], all[WIDE * THREADS];
shared [1] (line) long one[THREADS], most[THREADS];

static int wrong;

static void expect(const char *what, long round, long got, long right) {
  if (got != right && wrong++ < 5)
    printf("thread %d, %s in round %ld: %ld, must be %ld\n", MYTHREAD, what, round, got, right);
}

static void larger(const void *in, void *inout, size_t count, void *calls) {
  const long *x = in;
  long *y = inout;
  for (size_t i = 0; i < count; i++)
    if (x[i] > y[i]) y[i] = x[i];
  ++*(int *)calls;
}

static long value(long round, long thread, long i) { return round * 1000003 + thread * 101 + i; }

static void fill(long round) {
  long *mine = (long *)&from[4 * MYTHREAD], *wide = (long *)&wide_from[WIDE * MYTHREAD];
  for (long i = 0; i < 4; i++) mine[i] = value(round, MYTHREAD, i);
  for (long i = 0; i < 4 * THREADS; i++) wide[i] = value(round, MYTHREAD, i);
  *(long *)&one[MYTHREAD] = value(round, (MYTHREAD * 7) % THREADS, 0);
}

static void check(int call, long round) {
  const long *mine = (long *)&to[4 * MYTHREAD], *wide = (long *)&wide_to[WIDE * MYTHREAD];
  const long *gathered = (long *)&all[WIDE * MYTHREAD];
  long greatest = 0;
  for (long i = 0; i < 4 && call == BROADCAST; i++)
    expect("broadcast", round, mine[i], value(round, THREADS - 1, i));
  for (long i = 0; i < 4 * THREADS && call == EXCHANGE; i++)
    expect("exchange", round, wide[i], value(round, i / 4, 4 * MYTHREAD + i % 4));
  for (long i = 0; i < 4 * (THREADS - 1) && call == GATHER_ALL && MYTHREAD > 0; i++)
    expect("gather_all", round, gathered[i], value(round, 1 + i / 4, i % 4));
  for (long t = 0; t < THREADS; t++)
    if (value(round, (t * 7) % THREADS, 0) > greatest) greatest = value(round, (t * 7) % THREADS, 0);
  if (call == REDUCE_ALL) expect("reduce_all", round, *(long *)&most[MYTHREAD], greatest);
}

static unsigned own(void) {
  static unsigned state;
  return (state = state * 1664525u + 1013904223u + (unsigned)MYTHREAD) >> 8;
}

static void complete(upc_stride_handle_t *handles, long round) {
  size_t done[CALLS], i;
  int way = (int)(own() % 4), open[CALLS] = {1, 1, 1, 1};
  while (way == 0 && (i = upc_stride_wait_any(handles, CALLS)) < CALLS) check((int)i, round), open[i] = 0;
  while (way == 1 && (i = upc_stride_wait_some(handles, CALLS, done)) > 0)
    while (i > 0) check((int)done[--i], round), open[done[i]] = 0;
  while (way == 2 && !upc_stride_test_all(handles, CALLS)) {}
  for (int call = CALLS - 1; call >= 0; call--) {
    if (!open[call]) continue;
    upc_stride_wait(&handles[call]);
    check(call, round);
  }
}

/* Two calls that are complete, and one that others start later: upc_stride_wait_some completes both, no more. */
static void complete_both(void) {
  upc_stride_handle_t handles[3] = {NULL, NULL, NULL};
  size_t done[3] = {3, 3, 3};
  handles[0] = upc_stride_broadcast_nb(to<:>, &from[0], sizeof(long), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  handles[1] = upc_stride_exchange_nb(wide_to<:>, wide_from<:>, sizeof(long), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  if (MYTHREAD == 0) handles[2] = upc_stride_reduce_all_nb(most<:>, one<:>, 1, UPC_ADD, UPC_LONG, NULL, 0);
  else upc_stride_wait_all(handles, 2);
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < 1000; i++)
      if (upc_stride_test(&handles[2])) wrong++;
    expect("calls completed", 0, (long)upc_stride_wait_some(handles, 3, done), 2);
    expect("calls completed", 1, (long)(10 * done[0] + done[1]), 1);
    if (handles[0] != NULL || handles[1] != NULL) wrong++;
  }
  upc_barrier;
  if (MYTHREAD > 0) handles[2] = upc_stride_reduce_all_nb(most<:>, one<:>, 1, UPC_ADD, UPC_LONG, NULL, 0);
  upc_stride_wait(&handles[2]);
}

static shared int faults;

int main(int argc, char **argv) {
  const long rounds = argc > 1 ? atol(argv[1]) : 60;
  int calls = 0;
  upc_stride_handle_t handles[CALLS];
  for (int again = 0; again < 2; again++) {
    handles[BROADCAST] = upc_stride_broadcast_init(to<:>, &from[4 * (THREADS - 1)], 4 * sizeof(long), 0);
    handles[EXCHANGE] = upc_stride_exchange_init(wide_to<:>, wide_from<:>, 4 * sizeof(long), 0);
    handles[GATHER_ALL] = upc_stride_gather_all_init(all<1:THREADS-1>, from<1:THREADS-1>, 4 * sizeof(long), 0);
    handles[REDUCE_ALL] = upc_stride_reduce_all_with_init(most<:>, one<:>, 1, sizeof(long), UPC_FUNC, larger,
                                                          &calls, 0);
    if ((handles[GATHER_ALL] == NULL) != (MYTHREAD == 0 || THREADS == 1)) wrong++;
    for (long round = 1; round <= rounds; round++) {
      fill(round);
      for (int call = 0; call < CALLS; call++) upc_stride_start_call(handles[call]);
      complete(handles, round);
      if (round % 5 > 0) continue;
      upc_barrier;
      /* with the plan of the prepared one */
      upc_stride_broadcast(to<:>, &from[4 * (THREADS - 1)], 4 * sizeof(long), 0);
      check(BROADCAST, round);
      upc_stride_exchange(wide_to<:>, wide_from<:>, 4 * sizeof(long), 0);
      check(EXCHANGE, round);
    }
    for (int call = 0; call < CALLS; call++) {
      upc_stride_free_call(&handles[call]);
      if (handles[call] != NULL) wrong++;
    }
  }
  if (THREADS > 1) complete_both();
  upc_barrier;
  if (wrong > 0) faults = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts(faults ? "FAIL" : "PASS");
  return faults;
}
