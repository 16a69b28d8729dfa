/* SPDX-License-Identifier: BSD-3-Clause
 * --flow: a graph of steps as a program has drawn it (upc_stride_graph_draw), in a terminal. Each step has a letter,
 * and below it what goes from it to other steps. With --trace, a timeline of a run (upcrun -trace) follows: a row for
 * each thread, and in each column the letter of the step that ran longest in this piece of time, or a dot if the
 * thread waited. Then, for whom each thread waited and how long. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/mistake.h"
#include "common/most_threads.h"
#include "show.h"

enum { STEPS = 2000, NAME = 200, COLUMNS = 72, LINE = 4096 };

typedef struct step {
  char name[NAME];
} step_t;

static step_t step[STEPS];
static int steps;

static FILE *opened(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) mistake("%s: %s", path, strerror(errno));
  return f;
}

static int letter(int s) { return s < 26 ? 'a' + s : s < 52 ? 'A' + s - 26 : '#'; }

/* Copies a label up to its end, with ", " for its line ends but ": " for the first one. A backslash quotes a quote or
 * another backslash. Returns how much is the first line. */
static size_t copy_label(const char *label, char *text, size_t size) {
  const char *separator = ": ";
  size_t n = 0, first = 0;
  for (; *label && *label != '"' && n + 3 < size; label++) {
    if (label[0] != '\\' || label[1] != 'n') {
      if (*label == '\\' && label[1]) label++;
      text[n++] = *label;
      continue;
    }
    if (!first) first = n;
    n += (size_t)sprintf(text + n, "%s", separator);
    separator = ", ";
    label++;
  }
  text[n] = 0;
  return first ? first : n;
}

/* A line of the file: 1 for a step, 2 for an arrow, 3 for the first or the last one; `text` is its label, which begins
 * with a name of `*length`. 0: another line. */
static int read_line(const char *line, int *from, int *to, char *text, size_t size, size_t *length) {
  const char *label = strstr(line, "label=\"");
  if (!label) return strcmp(line, "digraph {\n") == 0 || strcmp(line, "}\n") == 0 ? 3 : 0;
  *length = copy_label(label + 7, text, size);
  if (sscanf(line, " s%d -> s%d", from, to) == 2) return 2;
  return sscanf(line, " s%d [", from) == 1;
}

static void draw_steps(const char *path) {
  char line[LINE], text[LINE];
  static char arrows[STEPS][2][LINE / 8];
  int from = 0, to = 0, kind, number = 0;
  size_t length = 0;
  FILE *f = opened(path);
  while (fgets(line, sizeof line, f)) { /* the steps come before the arrows */
    number++;
    kind = read_line(line, &from, &to, text, sizeof text, &length);
    int arrow = from >= 0 && from < steps && to >= 0 && to < steps;
    if (kind == 0 || (kind == 1 && from != steps) || (kind == 2 && !arrow))
      mistake("%s:%d: must be a line of upc_stride_graph_draw, and is none", path, number);
    if (kind != 1) continue;
    if (steps == STEPS) mistake("%s: has more than %d steps", path, (int)STEPS);
    snprintf(step[steps].name, NAME, "%.*s", (int)length, text);
    snprintf(arrows[steps++][0], sizeof arrows[0][0], "%.*s", (int)sizeof arrows[0][0] - 1, text);
  }
  if (!number || *line != '}') mistake("%s: has no end, must be a picture of upc_stride_graph_draw", path);
  if (!steps) mistake("%s: has no steps, must be a picture of upc_stride_graph_draw", path);
  for (int s = 0; s < steps; s++) {
    printf("%c  %s\n", letter(s), arrows[s][0]);
    rewind(f);
    while (fgets(line, sizeof line, f)) {
      kind = read_line(line, &from, &to, text, sizeof text, &length);
      if (kind != 2 || from != s) continue;
      printf("     -> %c %s   %s%s\n", letter(to), step[to].name, text,
             strstr(line, "dashed") ? " (to the next iteration)" : "");
    }
  }
  fclose(f);
}

/* ---- the timeline ---- */

typedef struct bar {
  int thread, step;             /* -1: waits */
  int whom;                     /* for this thread; -1: for no other one */
  double begin, time;
} bar_t;

/* The number after "key": in a line of the trace; 0 if there is none between these two. */
static int number_of(const char *line, const char *key, double least, double most, double *number) {
  const char *at = strstr(line, key);
  char *end;
  if (!at) return 0;
  at += strlen(key);
  *number = strtod(at, &end);
  return end > at && *number >= least && *number <= most;
}

/* Is this the text that stands in JSON, up to its closing quote? */
static int is_text(const char *json, const char *text) {
  for (; *text; text++, json++) {
    if (*json == '\\') json++;
    if (*json != *text) return 0;
  }
  return *json == '"';
}

