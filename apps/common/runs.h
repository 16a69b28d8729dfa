/* SPDX-License-Identifier: BSD-3-Clause
 * runs.h: timed runs of an application, where their time goes, and the line that says so. */
#ifndef RUNS_H
#define RUNS_H

#include <stddef.h>

double app_now(void); /* seconds */

typedef struct {
  void (*prepare)(void *);   /* before each run, not timed; or null */
  void (*body)(void *);      /* the run */
  int (*over)(void *);       /* asked after each run: 1, the same on every thread, if there is no use in another; or null */
  void *data;                /* they get */
} app_run_t;
/* One run that is not timed, then `repeat` between barriers. The seconds go to times[repeat], ascending, on every thread.
 * 0, or 1 where a run was the last by `over`: then there are no times. Collective. */
int app_time_runs(int repeat, const app_run_t *run, double *times);
/* Called by a run at each of its steps, 0 .. steps-1: thread 0 shows them on a terminal when the runs take long. */
void app_progress(size_t step, size_t steps);
double app_median(const double *times, int n); /* of ascending times */

/* Where the time goes: each piece of a run belongs to one of these. Nothing is measured unless app_profile(1) was
 * called; then app_wait() is a barrier, to tell waiting for others from moving data. No split-phase call may be under
 * way there: APP_MOVE is then moving data and waiting for it. */
typedef enum { APP_COMPUTE, APP_MOVE, APP_WAIT, APP_PHASES } app_phase_t;
void app_profile(int on);
double app_begin(void);                           /* the start of a piece: t = app_begin();       */
void app_end(app_phase_t phase, double start);    /* its end: app_end(APP_COMPUTE, t);            */
void app_wait(void);
/* What a run did, for the last line: text by default, `"app": "cholesky", ...` as a JSON object with json. */
typedef struct {
  const char *app;
  const char *sizes;       /* as text: "1000 block 64 grid 2x2"         */
  const char *members;     /* as JSON: "\"n\": 1000, \"block\": 64"     */
  const char *move;        /* what --profile calls APP_MOVE */
  int repeat;
  const double *times;     /* ascending */
  double flops;            /* of a run */
  double residual, limit;  /* below the limit is right */
  int check, json;
  double data, memory;     /* bytes on all threads: of the app's matrices or grids; of all it allocates in shared memory */
} app_result_t;
/* Printed by thread 0, after the profile if there is one: of each phase the seconds a run, mean and largest of all
 * threads; and after a line with the shared memory, with the profile or from 64 MB a thread on. The status to end with, on
 * every thread: 0, or 1 if there was a check and it failed; on thread 0 also if the line could not be written. Collective. */
int app_report(const app_result_t *r);

#endif
