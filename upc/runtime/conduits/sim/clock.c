/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the program's clock. upc_ticks_now reads it. So do the C library's calls below, which the program gets from
 * here: it need not know that its time is virtual. Clocks of the processor's own time stay as they are. */
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "conduits/sim/control.h"

#define NS 1000000000ull

uint64_t urtc_clock(void) {
  urtc_enter();
  double now = urtc_seat->now;
  urtc_leave();
  return (uint64_t)(now * 1e9 + 0.5);
}

static int is_virtual(void) { return urtc_seat && urtc_is_thread; }

static int is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  if (!is_virtual() || !is_time_of_day(clock)) return (int)syscall(SYS_clock_gettime, clock, t);
  uint64_t now = urtc_clock();
  t->tv_sec = (time_t)(now / NS), t->tv_nsec = (long)(now % NS);
  return 0;
}

int gettimeofday(struct timeval *t, void *zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  t->tv_sec = now.tv_sec, t->tv_usec = now.tv_nsec / 1000;
  return 0;
}

/* Sleep passes time without computing. */
static void sleep_for(double seconds) {
  urtc_enter();
  double until = urtc_seat->now + seconds;
  urtc_note_call(0);
  while (urtc_seat->now < until) urtc_give_turn(SIM_TIME, until);
  urtc_leave();
}

int nanosleep(const struct timespec *t, struct timespec *left) {
  if (!is_virtual()) return (int)syscall(SYS_nanosleep, t, left);
  sleep_for((double)t->tv_sec + 1e-9 * (double)t->tv_nsec);
  return 0;
}

int usleep(useconds_t us) { return nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000L}, NULL); }
unsigned sleep(unsigned seconds) { return nanosleep(&(struct timespec){(time_t)seconds, 0}, NULL), 0; }

int sched_yield(void) {
  if (!is_virtual()) return (int)syscall(SYS_sched_yield);
  urtc_give_way();
  return 0;
}
