/* SPDX-License-Identifier: BSD-3-Clause
 * report.h: the line with the result of an application, and the largest error that its check looks for. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>

/* The larger number. A NaN counts as larger than any number, so that a check cannot miss it. */
static inline double app_max(double x, double y) { return y > x || y != y ? y : x; }
/* The largest of the numbers that the threads give, on every thread. Collective; with barriers. */
double app_max_of_threads(double mine);

/* The result of a run: one line of text, "cholesky 1000 block 64 ..", or with `json` a JSON object. */
typedef struct {
  const char *app;
  const char *sizes;       /* as text: "1000 block 64 grid 2x2"         */
  const char *members;     /* as JSON: "\"n\": 1000, \"block\": 64"     */
  const char *move;        /* the name of APP_MOVE in the profile */
  int repeat;
  const double *times;     /* in ascending order */
  double flops;            /* of one run, or what app_set_rate says */
  double residual, limit;  /* the result is right if the residual is below the limit */
  int check, json;
  double data, memory;     /* bytes on all threads: of the matrices or arrays; of all shared memory that is allocated */
} app_result_t;

/* What the rate of the result counts, in billions a second: "GB/s", in JSON "gbytes". GFlop/s unless it is set. */
void app_set_rate(const char *unit, const char *member);

/* Thread 0 prints the profile, if there is one, then the result. Between them comes a line with the shared memory, if
 * there is a profile or the memory is 64 MB a thread or more. Returns the exit status, on every thread: 0, or 1 if the
 * check failed; on thread 0 also 1 if the line could not be written. Collective. */
int app_report(const app_result_t *r);

#endif
