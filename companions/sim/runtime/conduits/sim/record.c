/* SPDX-License-Identifier: BSD-3-Clause
 * sim: measured times in a file. What this host computes between two calls takes another time in each run. A run that
 * is recorded writes these times. One that is replayed takes them from there and measures nothing, so its virtual times
 * are those of the recorded run, to the last digit.
 *
 *   file:  | "upctime2" | threads | pieces, in the order in which threads wrote them: thread, count, times |
 *
 * With each time is noted by which of the program's calls it ends. The first one of a call is what the program has
 * computed before it. The others are the library's own; with another schedule, on another machine, they are more or
 * fewer. A replay with other calls, but for tests, is a run of another program, and ends with a line. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/large.h"
#include "conduits/sim/control.h"

struct head { char mark[8]; uint64_t threads; };
struct piece { uint32_t thread, count; }; /* then `count` entries */

/* An entry: nanoseconds, 23 bits of a hash of the call's text, and 1 if it is the first one of the call. */
enum { CALL_BITS = 24, FIRST = 1, PIECE = 8192 };
static const uint64_t longest = ((uint64_t)1 << (64 - CALL_BITS)) - 1; /* 18 minutes */
static const char mark[] = "upctime2";

static const char *name;                 /* of the file; null: times are neither recorded nor replayed */
static int file = -1, replays;
URTK_LARGE struct urtc_recorded { struct piece head; uint64_t entry[PIECE]; } urtc_recorded; /* the piece under way */
static const char *all;                  /* replay: the whole file, its bytes, and where the thread is */
static size_t bytes, at;
static uint32_t left;                    /* entries of the piece that it is in */

static _Noreturn void wrong(const char *what) { urtk_usage(2, "%s: %s", name, what); }

static void write_whole(const void *data, size_t size) {
  ssize_t n = write(file, data, size);
  if (n != (ssize_t)size) urt_fatal("%s: the times cannot be written: %s", name, n < 0 ? strerror(errno) : "no space");
}

static void open_record(int threads) {
  struct head h = {.threads = (uint64_t)threads};
  memcpy(h.mark, mark, sizeof h.mark);
  file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666); /* appending: threads take turns */
  if (file < 0 || write(file, &h, sizeof h) != (ssize_t)sizeof h) wrong(strerror(errno));
}

static void open_replay(int threads) {
  struct stat s;
  const struct head *h;
  file = open(name, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &s) < 0) wrong(strerror(errno));
  bytes = (size_t)s.st_size;
  if (!S_ISREG(s.st_mode) || bytes < sizeof *h) wrong("is no record of times by upcrun -record");
  all = mmap(NULL, bytes, PROT_READ, MAP_SHARED, file, 0);
  if (all == MAP_FAILED) wrong(strerror(errno));
  h = (const struct head *)all;
  if (memcmp(h->mark, mark, sizeof h->mark) != 0) wrong("is no record of times by upcrun -record");
  if (h->threads != (uint64_t)threads)
    urtk_usage(2, "%s: has the times of %llu threads, and there are %d", name, (unsigned long long)h->threads, threads);
  at = sizeof *h;
  close(file);
}

void urtc_open_record(int threads) {
  const char *record = secure_getenv("UPC_MACHINE_RECORD"), *replay = secure_getenv("UPC_MACHINE_REPLAY");
  int records = record && *record;
  replays = replay && *replay;
  if (records && replays) urtk_usage(2, "UPC_MACHINE_RECORD and UPC_MACHINE_REPLAY: only one of them");
  if (!records && !replays) return;
  name = replays ? replay : record;
  if (urtc_control->costs.host_factor == 0)
    urtk_usage(2, "with host-factor=0 no times are measured, so there are none to record or replay");
  if (replays) open_replay(threads);
  else open_record(threads);
  urtc_control->recorded = 1;
}

/* The text of the latest call. Once it has been asked for, the text is at another address, so that the next call of the
 * same place is a new one. */
static struct text { const char *given; char *seen; struct text *next; } *texts;

static int is_new_call(void) {
  const char *call = *urt_called;
  struct text *t = texts;
  if (!call) return 0;
  for (; t && t->given != call && t->seen != call; t = t->next) {}
  if (t && t->seen == call) return 0;
  if (!t) {
    t = malloc(sizeof *t);
    if (!t || !(t->seen = strdup(call))) urt_fatal("no memory for the calls of a record");
    t->given = call, t->next = texts, texts = t;
  }
  *urt_called = t->seen;
  return 1;
}

