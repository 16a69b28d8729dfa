/* SPDX-License-Identifier: BSD-3-Clause
 * Checked mode: comparing a call with those of all other members. */
#include "checked/checked.h"
#include "base/allocate.h"
#include "engine/call.h"

#include <string.h>

/* What members send each other. The number says where the record is in the log. */
typedef struct note {
  unsigned long long hash;
  unsigned number;
} note_t;

static int send_note(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_record_t *record = upc_stride_call_of(run)->prepared->record;
  note_t note;
  note.hash = record->hash;
  note.number = record->number;
  return run->by->send(run, s->peer, &note, sizeof note);
}

/* The record of that number, if it still stands in the thread's log. */
static int find(upc_stride_record_t *record, int thread, unsigned number) {
  const upc_stride_call_log_t *log = upc_stride_read_log(thread);
  if (log == NULL) return 0;
  *record = log->record[number % UPC_STRIDE_LOGGED_CALLS];
  return record->number == number;
}

/* The number of the argument of this name, or -1. */
static int argument(const upc_stride_record_t *r, const char *name) {
  int i = r->args - 1;
  while (i >= 0 && strcmp(r->arg[i].name, name) != 0) i--;
  return i;
}

/* 1 if number i of a and number j of b are the same. */
static int agree(const upc_stride_record_t *a, int i, const upc_stride_record_t *b, int j) {
  if (j < 0) return 0;
  if (a->arg[i].place > 0 && b->arg[j].place > 0) return a->arg[i].place == b->arg[j].place;
  return strcmp(a->arg[i].value, b->arg[j].value) == 0;
}

int upc_stride_other_call(const upc_stride_record_t *mine, const upc_stride_record_t *theirs) {
  if (strcmp(mine->name, theirs->name) != 0) return 1;
  return mine->place[0] != '\0' && theirs->place[0] != '\0' && strcmp(mine->place, theirs->place) != 0;
}

void upc_stride_differ(const upc_stride_site_t *call, const upc_stride_record_t *mine, int thread,
                       const upc_stride_record_t *theirs) {
  char text[400], own[400];
  int i, low = MYTHREAD < thread;
  if (upc_stride_other_call(mine, theirs))
    upc_stride_fail_all(call, "call", "thread %d calls %s where thread %d calls %s, must be the same on all members",
                        thread, upc_stride_record_text(theirs, text, sizeof text), (int)MYTHREAD,
                        upc_stride_record_text(mine, own, sizeof own));
  for (i = 0; i < mine->args; i++) {
    int j = argument(theirs, mine->arg[i].name);
    const char *ours = mine->arg[i].value, *other = j < 0 ? "none" : theirs->arg[j].value;
    if (agree(mine, i, theirs, j)) continue;
    upc_stride_fail_all(call, mine->arg[i].name,
                        mine->arg[i].place > 0
                          ? "%s given by thread %d, %s given by thread %d, must be the same on all members"
                          : "%s on thread %d, %s on thread %d, must be the same on all members",
                        low ? ours : other, low ? (int)MYTHREAD : thread, low ? other : ours,
                        low ? thread : (int)MYTHREAD);
  }
  upc_stride_fail_all(call, "arguments", "other ones on thread %d, must be the same on all members", thread);
}

/* A call of this thread's, later than the one of that number, which is alike. */
static const upc_stride_record_t *later(const upc_stride_call_log_t *log, unsigned number, unsigned long long hash) {
  unsigned n;
  for (n = number + 1; n <= log->calls && n < number + UPC_STRIDE_LOGGED_CALLS; n++)
    if (log->record[n % UPC_STRIDE_LOGGED_CALLS].number == n && log->record[n % UPC_STRIDE_LOGGED_CALLS].hash == hash)
      return &log->record[n % UPC_STRIDE_LOGGED_CALLS];
  return NULL;
}

/* If both calls are split-phase ones, each thread may have made the other's call too by now. Then the calls are in
 * another order. If only one of the two has, its first call is one more. */
static void differ_in_order(const upc_stride_site_t *call, const upc_stride_record_t *mine, int thread,
                            const upc_stride_record_t *theirs) {
  const upc_stride_call_log_t *log = upc_stride_read_log(thread);
  int they_too = log != NULL && later(log, theirs->number, mine->hash) != NULL;
  int i_too = later(upc_stride_my_log(), mine->number, theirs->hash) != NULL;
  char text[400];
  upc_stride_record_text(they_too ? theirs : mine, text, sizeof text);
  if (they_too && i_too)
    upc_stride_fail_all(call, "call", "thread %d calls %s before this call, thread %d after it. All members must "
                        "start calls in the same order.", thread, text, (int)MYTHREAD);
  if (they_too)
    upc_stride_fail_all(call, "call", "thread %d calls %s before this call, without thread %d. All members must make "
                        "it.", thread, text, (int)MYTHREAD);
  if (i_too)
    upc_stride_fail_all(call, "call", "thread %d calls %s before %s, without thread %d. All members must make it.",
                        (int)MYTHREAD, text, theirs->name, thread);
}

static unsigned *compared;            /* for each thread, the number of its latest call that was like the caller's */

static void agreed(const upc_stride_prepared_t *P, int thread, unsigned number) {
  upc_stride_call_log_t *mine = upc_stride_my_log();
  if (compared == NULL) compared = upc_stride_alloc(THREADS, sizeof *compared, "checks of calls");
  if (compared[thread] < number) compared[thread] = number;
  if (mine->agreed < P->record->number) mine->agreed = P->record->number;
}

int upc_stride_is_agreed(int thread, const upc_stride_call_log_t *theirs, const upc_stride_record_t *record) {
  const upc_stride_call_log_t *mine = upc_stride_my_log();
  int i;
  if (record->number <= theirs->agreed || (compared != NULL && record->number <= compared[thread])) return 1;
  for (i = 0; i < UPC_STRIDE_LOGGED_CALLS; i++)
    if (mine->record[i].number > 0 && mine->record[i].hash == record->hash) return 1;
  return 0;
}

static int compare(upc_stride_run_t *run, const upc_stride_step_t *s) {
  const upc_stride_call_t *call = upc_stride_call_of(run);
  const upc_stride_prepared_t *P = call->prepared;
  int thread = P->plan->peers[s->peer].thread;
  upc_stride_record_t theirs;
  note_t note;
  if (!run->by->receive(run, s->peer, &note, sizeof note)) return 0;
  if (note.hash == P->record->hash) {
    agreed(P, thread, note.number);
    return 1;
  }
  if (find(&theirs, thread, note.number)) {
    differ_in_order(&call->site, P->record, thread, &theirs);
    upc_stride_differ(&call->site, P->record, thread, &theirs);
  }
  upc_stride_fail_all(&call->site, "arguments", "other ones on thread %d, must be the same on all members", thread);
  return 1;
}

void upc_stride_plan_check(upc_stride_prepared_t *P, const upc_stride_group_t *G) {
  int r, me = upc_stride_group_rank(G, MYTHREAD);
  for (r = 1; r < G->n; r++)
    upc_stride_plan_action_with(P->builder, send_note, upc_stride_group_thread(G, (me + r) % G->n), 0);
  for (r = 1; r < G->n; r++)
    upc_stride_plan_action_with(P->builder, compare, upc_stride_group_thread(G, (me - r + G->n) % G->n), 0);
  upc_stride_check_overlap(P, G);
}
