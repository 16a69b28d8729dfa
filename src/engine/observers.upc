/* SPDX-License-Identifier: BSD-3-Clause
 * The list of observers, and what they are told. */
#include "engine/observers.h"
#include "base/allocate.h"
#include "base/fail.h"
#include "prepared/prepared.h"

#include <stdlib.h>

upc_stride_observer_t *upc_stride_observers;
int upc_stride_observers_see;

static unsigned long calls;            /* the number of the latest */

static void set_seen(void) {
  const upc_stride_observer_t *o = upc_stride_observers;
  for (upc_stride_observers_see = 0; o != NULL; o = o->next) upc_stride_observers_see |= o->sees;
}

static int is_taken(int place) {
  const upc_stride_observer_t *o = upc_stride_observers;
  while (o != NULL && o->place != place) o = o->next;
  return o != NULL;
}

/* Plans that are kept have no steps that tell of waits and messages, and do not know their memory. */
void upc_stride_observe(upc_stride_observer_t *o) {
  const int saw = upc_stride_observers_see;
  for (o->place = 0; is_taken(o->place);) o->place++;
  if (o->place == UPC_STRIDE_OBSERVERS) {
    const upc_stride_site_t call = upc_stride_site("upc_stride_observe", NULL);
    upc_stride_fail(&call, "observer", "one more than %d, must be unobserved before", UPC_STRIDE_OBSERVERS);
  }
  o->since = calls;
  o->next = upc_stride_observers;
  upc_stride_observers = o;
  set_seen();
  if (upc_stride_observers_see != saw) upc_stride_kept_renew();
}

void upc_stride_unobserve(upc_stride_observer_t *o) {
  upc_stride_observer_t **at = &upc_stride_observers;
  while (*at != NULL && *at != o) at = &(*at)->next;
  if (*at != NULL) *at = o->next;
  set_seen();
}

/* 1: the observer was told of the call's begin, or is now. */
static int knows(const upc_stride_observer_t *o, const upc_stride_seen_t *call, int who) {
  return (who == 0 || (o->sees & who) != 0) && (call->number == 0 || call->number > o->since);
}

void upc_stride_tell_begin(upc_stride_told_t *told, upc_stride_seen_t *call, int who) {
  upc_stride_observer_t *o;
  told->own = upc_stride_alloc(UPC_STRIDE_OBSERVERS, sizeof *told->own, "what observers note");
  call->number = told->number = ++calls;
  for (o = upc_stride_observers; o != NULL; o = o->next) {
    call->own = &told->own[o->place];
    if (o->begin != NULL && knows(o, call, who)) o->begin(o, call);
  }
}

void upc_stride_tell_end(upc_stride_told_t *told, upc_stride_seen_t *call, int who) {
  upc_stride_observer_t *o;
  call->number = told->number;
  for (o = upc_stride_observers; o != NULL; o = o->next) {
    call->own = &told->own[o->place];
    if (o->end != NULL && knows(o, call, who)) o->end(o, call);
  }
  free(told->own);
}

void upc_stride_tell_plans(void) {
  upc_stride_observer_t *o;
  for (o = upc_stride_observers; o != NULL; o = o->next)
    if (o->plans != NULL) o->plans(o);
}

static void set_call(const upc_stride_observer_t *o, upc_stride_told_t *told, upc_stride_seen_t *call) {
  static void *none;
  none = NULL;
  call->number = told != NULL ? told->number : 0;
  call->own = told != NULL ? &told->own[o->place] : &none;
}

void upc_stride_tell_wait(upc_stride_told_t *told, upc_stride_seen_t *call, int thread, int has_waited) {
  upc_stride_observer_t *o;
  for (o = upc_stride_observers; o != NULL; o = o->next) {
    set_call(o, told, call);
    if (!knows(o, call, UPC_STRIDE_SEES_WAITS)) continue;
    if (has_waited && o->waited != NULL) o->waited(o, call, thread);
    else if (!has_waited && o->waits != NULL) o->waits(o, call, thread);
  }
}

void upc_stride_tell_message(upc_stride_told_t *told, upc_stride_seen_t *call, const upc_stride_seen_message_t *m) {
  upc_stride_observer_t *o;
  for (o = upc_stride_observers; o != NULL; o = o->next) {
    set_call(o, told, call);
    if (o->message != NULL && knows(o, call, UPC_STRIDE_SEES_MESSAGES)) o->message(o, call, m);
  }
}
