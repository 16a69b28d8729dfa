/* SPDX-License-Identifier: BSD-3-Clause
 * The time in each call of a traced job, summed over its threads. */
#include <stdlib.h>
#include "job/upcrun/launch.h"
#include "job/upcrun/trace_records.h"

enum { ROWS = 20 };                      /* of the table; it says how many more there are */

struct row { const char *text; uint64_t calls, sent, received; double time, longest, waited; }; /* times in ns */

static int by_time(const void *a, const void *b) {
  const struct row *x = a, *y = b;
  if (x->time != y->time) return x->time < y->time ? 1 : -1;
  return strcmp(x->text, y->text);
}

static int add_row(struct row *row, int rows, const struct urtk_trace_place *p, const struct host *clock) {
  int i = 0;
  double longest = in_ns(clock, (double)p->longest);
  while (i < rows && strcmp(row[i].text, p->text) != 0) i++;
  struct row *sum = &row[i];
  if (i == rows) sum->text = p->text, rows++;
  sum->calls += p->calls, sum->sent += p->sent, sum->received += p->received;
  sum->time += in_ns(clock, (double)p->time), sum->waited += in_ns(clock, (double)p->waited);
  if (longest > sum->longest) sum->longest = longest;
  return rows;
}

/* These calls do nothing else, and their waits are not recorded. */
static int only_waits(const char *name) {
  return strcmp(name, "upc_barrier") == 0 || strcmp(name, "upc_wait") == 0 || strcmp(name, "upc_lock") == 0;
}

static void print_row(const struct row *s, int threads) {
  char place[URTK_TRACE_PLACE];
  const char *name = name_in(s->text);
  const double waited = only_waits(name) ? s->time : s->waited;
  snprintf(place, sizeof place, "%.*s", place_length(s->text), s->text);
  fprintf(stderr, "%12.3f %12.3f %12.3f %10llu %14llu %14llu  %s%s%s\n", s->time / threads * 1e-6,
          waited / threads * 1e-6, s->longest * 1e-6, (unsigned long long)s->calls,
          (unsigned long long)s->sent, (unsigned long long)s->received, name, *place ? " at " : "", place);
}

static void print_table(const struct trace *trace) {
  enum { MOST = 4 * URTK_TRACE_PLACES };
  struct row *row = upcrun_memory(calloc(MOST, sizeof *row), "the trace");
  int rows = 0;
  for (int t = 0; t < trace->threads; t++) {
    const record_t *r = trace->record[t];
    for (uint64_t i = 0; r && i < r->places && rows < MOST; i++)
      rows = add_row(row, rows, &r->place[i], &trace->host[trace->host_of[t]]);
  }
  qsort(row, (size_t)rows, sizeof *row, by_time);
  fprintf(stderr, "%12s %12s %12s %10s %14s %14s  call\n", "ms a thread", "of it waits", "longest, ms", "calls",
          "bytes sent", "received");
  for (int i = 0; i < rows && i < ROWS; i++) print_row(&row[i], trace->found);
  if (rows > ROWS) fprintf(stderr, "and %d more calls\n", rows - ROWS);
  free(row);
}

static void say_what_is_missing(const struct trace *trace) {
  uint64_t lost = 0;
  for (int t = 0; t < trace->threads; t++)
    if (trace->record[t]) lost += trace->record[t]->lost;
  if (lost)
    fprintf(stderr, "upcrun: the timeline has no room for %llu later events, the table counts them; UPC_TRACE_EVENTS "
            "gives it more\n", (unsigned long long)lost);
  if (trace->found < trace->threads)
    fprintf(stderr, "upcrun: the records of %d of %d threads are not here: their hosts have no common folder with this "
            "one (-tracefile=)\n", trace->threads - trace->found, trace->threads);
}

void print_calls(const struct trace *trace) {
  print_table(trace);
  say_what_is_missing(trace);
}