/* The bar of a line; 0 if something is wrong with it. */
static int read_bar(const char *line, bar_t *bar) {
  const double longest = 1e15; /* microseconds: 31 years */
  const char *name = strstr(line, "\"name\":\"");
  double thread = 0;
  if (!name || !number_of(line, "\"tid\":", 0, URTK_MOST_THREADS - 1, &thread) ||
      !number_of(line, "\"ts\":", -longest, longest, &bar->begin) ||
      !number_of(line, "\"dur\":", 0, longest, &bar->time))
    return 0;
  bar->thread = (int)thread;
  bar->step = -1;
  bar->whom = -1;
  sscanf(name, "\"name\":\"waits for thread %9d", &bar->whom);
  if (strstr(line, "\"cat\":\"wait\"")) return 1;
  name += 8;
  for (int s = 0; s < steps && bar->step < 0; s++)
    if (is_text(name, step[s].name)) bar->step = s;
  return 1;
}

static void add_time(double (*spent)[COLUMNS], const bar_t *b, double start, double width) {
  for (int c = 0; c < COLUMNS; c++) {
    double low = start + c * width, high = low + width;
    if (b->begin > low) low = b->begin;
    if (b->begin + b->time < high) high = b->begin + b->time;
    if (high > low) spent[b->step + 1][c] += high - low;
  }
}

static void draw_thread(const bar_t *bars, int n, int thread, double start, double width) {
  double (*spent)[COLUMNS] = calloc((size_t)steps + 1, sizeof *spent);
  if (!spent) mistake("no memory");
  for (int i = 0; i < n; i++)
    if (bars[i].thread == thread) add_time(spent, &bars[i], start, width);
  printf("%6d |", thread);
  for (int c = 0; c < COLUMNS; c++) {
    int most = 1;
    for (int s = 2; s <= steps; s++)
      if (spent[s][c] > spent[most][c]) most = s;
    putchar(spent[most][c] > 0 ? letter(most - 1) : spent[0][c] > 0 ? '.' : ' ');
  }
  printf("|\n");
  free(spent);
}

/* Waits from the first step to the last one, by the thread that was waited for. */
static void list_waits(const bar_t *bars, int n, int threads, double start, double end) {
  double *time = calloc((size_t)threads, sizeof *time);
  if (!time) mistake("no memory");
  for (int t = 0; t < threads; t++) {
    double all = 0;
    for (int i = 0; i < n; i++) {
      const bar_t *b = &bars[i];
      if (b->thread != t || b->step >= 0 || b->whom < 0 || b->whom >= threads) continue;
      if (b->begin < start || b->begin + b->time > end) continue;
      time[b->whom] += b->time;
      all += b->time;
    }
    if (all == 0) continue;
    printf("thread %d waits", t);
    for (int w = 0; w < threads; w++) {
      if (time[w] > 0) printf(" %.3f us for thread %d%s", time[w], w, (all -= time[w]) > 0.0005 ? "," : "");
      time[w] = 0;
    }
    printf("\n");
  }
  free(time);
}

static void draw_timeline(const char *path) {
  char line[LINE];
  bar_t *bars = NULL;
  int n = 0, capacity = 0, threads = 0, runs = 0, number = 0;
  double start = 0, end = 0;
  FILE *f = opened(path);
  while (fgets(line, sizeof line, f)) {
    number++;
    if (!strstr(line, "\"ph\":\"X\"") || strstr(line, "\"cat\":\"critical path\"")) continue;
    if (n == capacity && !(bars = realloc(bars, (size_t)(capacity = 2 * capacity + 100) * sizeof *bars)))
      mistake("no memory");
    if (!read_bar(line, &bars[n]))
      mistake("%s:%d: must have a name, a tid from 0 to %d, a ts and a dur in microseconds", path, number,
              URTK_MOST_THREADS - 1);
    if (bars[n].step < 0 && !strstr(line, "\"cat\":\"wait\"")) continue; /* a call, no step of the graph */
    if (bars[n].thread >= threads) threads = bars[n].thread + 1;
    if (bars[n].step >= 0) { /* waits before the first step and after the last one do not count */
      if (!runs || bars[n].begin < start) start = bars[n].begin;
      if (!runs++ || bars[n].begin + bars[n].time > end) end = bars[n].begin + bars[n].time;
    }
    n++;
  }
  fclose(f);
  if (!runs) mistake("%s: none of the steps has run in this trace", path);
  const double width = (end - start) / COLUMNS;
  printf("\n%d threads in %.3f us, %.3f us a column; a dot is waiting, a blank neither\n", threads, end - start, width);
  for (int t = 0; t < threads; t++) draw_thread(bars, n, t, start, width);
  list_waits(bars, n, threads, start, end);
  free(bars);
}

void draw_flow(const char *graph, const char *trace) {
  draw_steps(graph);
  if (trace) draw_timeline(trace);
}