static uint64_t latest_call(void) {
  const char *call = *urt_called;
  uint64_t hash = 1469598103934665603u;  /* Fowler, Noll and Vo's */
  for (; call && *call; call++) hash = (hash ^ (unsigned char)*call) * 1099511628211u;
  return (hash >> 40 ^ hash) & (((uint64_t)1 << CALL_BITS) - 1) & ~(uint64_t)FIRST;
}

static uint64_t call_of(uint64_t entry) { return entry & (((uint64_t)1 << CALL_BITS) - 1); }

static void flush(void) {
  if (urtc_recorded.head.count == 0) return;
  urtc_recorded.head.thread = (uint32_t)urt_mythread;
  write_whole(&urtc_recorded, sizeof urtc_recorded.head + urtc_recorded.head.count * sizeof urtc_recorded.entry[0]);
  urtc_recorded.head.count = 0;
}

/* The entry that this thread comes to next; null: it has none. */
static const uint64_t *next_entry(void) {
  struct piece p;
  while (left == 0) {
    if (bytes - at < sizeof p) return NULL;
    memcpy(&p, all + at, sizeof p);
    at += sizeof p;
    if ((bytes - at) / sizeof(uint64_t) < p.count) return NULL;
    if (p.thread == (uint32_t)urt_mythread) left = p.count;
    else at += p.count * sizeof(uint64_t);
  }
  left--;
  at += sizeof(uint64_t);
  return (const uint64_t *)(all + at) - 1;
}

/* The first entry of the next call. It stays there. */
static const uint64_t *peek_call(void) {
  size_t place = at;
  uint32_t rest = left;
  const uint64_t *e;
  while ((e = next_entry()) && !(*e & FIRST)) place = at, rest = left;
  at = place, left = rest;
  return e;
}

/* How often a program tests depends on the machine. */
static uint64_t tested;                  /* the latest call, if it is a test: one that waits for nothing */

static void note_test(uint64_t call) {
  const char *name = strrchr(*urt_called, ' ');
  int is_test = name && (strstr(name, "test") || strstr(name, "try") || strstr(name, "attempt"));
  tested = is_test || (name && strcmp(name, " access") == 0) ? call : 0;
}

/* The time before a new call. Where this run tests more often than the recorded one, a test comes at once. */
static uint64_t before_call(uint64_t call) {
  const uint64_t *e = peek_call();
  uint64_t sum = 0;
  if (tested == call && e && call_of(*e) != call) return 0;
  for (; e && call_of(*e) != call && call_of(*e) == tested; e = peek_call()) sum += *next_entry() >> CALL_BITS;
  if (!e)
    urt_fatal("%s: has no more times for thread %d: this run does more than the recorded one", name, urt_mythread);
  if (call_of(*e) != call)
    urt_fatal("%s: at %s thread %d does other things than in the recorded run: the program and its arguments must be "
              "the same", name, *urt_called, urt_mythread);
  note_test(call);
  next_entry();
  return sum + (*e >> CALL_BITS);
}

static uint64_t replayed(void) {
  if (is_new_call()) return before_call(latest_call() | FIRST);
  size_t place = at;
  uint32_t rest = left;
  const uint64_t *e = next_entry();
  if (e && !(*e & FIRST)) return *e >> CALL_BITS;
  at = place, left = rest;
  return 0;
}

int urtc_replays(void) { return replays; }

uint64_t urtc_computing_time(uint64_t measured) {
  if (!name) return measured;
  if (replays) return replayed();
  if (measured > longest)
    urt_fatal("%s: a computation of %llu s is too long to be recorded", name,
              (unsigned long long)(measured / 1000000000u));
  urtc_recorded.entry[urtc_recorded.head.count++] = measured << CALL_BITS | (uint64_t)is_new_call() | latest_call();
  if (urtc_recorded.head.count == PIECE) flush();
  return measured;
}

void urtc_close_record(void) {
  if (!name) return;
  if (!replays) flush();
  else if (peek_call()) urt_fatal("%s: thread %d ends earlier than in the recorded run", name, urt_mythread);
}
