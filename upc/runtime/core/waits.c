/* SPDX-License-Identifier: BSD-3-Clause
 * Long waits: which thread waits, in which call, for which thread, and the last call of that thread. A wait for a
 * thread that has ended ends the job with one line. A wait that is longer than UPC_PATIENCE is reported once, and goes
 * on.
 *
 * All of this runs in waits that are long already. A call that may wait costs one store (URT_CALLED in urt.h). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/identity.h"
#include "core/core.h"

enum {
  CERTAIN_MS = 400, /* what an ended thread has sent has arrived in this time, on any network; the line is due in 1 s */
  PAUSE_MS = 500,   /* a program that tests, and then computes for longer, has not waited */
  ANSWER_MS = 300,  /* a thread that is in the runtime answers in this time */
  END_MS = 2000,    /* what another thread may take to end the job */
  LOOKS = 4,        /* in the time after which a wait is reported: whether bytes have come */
  ROUNDS = 10       /* times that time, after which the wait is reported even though bytes come */
};

/* ---- what each thread called last ---- */

/* `program` is where the program lies in the thread's process, which may be elsewhere in others. `reporter` becomes 1
 * when a thread has decided to report that this one has ended. `copied` is the call whose text is in `text`: that of a
 * program in another language, which other threads cannot read where it is. */
enum { TEXT = 128 };
struct calls { const char *latest, *program, *copied; uint64_t reporter, unused[4]; char text[TEXT]; };
URTK_STATIC(calls, sizeof(struct calls));

static struct calls *mine;

void urtk_open_calls(void) {
  mine = urt_near(urtk_at(urt_mythread, calls));
  *mine = (struct calls){.program = __ehdr_start};
  urtk_called_now = &mine->latest;
}

void urt_note_call(const char *call) {
  if (!mine) return;
  if (call != mine->copied) {
    size_t length = strlen(call);
    memcpy(mine->text, length < TEXT ? call : call + length - TEXT + 1, length < TEXT ? length + 1 : TEXT);
    mine->copied = call;
  }
  mine->latest = call;
}

/* The call's name in "file.upc:12: upc_lock", and the length of its place. */
static const char *name_in(const char *call) {
  const char *colon = strrchr(call, ':');
  return colon && colon[1] == ' ' ? colon + 2 : call;
}
static int place_length(const char *call) { return name_in(call) == call ? 0 : (int)(name_in(call) - call) - 2; }

int urtk_look(int thread, size_t offset, void *to, size_t bytes) {
  void *answer = urtk_memory(1, bytes, "a look at another thread"); /* lost if the thread does not answer */
  urtc_handle_t handle = urtc_look(answer, urtk_at(thread, offset), bytes);
  long until = urtk_now_ms() + ANSWER_MS;
  for (unsigned turn = 0; !urtc_test(&handle); turn++) {
    if (urtk_now_ms() > until) return 0;
    urtc_relax(turn);
  }
  memcpy(to, answer, bytes);
  free(answer);
  return 1;
}

/* ---- lines ---- */

void urtk_add(struct urtk_line *line, const char *format, ...) {
  va_list args;
  size_t left = sizeof line->text - 1 - line->length; /* one for the end of the line */
  va_start(args, format);
  int length = vsnprintf(line->text + line->length, left, format, args);
  va_end(args);
  if (length > 0) line->length += (size_t)length < left ? (size_t)length : left - 1;
}

static void add_call(struct urtk_line *line, const char *call) {
  urtk_add(line, " (last call: %s", name_in(call));
  if (place_length(call)) urtk_add(line, " at %.*s", place_length(call), call);
  urtk_add(line, ")");
}

void urtk_add_thread(struct urtk_line *line, int thread) {
  struct calls c;
  urtk_add(line, "thread %d", thread);
  if (!urtk_look(thread, calls, &c, sizeof c)) {
    urtk_add(line, " (it does not answer)");
    return;
  }
  const char *call = c.latest ? c.latest - c.program + __ehdr_start : NULL;
  c.text[TEXT - 1] = 0; /* it may have changed while it was read */
  if (!call) urtk_add(line, " (no call so far)");
  else if (c.latest == c.copied) add_call(line, c.text);
  else if (call >= __ehdr_start && call < _end) add_call(line, call); /* else it is another program's */
}

#ifdef URTC_HAS_COMPUTE
#define WHOSE " of this host's time"
#else
#define WHOSE ""
#endif

void urtk_add_waited(struct urtk_line *line, long ms) {
  urtk_add(line, "thread %d has waited %.3g s" WHOSE " for ", urt_mythread, (double)ms / 1000);
}

struct urtk_line urtk_begin(const char *otherwise) {
  struct urtk_line line = {0, ""};
  const char *call = *urt_called ? *urt_called : otherwise;
  urtk_add(&line, "%s%s: ", place_length(call) ? "" : "upc: ", call);
  return line;
}

void urtk_write(struct urtk_line *line) {
  urtk_add(line, "\n");
  fflush(stderr);
  if (write(STDERR_FILENO, line->text, line->length) < 0) return;
}

