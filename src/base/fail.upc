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
    pause_ms(300); /* the line is out by now, and the program as good as over */
  }
  upc_global_exit(1);
}

/* 1 for "file.upc:12: <name>". A call through a pointer leaves the note of the previous call, with another name. */
static int is_of(const char *called, const char *name) {
  size_t length = strlen(name), all = called != NULL ? strlen(called) : 0;
  return all > length + 2 && all < 400 && strcmp(called + all - length, name) == 0 && called[all - length - 1] == ' ';
}

static void (*take_line)(const char *line);

void upc_stride_fail_by(void (*take)(const char *line)) { take_line = take; }

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

void upc_stride_fail(const upc_stride_site_t *call, const char *argument, const char *format, ...) {
  char line[1200];
  int at = 0;
  va_list rest;
  if (call->file != NULL) at = snprintf(line, sizeof line, "%.200s:%d: ", call->file, call->line);
  else if (take_line == NULL && is_of(call->called, call->name)) /* who takes the line knows where it has called */
    at = snprintf(line, sizeof line, "%.*s", (int)(strlen(call->called) - strlen(call->name)), call->called);
  at += snprintf(line + at, sizeof line - (size_t)at, "%s: %s: ", call->name, argument);
  va_start(rest, format);
  vsnprintf(line + at, sizeof line - (size_t)at, format, rest);
  va_end(rest);
  if (take_line != NULL) take_line(line);
  upc_stride_fail_line(line);
}
