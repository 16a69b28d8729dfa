/* SPDX-License-Identifier: BSD-3-Clause
 * Recording of calls and waits (record.h). */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/environment.h"
#include "base/large.h"
#include "base/sizes.h"
#include "core/core.h"
#include "trace/clock.h"
#include "trace/record.h"
#include "trace/recorder.h"

static struct urtk_trace *trace;
static int recording = 1;

int urtk_record_trace(int on) {
  int before = recording;
  recording = on;
  return before;
}

/* ---- the variables ---- */

static size_t most_events(int threads) {
  const char *text = getenv("UPC_TRACE_EVENTS");
  long count = 4000000 / threads, most = 250000, least = 2000;
  if (!text || !*text) return (size_t)(count < least ? least : count > most ? most : count);
  if (!urtk_parse_count(text, 1 << 30, &count))
    urtk_usage(2, "UPC_TRACE_EVENTS is '%s'; it must be a number from 1 to %d", text, 1 << 30);
  return (size_t)count;
}

void urtk_check_record(void) { most_events(1); }

/* ---- the file ---- */

static _Noreturn void fail(const char *what, const char *path, int error) {
  urt_fatal("thread %d cannot %s the trace %s: %s", urt_mythread, what, path, strerror(error));
}

/* All of the file's space is taken at once: a disk that becomes full later would end the thread by a signal. So is the
 * memory: the first write to a page of a file costs as much as 40 events. An old Linux lacks this advice; the call to
 * madvise then fails, and nothing is lost but time. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* The file is new: in a folder where others write, a link of that name could lead to any file of the user's. */
static struct urtk_trace *map(const char *path, size_t bytes) {
  unlink(path); /* of a job that was killed */
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666), error;
  if (fd < 0) fail("create", path, errno);
  if ((error = posix_fallocate(fd, 0, (off_t)bytes)) != 0) fail("write", path, error);
  void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (at == MAP_FAILED) fail("map", path, errno);
  close(fd);
  (void)madvise(at, bytes, MADV_POPULATE_WRITE);
  return at;
}

/* Now and then a record gets a later moment. So the length of a tick is known up to the end, however the thread
 * ends. */
enum { SHORT_NS = 1000, MOMENT_NS = 5000000 };
static uint64_t short_ticks;
static int64_t moment_ticks;

static void note_moment(void) {
  trace->latest = urtk_trace_moment();
  double tick = urtk_trace_tick(&trace->first, &trace->latest);
  short_ticks = (uint64_t)(SHORT_NS / tick), moment_ticks = (int64_t)(MOMENT_NS / tick);
}

static int started;

int urtk_traces(void) { return started; }

void urtk_record_starts(void) {
  strcpy(trace->mark, URTK_TRACE_MARK);
  note_moment();
  trace->start = trace->latest.ticks;
  started = 1;
}

/* ---- places: found by the address of their text, which is the program's and stays where it is ---- */

enum { SLOTS = 4 * URTK_TRACE_PLACES };

URTK_LARGE struct urtk_slot { const char *text; unsigned place; } urtk_slots[SLOTS];

static unsigned place_of(const char *text) {
  struct urtk_slot *slot = urtk_slots;
  unsigned i = (unsigned)((uintptr_t)text * 0x9E3779B97F4A7C15u >> 40) % SLOTS;
  while (slot[i].text && slot[i].text != text) i = (i + 1) % SLOTS;
  if (slot[i].text) return slot[i].place;
  if (trace->places == URTK_TRACE_PLACES) return URTK_TRACE_PLACES - 1;
  unsigned place = (unsigned)trace->places++;
  snprintf(trace->place[place].text, URTK_TRACE_PLACE, "%s", place < URTK_TRACE_PLACES - 1 ? text : "other calls");
  slot[i].text = text, slot[i].place = place;
  return place;
}

/* ---- events ---- */

static void sum(const struct urtk_trace_event *e) {
  struct urtk_trace_place *p = &trace->place[e->place];
  if (e->kind >= URTK_TRACE_SEND) return; /* its call counts the bytes */
  if (e->kind == URTK_TRACE_WAIT) {
    p->waits++, p->waited += e->time;
    return;
  }
  p->calls++, p->time += e->time, p->sent += e->sent, p->received += e->received;
  if (e->time > p->longest) p->longest = e->time;
}

/* No wait below a microsecond: a message between two cores takes as long. */
void urtk_record(const struct urtk_trace_event *event, const char *text) {
  if (!recording || (event->kind == URTK_TRACE_WAIT && event->time < short_ticks)) return;
  struct urtk_trace_event e = *event;
  e.place = (uint16_t)place_of(text);
  sum(&e);
  if (trace->events == trace->capacity) trace->lost++;
  else trace->event[trace->events++] = e;
  if ((int64_t)(e.begin + e.time - trace->latest.ticks) > moment_ticks) note_moment();
}

void urtk_record_event(int kind, const char *text, uint64_t begin, uint64_t end) {
  urtk_record(&(struct urtk_trace_event){.begin = begin, .time = end - begin, .kind = (uint16_t)kind, .peer = -1},
              text);
}

void urtk_open_record(const char *prefix) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s.%d", prefix, urt_mythread) >= (int)sizeof path)
    urt_fatal("UPC_TRACE is too long a name");
  urtk_choose_trace_clock();
  struct urtk_trace_moment first = urtk_trace_moment();
  size_t capacity = most_events(urt_threads);
  trace = map(path, sizeof *trace + capacity * sizeof(struct urtk_trace_event));
  trace->thread = urt_mythread, trace->threads = urt_threads, trace->capacity = capacity, trace->first = first;
  gethostname(trace->host, sizeof trace->host - 1);
}
