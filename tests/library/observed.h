/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Observers under random calls: with OBSERVED=SEES (a sum of UPC_STRIDE_SEES_*) two observers watch all calls of the
 * test, and a third one comes and goes. Begins and ends must be pairs, a blocking call's the innermost; each observer
 * has its own word of a call; waits end; messages have the bytes that the call's end tells of.
 */
#ifndef TEST_OBSERVED_H
#define TEST_OBSERVED_H

#include <stdio.h>
#include <stdlib.h>
#include <upc_stride_tools.h>

enum { OBSERVED_OPEN = 4096 };

typedef struct {
  unsigned long number;
  int split;
  size_t moved;                        /* bytes of its messages */
} observed_call_t;

typedef struct {
  upc_stride_observer_t observer;      /* first: the library gives its address */
  observed_call_t open[OBSERVED_OPEN]; /* in the order of their begins */
  int count, waiting;
  unsigned long latest, told;
} observed_t;

static observed_t observed[3];
static int observed_faults;

static void observed_check(int holds, const char *what, const upc_stride_seen_t *call) {
  if (holds || observed_faults++ >= 5) return;
  printf("observer: %s, call %lu, %s\n", what, call->number, call->name);
  fflush(stdout);
}

static void observed_begin(upc_stride_observer_t *o, const upc_stride_seen_t *call) {
  observed_t *O = (observed_t *)o;
  observed_check(call->number > O->latest, "a begin's number is not the next", call);
  observed_check(*call->own == NULL, "the word is not null at the begin", call);
  observed_check(O->count < OBSERVED_OPEN, "too many calls are open", call);
  O->latest = call->number;
  O->open[O->count].number = call->number, O->open[O->count].split = call->split, O->open[O->count].moved = 0;
  O->count++;
  *call->own = (char *)O + call->number;
}

static int observed_find(const observed_t *O, unsigned long number) {
  int i = O->count - 1;
  while (i >= 0 && O->open[i].number != number) i--;
  return i;
}

static void observed_end(upc_stride_observer_t *o, const upc_stride_seen_t *call) {
  observed_t *O = (observed_t *)o;
  int i = observed_find(O, call->number), k;
  O->told++;
  observed_check(i >= 0, "an end has no begin", call);
  if (i < 0) return;
  observed_check(*call->own == (char *)O + call->number, "the word is not this observer's", call);
  observed_check(!O->waiting || O->open[i].split, "the call ends in a wait", call);
  if ((o->sees & UPC_STRIDE_SEES_MESSAGES) && O != &observed[2]) /* it knows no messages of older prepared calls */
    observed_check(O->open[i].moved == call->sent + call->received, "its messages have other bytes than its end", call);
  for (k = i + 1; k < O->count && !O->open[i].split; k++)
    observed_check(O->open[k].split, "a blocking call ends before one that began later", call);
  for (k = i; k < O->count - 1; k++) O->open[k] = O->open[k + 1];
  O->count--;
}

static void observed_waits(upc_stride_observer_t *o, const upc_stride_seen_t *call, int thread) {
  observed_t *O = (observed_t *)o;
  observed_check(!O->waiting, "waits twice at once", call);
  observed_check(thread >= -1 && thread < THREADS && thread != MYTHREAD, "waits for no other thread", call);
  observed_check(call->number == 0 || observed_find(O, call->number) >= 0, "waits in a call that is not open", call);
  O->waiting = 1;
}

static void observed_waited(upc_stride_observer_t *o, const upc_stride_seen_t *call, int thread) {
  observed_t *O = (observed_t *)o;
  (void)thread;
  observed_check(O->waiting, "has waited without a wait", call);
  O->waiting = 0;
}

static void observed_message(upc_stride_observer_t *o, const upc_stride_seen_t *call,
                             const upc_stride_seen_message_t *m) {
  observed_t *O = (observed_t *)o;
  int i = observed_find(O, call->number);
  observed_check(i >= 0, "a message of a call that is not open", call);
  observed_check(m->thread >= 0 && m->thread < THREADS && m->thread != MYTHREAD, "a message to no other thread", call);
  if (i >= 0) O->open[i].moved += m->bytes;
}

static void observed_begins(void) {
  const char *sees = getenv("OBSERVED");
  int i;
  for (i = 0; i < 3 && sees != NULL; i++) {
    upc_stride_observer_t *o = &observed[i].observer;
    o->begin = observed_begin, o->end = observed_end, o->message = observed_message;
    o->waits = observed_waits, o->waited = observed_waited;
    o->sees = i == 0 ? 0 : i == 1 ? atoi(sees) : 7;
    if (i < 2) upc_stride_observe(o);
  }
}

/* The third one comes, or goes. */
static void observed_changes(void) {
  static int is_there;
  observed_t *O = &observed[2];
  if (O->observer.begin == NULL) return;
  is_there = !is_there;
  O->count = O->waiting = 0;
  (is_there ? upc_stride_observe : upc_stride_unobserve)(&O->observer);
}

/* The number of faults; at the end of the test. The first two have seen the same calls, but for those that the one sees
 * for their memory. */
static int observed_ends(void) {
  int i;
  if (observed[0].observer.begin == NULL) return 0;
  for (i = 0; i < 2; i++) upc_stride_unobserve(&observed[i].observer);
  for (i = 0; i < 2; i++) observed_faults += observed[i].count != 0 || observed[i].waiting;
  observed_faults += observed[1].told < observed[0].told;
  if ((observed[1].observer.sees & UPC_STRIDE_SEES_MEMORY) == 0)
    observed_faults += observed[1].told != observed[0].told;
  if (MYTHREAD == 0) printf("observers: %lu and %lu calls\n", observed[0].told, observed[1].told);
  return observed_faults;
}

#endif
