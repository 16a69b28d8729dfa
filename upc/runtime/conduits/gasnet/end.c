/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the end of a thread, and of the job. A thread that has ended its program stays and serves the others until
 * all have ended: they may still use its segment, and many of GASNet's conduits move nothing for a process that is
 * gone. */
#include <gasnet_coll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "conduits/gasnet/control.h"

enum { END_S = 3 };               /* what flushing files and gasnet_exit may take together */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Thread 0 keeps a bit for each thread that has ended. */
static uint64_t in_thread_0(int word, gex_OP_t operation, uint64_t value) {
  size_t place = offsetof(struct control, ended_threads) + (size_t)word * sizeof(uint64_t);
  if (!urt_is_near(urtk_at(0, 0))) return urtc_atomic(0, urtc_owner[0] - CONTROL + place, operation, value, 0);
  uint64_t *near = (uint64_t *)((char *)urtc_control(0) + place);
  return __atomic_fetch_add(near, value, __ATOMIC_SEQ_CST);
}

void urtc_end_thread(void) {
  fflush(NULL);
  urtc_settle();
  if (urtc_nodes > 1) in_thread_0(urt_mythread / 64, GEX_OP_FADD, (uint64_t)1 << urt_mythread % 64);
  __atomic_store_n(&urtc_control(urt_mythread)->ended, 1, __ATOMIC_RELEASE);
}

/* What thread 0 says of 64 threads is asked for every 100 ms at the most. */
static struct { uint64_t ended; double asked; } told[URTK_MOST_PROCESSES / 64];

int urtc_ended(int thread) {
  if (urt_is_near(urtk_at(thread, 0))) return __atomic_load_n(&urtc_control(thread)->ended, __ATOMIC_ACQUIRE);
  uint64_t *ended = &told[thread / 64].ended;
  if (!(*ended >> thread % 64 & 1) && now() - told[thread / 64].asked > 0.1) {
    *ended = in_thread_0(thread / 64, GEX_OP_GET, 0);
    told[thread / 64].asked = now();
  }
  return *ended >> thread % 64 & 1;
}

/* The highest status of all, once all have ended. */
static int wait_for_all(int status) {
  int32_t highest, mine = status;
  gex_Event_t all = gex_Coll_ReduceToAllNB(urtc_team, &highest, &mine, GEX_DT_I32, sizeof mine, 1, GEX_OP_MAX, NULL,
                                           NULL, 0);
  for (unsigned turn = 0; gex_Event_Test(all) != GASNET_OK; turn++) { /* it may be long: not as GASNet waits */
    gasnet_AMPoll();
    urtc_relax(turn);
  }
  return highest;
}

void urtc_finish(int status, void *unused) {
  (void)unused;
  status &= 255;
  if (urtc_started < 2) { /* all leave for the same reason: thread 0 says which */
    if (gex_System_QueryJobRank() > 0) sleep(1);
  } else {
    status = wait_for_all(status);
    for (int i = 0; i < urtc_watch->count; i++)
      if (urtc_watch->process[i].thread == urt_mythread) urtc_watch->process[i].done = 1;
  }
  fflush(NULL);
  gasnet_exit(status);
}

/* Can the monitor end the job? On smp it has all threads; Hydra and GASNet's ssh spawner listen to it. */
static int monitor_ends(void) { return urtc_below("smp") || urtc_ssh == SSH_THREAD || urtk_hydra() >= 0; }

/* Else gasnet_exit ends the job, or the alarm should that get stuck. */
void urtc_end_job(int status, const char *line) {
  if (!urtk_decides_end(urtc_started < 2 ? NULL : &urtc_control(urtc_first)->ending, status, line))
    for (unsigned turn = 0;; turn++) gasnet_AMPoll(), urtc_relax(turn); /* another one decided first and will end us */
  urtc_watch->status = status & 255;
  urtc_watch->ending = urt_mythread + 1;
  urtc_call_monitor(); /* even if the flush below blocks, the job ends */
  if (!urtc_below("smp")) alarm(END_S);
  fflush(NULL);
  if (!monitor_ends()) gasnet_exit(urtc_watch->status);
  _exit(status & 255);
}
