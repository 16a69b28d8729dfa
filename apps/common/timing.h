/* SPDX-License-Identifier: BSD-3-Clause
 * timing.h: timed runs of an application, and a profile that says where their time goes. */
#ifndef TIMING_H
#define TIMING_H

#include <stddef.h>

double app_now(void); /* seconds */

typedef struct {
  void (*prepare)(void *);   /* before each run, not timed; or null */
  void (*body)(void *);      /* the run */
  int (*stop)(void *);       /* after each run: 1, the same on every thread, if another run is of no use; or null */
  void *data;                /* the argument of these functions */
} app_run_t;
/* Leaves out the run that is not timed. */
void app_cold(int on);
/* One run that is not timed, then `repeat` runs between barriers. Returns their seconds in ascending order, in memory
 * to be freed: on thread 0 the longest of all threads' times, on the others their own. If `stop` ended the runs, they
 * are no times. Collective. */
double *app_time_runs(int repeat, const app_run_t *run);
/* A run calls this at each of its steps, 0 .. steps-1. Thread 0 shows the step on a terminal if the runs take long. */
void app_progress(size_t step, size_t steps);
double app_median(const double *times, int n); /* times in ascending order */

/* The profile: each part of a run belongs to a phase. Nothing is measured unless app_profile(1) was called. Then
 * app_wait() is a barrier, so that waiting for other threads and moving data are counted apart. At app_wait no
 * split-phase call may be in flight; an application that has such calls does not use it, and its APP_MOVE contains
 * waiting for data. */
typedef enum { APP_COMPUTE, APP_MOVE, APP_WAIT, APP_PHASES } app_phase_t;
void app_profile(int on);
int app_is_profiling(void);
double app_begin(void);                           /* the start of a part: t = app_begin();       */
void app_end(app_phase_t phase, double start);    /* its end: app_end(APP_COMPUTE, t);           */
void app_wait(void);

typedef struct {
  /* seconds a run: mean and largest of all threads; sum of the means */
  double mean[APP_PHASES], most[APP_PHASES], total;
} app_profile_t;
app_profile_t app_profile_of(int runs);           /* collective; thread 0 has the result */

#endif
