/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "runs.h"

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

static double timed(const app_run_t *run) {
  double start;
  if (run->prepare != NULL) run->prepare(run->data);
  upc_barrier;
  start = app_now();
  run->body(run->data);
  app_wait();
  upc_barrier;
  return app_now() - start;
}

static double seconds[APP_PHASES];

/* What thread 0 shows on a terminal: the run, 0 being the one that is not timed; when it may show more; how much it has. */
static struct {
  int on, run, repeat, lines;
  double next;
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

int app_time_runs(int repeat, const app_run_t *run, double *times) {
  int i, over = 0;
  begin_progress(repeat);
  timed(run);
  for (i = 0; i < APP_PHASES; i++) seconds[i] = 0;
  for (i = 0; i < repeat && !over; i++) {
    over = run->over != NULL && run->over(run->data);
    progress.run = i + 1;
    if (!over) times[i] = timed(run);
  }
  end_progress();
  if (over) return 1;
  qsort(times, (size_t)repeat, sizeof *times, ascending);
  return 0;
}

/* ---- the profile ---------------------------------------------------------------------------------------------- */

static int profiling;
static shared double all_seconds[THREADS][APP_PHASES];

void app_profile(int on) { profiling = on; }

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

/* Of each phase the mean and the largest of all threads, in seconds a run. */
typedef struct {
  double mean[APP_PHASES], most[APP_PHASES], total;
} profile_t;

static profile_t profile(int runs) {
  profile_t p = {{0}, {0}, 0};
  int phase, t;
  for (phase = 0; phase < APP_PHASES; phase++) all_seconds[MYTHREAD][phase] = seconds[phase] / runs;
  upc_barrier;
  for (phase = 0; phase < APP_PHASES; phase++) {
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

/* ---- the last line -------------------------------------------------------------------------------------------- */

#define MUCH (64.0 * (1 << 20)) /* bytes of shared memory a thread, from which on they are told without being asked for */

static void print_profile(const app_result_t *r, const profile_t *p) {
  const char *const names[APP_PHASES] = {"compute", r->move, "wait"};
  int phase;
  for (phase = 0; phase < APP_PHASES; phase++)
    if (r->json)
      printf("%s\"%s\": {\"mean\": %.6f, \"most\": %.6f}", phase == 0 ? ", \"profile\": {" : ", ", names[phase],
             p->mean[phase], p->most[phase]);
    else
      printf("%-10s %9.4f s a run, %5.1f %%, most on a thread %9.4f s\n", names[phase], p->mean[phase],
             p->total > 0 ? 100 * p->mean[phase] / p->total : 0, p->most[phase]);
  if (r->json) putchar('}');
}

static void print_memory(const app_result_t *r) {
  printf("%-10s %9.1f MB on all threads, %.2f of the data\n", "shared", 1e-6 * r->memory, r->memory / r->data);
}

static void print_json(const app_result_t *r, const profile_t *p, double rate, const char *verdict) {
  printf("{\"app\": \"%s\", %s, \"threads\": %d, \"seconds_min\": %.6f, \"seconds_median\": %.6f, \"seconds_max\": %.6f, "
         "\"gflops\": %.3f, \"data_bytes\": %.0f, \"shared_bytes\": %.0f",
         r->app, r->members, (int)THREADS, r->times[0], app_median(r->times, r->repeat), r->times[r->repeat - 1], rate, r->data,
         r->memory);
  if (profiling) print_profile(r, p);
  if (r->check && r->residual < 1e300) printf(", \"residual\": %.3g", r->residual);
  if (r->check) printf(", \"result\": \"%s\"", verdict);
  puts("}");
}

static void print_text(const app_result_t *r, const profile_t *p, double rate, const char *verdict) {
  if (profiling) print_profile(r, p);
  if (profiling || r->memory >= MUCH * THREADS) print_memory(r);
  printf("%s %s threads %d: %.4f/%.4f s (min/median), %.1f GFlop/s, residual ", r->app, r->sizes, (int)THREADS,
         r->times[0], app_median(r->times, r->repeat), rate);
  if (r->check) printf("%.2g %s\n", r->residual, verdict);
  else puts("- -");
}

int app_report(const app_result_t *r) {
  const int right = !r->check || r->residual < r->limit; /* a NaN is not */
  const profile_t p = profile(r->repeat);
  const double rate = 1e-9 * r->flops / r->times[0];
  if (MYTHREAD > 0) return !right;
  (r->json ? print_json : print_text)(r, &p, rate, right ? "PASS" : "FAIL");
  if (fflush(stdout) == 0 && !ferror(stdout)) return !right;
  fprintf(stderr, "%s: standard output: %s\n", r->app, strerror(errno));
  return 1;
}
