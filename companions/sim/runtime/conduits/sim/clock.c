/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the program's clock. upc_ticks_now reads it. So do the C library's calls below, which the program gets from
 * here: it need not know that its time is virtual. Clocks of the processor's time do not count waits and sleeps. A
 * program that has a function of such a name itself keeps it. */
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include "conduits/sim/one_process.h"

#define NS 1000000000ull
#define WEAK __attribute__((weak))

static uint64_t ns(double seconds) { return (uint64_t)(seconds * 1e9 + 0.5); }

/* A loop that looks at a word and reads a clock may wait for either. So reading the clock counts as a deed. */
static uint64_t read_clock(int of_processor) {
  urtc_enter();
  urtc_count_standing();
  double now = urtc_seat->now - (of_processor ? urtc_waited : 0);
  urtc_deeds++;
  urtc_leave();
  return ns(now);
}

static int is_virtual(void) { return urtc_seat && urtc_is_thread; }

/* A constructor runs before the thread begins, and reads 0. A destructor reads the time at which the thread ended. */
uint64_t urtc_clock(void) { return urtc_seat ? read_clock(0) : ns(urtc_ended_at); }

static int is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
         clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

static int is_processor_time(clockid_t clock) {
  return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}

static int get_time(clockid_t clock, struct timespec *t) {
  int of_processor = is_processor_time(clock);
  if (!is_virtual() || !(of_processor || is_time_of_day(clock))) return (int)syscall(SYS_clock_gettime, clock, t);
  uint64_t now = read_clock(of_processor);
  t->tv_sec = (time_t)(now / NS), t->tv_nsec = (long)(now % NS);
  return 0;
}

static struct timeval time_by(clockid_t clock) {
  struct timespec now;
  get_time(clock, &now);
  return (struct timeval){now.tv_sec, now.tv_nsec / 1000};
}

WEAK int clock_gettime(clockid_t clock, struct timespec *t) { return get_time(clock, t); }

WEAK int gettimeofday(struct timeval *t, void *zone) {
  (void)zone;
  *t = time_by(CLOCK_REALTIME);
  return 0;
}

WEAK time_t time(time_t *there) {
  time_t now = time_by(CLOCK_REALTIME).tv_sec;
  if (there) *there = now;
  return now;
}

WEAK int timespec_get(struct timespec *there, int base) {
  return base == TIME_UTC && get_time(CLOCK_REALTIME, there) == 0 ? base : 0;
}

WEAK clock_t clock(void) {
  struct timeval t = time_by(CLOCK_PROCESS_CPUTIME_ID);
  return t.tv_sec * CLOCKS_PER_SEC + t.tv_usec; /* POSIX: a million in a second */
}

WEAK clock_t times(struct tms *t) {
  if (!is_virtual()) return (clock_t)syscall(SYS_times, t);
  uint64_t tick = NS / (uint64_t)sysconf(_SC_CLK_TCK);
  if (t) *t = (struct tms){.tms_utime = (clock_t)(read_clock(1) / tick)};
  return (clock_t)(urtc_clock() / tick);
}

WEAK int getrusage(__rusage_who_t who, struct rusage *r) {
  if (syscall(SYS_getrusage, who, r) != 0) return -1;
  if (!is_virtual() || who == RUSAGE_CHILDREN) return 0;
  r->ru_utime = time_by(CLOCK_PROCESS_CPUTIME_ID), r->ru_stime = (struct timeval){0, 0};
  return 0;
}

/* Sleep passes time without computing. */
static void sleep_for(double seconds) {
  urtc_enter();
  double until = urtc_seat->now + seconds;
  urtc_note_call(0);
  urtc_sleeps++;
  while (urtc_seat->now < until) urtc_give_turn(SIM_TIME, until);
  urtc_leave();
}

static double seconds_of(const struct timespec *t) { return (double)t->tv_sec + 1e-9 * (double)t->tv_nsec; }
static int is_wrong(const struct timespec *t) { return t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= (long)NS; }

/* It returns the error, where nanosleep sets errno. */
static int sleep_by(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  if (!is_virtual() || !is_time_of_day(clock))
    return syscall(SYS_clock_nanosleep, clock, flags, t, left) < 0 ? errno : 0;
  if (is_wrong(t)) return EINVAL;
  sleep_for(seconds_of(t) - (flags & TIMER_ABSTIME ? urtc_seat->now : 0));
  return 0;
}

static int sleep_so(const struct timespec *t, struct timespec *left) {
  int error = sleep_by(CLOCK_REALTIME, 0, t, left);
  return error ? (errno = error, -1) : 0;
}

WEAK int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  return sleep_by(clock, flags, t, left);
}

WEAK int nanosleep(const struct timespec *t, struct timespec *left) { return sleep_so(t, left); }

WEAK int usleep(useconds_t us) { return sleep_so(&(struct timespec){us / 1000000, us % 1000000 * 1000L}, NULL); }
WEAK unsigned sleep(unsigned seconds) { return sleep_so(&(struct timespec){(time_t)seconds, 0}, NULL), 0; }

/* Its error is another one. */
WEAK int thrd_sleep(const struct timespec *t, struct timespec *left) {
  int error = sleep_by(CLOCK_REALTIME, 0, t, left);
  return error == EINTR ? -1 : -2 * (error != 0);
}

/* Without descriptors these sleep. What descriptors wait for happens in this host's time. */
static int poll_for(struct pollfd *list, nfds_t n, const struct timespec *t, const sigset_t *mask) {
  struct timespec left = t ? *t : (struct timespec){0, 0}; /* the kernel changes it */
  if (!is_virtual() || n > 0 || !t || mask)
    return (int)syscall(SYS_ppoll, list, n, t ? &left : NULL, mask, _NSIG / 8);
  return sleep_so(t, NULL);
}

WEAK int ppoll(struct pollfd *list, nfds_t n, const struct timespec *t, const sigset_t *mask) {
  return poll_for(list, n, t, mask);
}

WEAK int poll(struct pollfd *list, nfds_t n, int ms) {
  return poll_for(list, n, ms < 0 ? NULL : &(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static int select_for(int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *t, const sigset_t *mask) {
  struct timespec left = t ? *t : (struct timespec){0, 0};
  const struct { const sigset_t *mask; size_t bytes; } signals = {mask, _NSIG / 8};
  if (!is_virtual() || n > 0 || !t || mask)
    return (int)syscall(SYS_pselect6, n, in, out, other, t ? &left : NULL, &signals);
  return sleep_so(t, NULL);
}

WEAK int pselect(int n, fd_set *in, fd_set *out, fd_set *other, const struct timespec *t, const sigset_t *mask) {
  return select_for(n, in, out, other, t, mask);
}

WEAK int select(int n, fd_set *in, fd_set *out, fd_set *other, struct timeval *t) {
  struct timespec most = {t ? t->tv_sec : 0, t ? t->tv_usec * 1000L : 0};
  return select_for(n, in, out, other, t ? &most : NULL, NULL);
}

WEAK int sched_yield(void) {
  if (!is_virtual()) return (int)syscall(SYS_sched_yield);
  urtc_yield();
  return 0;
}

WEAK void thrd_yield(void) { sched_yield(); }
