/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ending the program with one line on standard error.
 *
 * All threads usually see the same wrong argument at the same time, and one line is enough. A splitter decides
 * which thread prints: of the threads that enter it together at most one wins. If none wins, each thread waits for a
 * different time and looks again; the first one that finds no winner prints. */
#include "base/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <upc.h>

static strict shared int door, closed, taken; /* door: a thread + 1 */
static strict shared int zero[THREADS];

static void pause_ms(int ms) {
  struct timespec t;
  t.tv_sec = ms / 1000;
  t.tv_nsec = (long)(ms % 1000) * 1000000L;
  nanosleep(&t, NULL);
}

static int settle(void) {
  int turn = MYTHREAD < 40 ? MYTHREAD : 40;
  door = MYTHREAD + 1;
  if (!closed) {
    closed = 1;
    if (door == MYTHREAD + 1) {
      taken = 1;
      return 1;
    }
  }
  pause_ms(20 + 10 * turn);
  if (taken) return 0;
  taken = 1;
  return 1;
}

/* Another thread prints, and ends the program: in much less time, unless the machine is busy. It may read logs of all
 * threads. A thread that reads from another one answers meanwhile. */
static void wait_for_end(void) {
  enum { WAIT_MS = 2000, TURN_MS = 10 };
  int ms;
  for (ms = 0; ms < WAIT_MS; ms += TURN_MS + zero[(MYTHREAD + 1) % THREADS]) pause_ms(TURN_MS);
}

int upc_stride_fail_speaks(void) {
  static int settled, mine;
  if (!settled) mine = settle();
  settled = 1;
  return mine;
}

void upc_stride_fail_line(const char *line) {
  if (upc_stride_fail_speaks()) {
    fprintf(stderr, "%s\n", line);
    fflush(stderr);
  } else {
    wait_for_end();
  }
  upc_global_exit(1);
}

/* 1 for "file.upc:12: <name>". A call through a pointer leaves the note of the previous call, with another name. */
static int is_of(const char *called, const char *name) {
  size_t length = strlen(name), all = called != NULL ? strlen(called) : 0;
  return all > length + 2 && all < 400 && strcmp(called + all - length, name) == 0 && called[all - length - 1] == ' ';
}

static void (*take_line)(const char *line);

static int together; /* 1: others know of the latest error */

void upc_stride_fail_by(void (*take)(const char *line)) { take_line = take; }
int upc_stride_errors_return(void) { return take_line != NULL; }
int upc_stride_failed_together(void) { return together; }

static void fail_with(const char *line) {
  if (take_line != NULL) take_line(line);
  upc_stride_fail_line(line);
}

void upc_stride_fail_as(const char *line) {
  together = 1;
  fail_with(line);
}

void upc_stride_fail_own(const char *line) {
  together = 0;
  fail_with(line);
}

/* "file.upc:12: upc_stride_copy_nb" is a call of upc_stride_copy too. */
static int is_of_either(const char *called, const char *name) {
  char split[60];
  snprintf(split, sizeof split, "%s_nb", name);
  return is_of(called, name) || is_of(called, split);
}

const char *upc_stride_place_of_call(const upc_stride_site_t *call, char *text, size_t size) {
  text[0] = '\0';
  if (is_of_either(call->called, call->name))
    snprintf(text, size, "%.*s", (int)(strrchr(call->called, ' ') - call->called - 1), call->called);
  else if (call->file != NULL) snprintf(text, size, "%.200s:%d", call->file, call->line);
  return text;
}

/* Who takes the line knows where it has called. */
enum { LINE = 1200 };
static void write_line(char *line, const upc_stride_site_t *call, const char *argument, int taken, const char *format,
                       va_list rest) {
  int at = 0;
  if (call->file != NULL) at = snprintf(line, LINE, "%.200s:%d: ", call->file, call->line);
  else if (!taken && is_of(call->called, call->name))
    at = snprintf(line, LINE, "%.*s", (int)(strlen(call->called) - strlen(call->name)), call->called);
  at += snprintf(line + at, LINE - (size_t)at, "%s: %s: ", call->name, argument);
  vsnprintf(line + at, LINE - (size_t)at, format, rest);
}

void upc_stride_fail(const upc_stride_site_t *call, const char *argument, const char *format, ...) {
  char line[LINE];
  va_list rest;
  va_start(rest, format);
  write_line(line, call, argument, take_line != NULL, format, rest);
  va_end(rest);
  upc_stride_fail_own(line);
}

void upc_stride_fail_all(const upc_stride_site_t *call, const char *argument, const char *format, ...) {
  char line[LINE];
  va_list rest;
  va_start(rest, format);
  write_line(line, call, argument, 0, format, rest);
  va_end(rest);
  upc_stride_fail_line(line);
}

/* ---- calls of all threads with arguments of each thread's own ---- */

static shared upc_stride_complaint_t complaints[THREADS];
static strict shared unsigned long long alarmed; /* THREADS * the round of a call that fails + who complains */

size_t upc_stride_complain(upc_stride_complaint_t *c, const char *argument, const char *format, ...) {
  va_list rest;
  if (c->text[0] != '\0') return 0;
  snprintf(c->argument, sizeof c->argument, "%s", argument);
  va_start(rest, format);
  vsnprintf(c->text, sizeof c->text, format, rest);
  va_end(rest);
  return 0;
}

/* The thread whose complaint all threads hear, or -1. Rounds are those of all threads. So an alarm of the next call,
 * whose threads may be faster, is not one of this. */
static int hear_complaint(const upc_stride_complaint_t *mine, upc_stride_complaint_t *first) {
  static unsigned long long round;
  int by;
  round++;
  if (mine->text[0] != '\0') {
    complaints[MYTHREAD] = *mine;
    alarmed = round * THREADS + MYTHREAD;
  }
  upc_barrier;
  if (alarmed / THREADS != round) return -1;
  by = (int)(alarmed % THREADS);
  *first = complaints[by];
  upc_barrier;
  return by;
}

void upc_stride_complain_together(const upc_stride_complaint_t *c) {
  upc_stride_complaint_t first;
  if (THREADS > 1) hear_complaint(c, &first);
}

void upc_stride_fail_known(const upc_stride_site_t *call, const char *argument, const char *format, ...) {
  char line[LINE];
  va_list rest;
  va_start(rest, format);
  write_line(line, call, argument, take_line != NULL, format, rest);
  va_end(rest);
  upc_stride_fail_as(line);
}

void upc_stride_fail_together(const upc_stride_site_t *call, const upc_stride_complaint_t *c) {
  static const upc_stride_complaint_t nothing;
  upc_stride_complaint_t first;
  char line[LINE];
  int by;
  if (c == NULL) c = &nothing;
  if (take_line == NULL || THREADS == 1) {
    if (c->text[0] != '\0') upc_stride_fail(call, c->argument, "%s", c->text);
    return;
  }
  by = hear_complaint(c, &first);
  if (by < 0) return;
  if (first.argument[0] != '\0') {
    if (by == MYTHREAD) upc_stride_fail_known(call, first.argument, "%s", first.text);
    upc_stride_fail_known(call, first.argument, "%s (on thread %d)", first.text, by);
  }
  snprintf(line, sizeof line, "%s (on thread %d)", first.text, by);
  upc_stride_fail_as(line);
}
