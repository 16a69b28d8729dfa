/* SPDX-License-Identifier: BSD-3-Clause
 * timing.upc: a timed run lasts from a barrier to a barrier, and its time is that of the slowest thread. The profile
 * adds up three phases of each thread (computing, moving data, waiting). Waiting is measured by one more barrier at the
 * end of each run, which is there only with --profile. */
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "memory.h"
#include "timing.h"

double app_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

double app_median(const double *times, int n) { return (times[(n - 1) / 2] + times[n / 2]) / 2; }

static shared double all_elapsed[THREADS];

/* On thread 0 the longest time of all threads: with more threads than cores, thread 0 may leave the first barrier when
 * others have done their work already. On the others their own time. */
static double timed(const app_run_t *run) {
  double start, longest;
  int t;
  if (run->prepare != NULL) run->prepare(run->data);
  upc_barrier;
  start = app_now();
  run->body(run->data);
  app_wait();
  upc_barrier;
  longest = all_elapsed[MYTHREAD] = app_now() - start;
  upc_barrier;
  for (t = 0; t < THREADS && MYTHREAD == 0; t++)
    if (all_elapsed[t] > longest) longest = all_elapsed[t];
  return longest;
}

static double seconds[APP_PHASES];

/* What thread 0 shows on a terminal. */
static struct {
  int on, run, repeat; /* run 0 is the one that is not timed */
  int lines;           /* shown so far */
  double next;         /* the time at which it may show another */
} progress;

static void begin_progress(int repeat) {
  progress.on = MYTHREAD == 0 && isatty(2);
  progress.run = progress.lines = 0;
  progress.repeat = repeat;
  progress.next = app_now() + 0.5;
}

static void end_progress(void) {
  if (progress.lines > 0) fputs("\r\033[K", stderr);
  progress.on = 0;
}

void app_progress(size_t step, size_t steps) {
  if (!progress.on || app_now() < progress.next) return;
  if (progress.run == 0) fputs("\r\033[Kfirst run, not timed: ", stderr);
  else fprintf(stderr, "\r\033[Krun %d of %d: ", progress.run, progress.repeat);
  fprintf(stderr, "step %zu of %zu ", step + 1, steps);
  progress.next = app_now() + 0.2;
  progress.lines++;
}

static int cold;

void app_cold(int on) { cold = on; }

double *app_time_runs(int repeat, const app_run_t *run) {
  double *times = app_allocate((size_t)repeat, sizeof *times, "the times of the runs");
  int i, stop = 0;
  begin_progress(repeat);
  if (!cold) timed(run);
  for (i = 0; i < APP_PHASES; i++) seconds[i] = 0;
  for (i = 0; i < repeat && !stop; i++) {
    stop = (i > 0 || !cold) && run->stop != NULL && run->stop(run->data);
    progress.run = i + 1;
    if (!stop) times[i] = timed(run);
  }
  end_progress();
  if (!stop) qsort(times, (size_t)repeat, sizeof *times, ascending);
  return times;
}

/* ---- the profile ---------------------------------------------------------------------------------------------- */

static int profiling;
static shared double all_seconds[THREADS][APP_PHASES];

void app_profile(int on) { profiling = on; }

int app_is_profiling(void) { return profiling; }

double app_begin(void) { return profiling ? app_now() : 0; }

void app_end(app_phase_t phase, double start) {
  if (profiling) seconds[phase] += app_now() - start;
}

void app_wait(void) {
  double start = app_begin();
  if (!profiling) return;
  upc_barrier;
  app_end(APP_WAIT, start);
}

app_profile_t app_profile_of(int runs) {
  app_profile_t p;
  int phase, t;
  memset(&p, 0, sizeof p);
  for (phase = 0; phase < APP_PHASES; phase++) all_seconds[MYTHREAD][phase] = seconds[phase] / runs;
  upc_barrier;
  for (phase = 0; phase < APP_PHASES && profiling && MYTHREAD == 0; phase++) {
    for (t = 0; t < THREADS; t++) {
      const double s = all_seconds[t][phase];
      p.mean[phase] += s / THREADS;
      if (s > p.most[phase]) p.most[phase] = s;
    }
    p.total += p.mean[phase];
  }
  upc_barrier;
  return p;
}