/* 1 on one of the threads that end the job for the same reason. The first thread that has ended has the word that
 * decides, else thread 0: all who wait find the same one, and it answers. */
static int reports(void) {
  int t = 0;
  while (t < urt_threads && !urtc_ended(t)) t++;
  return urtc_compare_swap(urtk_at(t < urt_threads ? t : 0, calls + offsetof(struct calls, reporter)), 0, 1) == 0;
}

_Noreturn void urtk_end_with(struct urtk_line *line) {
  long until = urtk_now_ms() + END_MS;
  if (!reports()) /* another thread's line ends the job */
    for (unsigned turn = 0; urtk_now_ms() < until; turn++) urtc_relax(turn);
  urtk_add(line, "\n");
  urtc_end_job(1, line->text);
}

/* ---- waits ---- */

static long patience_ms;

void urtk_set_patience(double seconds) { patience_ms = (long)(seconds * 1000); }

long urtk_too_long(urt_long_wait_t *wait) {
  long now = urtk_host_ms();
  if (!wait->since || now - wait->latest > PAUSE_MS) wait->since = wait->quiet = now;
  wait->latest = now;
  if (!patience_ms || wait->reported || now - wait->quiet < patience_ms) return 0;
  wait->reported = 1;
  return now - wait->since;
}

/* While bytes come from the awaited thread, or go there, they are probably a long message, which is no long wait. They
 * may also be another call's: a thread that asks for a lock, or reads a flag, again and again moves bytes for ever. So
 * this has an end. */
static void start_anew_if_bytes_move(urt_long_wait_t *wait, int thread) {
  long now = urtk_host_ms();
  if (!wait->looked) wait->looked = now;
  if (!patience_ms || wait->reported || now - wait->looked < patience_ms / LOOKS) return;
  long moved = (long)urtc_moved(thread);
  if (wait->moved && wait->moved != moved && now - wait->since < ROUNDS * patience_ms) wait->quiet = now;
  wait->moved = moved, wait->looked = now;
}

void urtk_report(const char *otherwise, int thread, long ms) {
  struct urtk_line line = urtk_begin(otherwise);
  urtk_add_waited(&line, ms);
  urtk_add_thread(&line, thread);
  urtk_write(&line);
}

/* ---- the library's waits ---- */

/* The latest call is not the library's if the program has used a pointer to a function. */
static int is_latest(const char *name, const char *started) {
  const char *now = *urt_called ? name_in(*urt_called) : "";
  return *now && (started != *urt_called || strncmp(now, "upc_stride_", 11) != 0 || strcmp(now, name) == 0);
}

static struct urtk_line begin_call(const char *name, const char *started) {
  struct urtk_line line = {0, ""};
  if (is_latest(name, started)) return urtk_begin(name);
  urtk_add(&line, "upc: %s: ", name);
  return line;
}

/* A call that was begun earlier. */
static void add_started(struct urtk_line *line, const char *started) {
  if (started && started != *urt_called && place_length(started))
    urtk_add(line, " in %s at %.*s", name_in(started), place_length(started), started);
}

static void ended(int thread, const char *name, const char *started) {
  if (urtk_env_lenient_exit()) exit(0);
  struct urtk_line line = begin_call(name, started);
  urtk_add(&line, "thread %d waits for ", urt_mythread);
  urtk_add_thread(&line, thread);
  urtk_add(&line, ", which has ended without doing its part");
  add_started(&line, started);
  urtk_add(&line, "; all members of the call must make it");
  urtk_end_with(&line);
}

void urt_long_wait(urt_long_wait_t *wait, int thread, const char *name, const char *started) {
  start_anew_if_bytes_move(wait, thread);
  long ms = urtk_too_long(wait), now = urtk_now_ms();
  if (!urtc_ended(thread)) wait->ended = 0;
  else if (!wait->ended) wait->ended = now;
  else if (now - wait->ended > CERTAIN_MS) ended(thread, name, started);
  if (!ms) return;
  struct urtk_line line = begin_call(name, started);
  urtk_add_waited(&line, ms);
  urtk_add_thread(&line, thread);
  add_started(&line, started);
  urtk_write(&line);
}

int urtk_is_alone(void) {
  for (int t = 0; t < urt_threads; t++)
    if (t != urt_mythread && !urtc_ended(t)) return 0;
  return 1;
}

void urt_long_wait_for_any(urt_long_wait_t *wait, const char *name) {
  long ms = urtk_too_long(wait), now = urtk_now_ms();
  if (!urtk_is_alone()) wait->ended = 0;
  else if (!wait->ended) wait->ended = now;
  else if (now - wait->ended > CERTAIN_MS) {
    struct urtk_line line = urtk_begin(name);
    urtk_add(&line, "thread %d waits, and no other thread is left", urt_mythread);
    urtk_end_with(&line);
  }
  if (!ms) return;
  struct urtk_line line = urtk_begin(name);
  urtk_add_waited(&line, ms);
  urtk_add(&line, "any thread");
  urtk_write(&line);
}
