/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the program's clock. upc_ticks_now reads it. So do the C library's calls below, which the program gets from
 * here: it need not know that its time is virtual. Clocks of the processor's own time stay as they are. */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "conduits/sim/one_process.h"

#define NS 1000000000ull

uint64_t urtc_clock(void) {
  urtc_enter();
  double now = urtc_seat->now;
  urtc_deeds++;                      /* who looks and reads the clock may wait for either */
  urtc_leave();
  return (uint64_t)(now * 1e9 + 0.5);
}

static int is_virtual(void) { return urtc_seat && urtc_is_thread; }

static int is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

/* The processor's time of this thread alone; where it is not counted, that of the process. */
static int is_thread_time(clockid_t clock) {
  return urtc_contexts && urtc_control->costs.host_factor > 0 &&
         (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID);
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  int own_time = is_virtual() && is_thread_time(clock);
  if (!own_time && (!is_virtual() || !is_time_of_day(clock))) return (int)syscall(SYS_clock_gettime, clock, t);
  uint64_t now = own_time ? urtc_contexts->computed() : urtc_clock();
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

int timespec_get(struct timespec *there, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, there) == 0 ? base : 0;
}

int usleep(useconds_t us) { return nanosleep(&(struct timespec){us / 1000000, us % 1000000 * 1000L}, NULL); }
unsigned sleep(unsigned seconds) { return nanosleep(&(struct timespec){(time_t)seconds, 0}, NULL), 0; }

/* Without descriptors these sleep. What descriptors wait for happens in this host's time. */
int ppoll(struct pollfd *list, nfds_t n, const struct timespec *t, const sigset_t *mask) {
  struct timespec left = t ? *t : (struct timespec){0, 0}; /* the kernel changes it */
  if (!is_virtual() || n > 0 || !t || mask)
    return (int)syscall(SYS_ppoll, list, n, t ? &left : NULL, mask, _NSIG / 8);
  return nanosleep(t, NULL);
}

int poll(struct pollfd *list, nfds_t n, int ms) {
  return ppoll(list, n, ms < 0 ? NULL : &(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

int pselect(int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *t, const sigset_t *mask) {
  struct timespec left = t ? *t : (struct timespec){0, 0};
  const struct { const sigset_t *mask; size_t bytes; } signals = {mask, _NSIG / 8};
  if (!is_virtual() || n > 0 || !t || mask)
    return (int)syscall(SYS_pselect6, n, in, out, other, t ? &left : NULL, &signals);
  return nanosleep(t, NULL);
}

int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *t) {
  struct timespec most = {t ? t->tv_sec : 0, t ? t->tv_usec * 1000L : 0};
  return pselect(n, in, out, other, t ? &most : NULL, NULL);
}

int sched_yield(void) {
  if (!is_virtual()) return (int)syscall(SYS_sched_yield);
  urtc_many_turns();
  return 0;
}
