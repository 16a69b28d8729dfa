/* SPDX-License-Identifier: BSD-3-Clause
 * report.upc: thread 0 prints the result. The rate is that of the fastest run, and the exit status says whether the
 * check has failed: a residual that is not below the limit, or not a number. */
#include <upc.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "report.h"
#include "timing.h"

#define REPORTED_MEMORY (64.0 * (1 << 20)) /* bytes a thread: without a profile, less is not reported */

static shared double all_numbers[THREADS], largest_number;

static struct {
  const char *unit, *member, *format;
} rate_of = {"GFlop/s", "gflops", "%.1f"};

void app_set_rate(const char *unit, const char *member) {
  rate_of.unit = unit;
  rate_of.member = member;
  rate_of.format = "%.4g";
}

double app_max_of_threads(double mine) {
  int t;
  all_numbers[MYTHREAD] = mine;
  upc_barrier;
  if (MYTHREAD == 0) { /* if each of n threads read all numbers, n * n messages would be sent */
    for (t = 1; t < THREADS; t++) mine = app_max(mine, all_numbers[t]);
    largest_number = mine;
  }
  upc_barrier;
  return largest_number;
}

static void print_profile(const app_result_t *r, const app_profile_t *p) {
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

static void print_json(const app_result_t *r, const app_profile_t *p, double rate, const char *verdict) {
  printf("{\"app\": \"%s\", %s, \"threads\": %d, "
         "\"seconds_min\": %.6f, \"seconds_median\": %.6f, \"seconds_max\": %.6f, "
         "\"%s\": %.3f, \"data_bytes\": %.0f, \"shared_bytes\": %.0f",
         r->app, r->members, (int)THREADS, r->times[0], app_median(r->times, r->repeat), r->times[r->repeat - 1],
         rate_of.member, rate, r->data, r->memory);
  if (app_is_profiling()) print_profile(r, p);
  if (r->check && r->residual < 1e300) printf(", \"residual\": %.3g", r->residual);
  if (r->check) printf(", \"result\": \"%s\"", verdict);
  puts("}");
}

static void print_text(const app_result_t *r, const app_profile_t *p, double rate, const char *verdict) {
  if (app_is_profiling()) print_profile(r, p);
  if (app_is_profiling() || r->memory >= REPORTED_MEMORY * THREADS) print_memory(r);
  printf("%s %s threads %d: %.4f/%.4f s (min/median), ", r->app, r->sizes, (int)THREADS, r->times[0],
         app_median(r->times, r->repeat));
  printf(rate_of.format, rate);
  printf(" %s, residual ", rate_of.unit);
  if (r->check) printf("%.2g %s\n", r->residual, verdict);
  else puts("- -");
}

int app_report(const app_result_t *r) {
  const int right = !r->check || r->residual < r->limit; /* a NaN is wrong */
  const app_profile_t p = app_profile_of(r->repeat);
  const double rate = 1e-9 * r->flops / r->times[0];
  if (MYTHREAD > 0) return !right;
  (r->json ? print_json : print_text)(r, &p, rate, right ? "PASS" : "FAIL");
  if (fflush(stdout) == 0 && !ferror(stdout)) return !right;
  fprintf(stderr, "%s: standard output: %s\n", r->app, strerror(errno));
  return 1;
}
