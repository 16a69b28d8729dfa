/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the program's clock. upc_ticks_now reads it. So do the C library's calls below, which the program gets from
 * here: it need not know that its time is virtual. Clocks of the processor's own time stay as they are. */
#include <errno.h>
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

static double seconds_of(const struct timespec *t) { return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec; }
static int is_wrong(const struct timespec *t) { return t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= (long)NS; }

/* It returns the error, where nanosleep sets errno. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  if (!is_virtual() || !is_time_of_day(clock))
    return syscall(SYS_clock_nanosleep, clock, flags, t, left) < 0 ? errno : 0;
  if (is_wrong(t)) return EINVAL;
  sleep_for(seconds_of(t) - (flags & TIMER_ABSTIME ? urtc_seat->now : 0));
  return 0;
}

int nanosleep(const struct timespec *t, struct timespec *left) {
  int error = clock_nanosleep(CLOCK_REALTIME, 0, t, left);
  return error ? (errno = error, -1) : 0;
}

time_t time(time_t *there) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (there) *there = now.tv_sec;
  return now.tv_sec;
}

int usleep(useconds_t us) { return nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000L}, NULL); }
unsigned sleep(unsigned seconds) { return nanosleep(&(struct timespec){(time_t)seconds, 0}, NULL), 0; }

int sched_yield(void) {
  if (!is_virtual()) return (int)syscall(SYS_sched_yield);
  urtc_give_way();
  return 0;
}
