/* SPDX-License-Identifier: BSD-3-Clause
 * Observers of calls: upc_stride_tools.h. */
#include "engine/call.h"

upc_stride_observer_t *upc_stride_observers;

void upc_stride_add_observer(upc_stride_observer_t *o) {
  o->next = upc_stride_observers;
  upc_stride_observers = o;
}

void upc_stride_remove_observer(upc_stride_observer_t *o) {
  upc_stride_observer_t **at = &upc_stride_observers;
  while (*at != NULL && *at != o) at = &(*at)->next;
  if (*at != NULL) *at = o->next;
}

static upc_stride_seen_t seen(const upc_stride_call_t *call) {
  upc_stride_seen_t s;
  s.number = call->seen;
  s.name = call->site.name, s.file = call->site.file, s.line = call->site.line;
  s.split = call->run.plan->split, s.count = call->prepared->args.len, s.peers = call->run.plan->npeers;
  return s;
}

void upc_stride_seen_begins(upc_stride_call_t *call) {
  static unsigned long calls;
  upc_stride_observer_t *o = upc_stride_observers;
  upc_stride_seen_t s;
  call->seen = ++calls;
  s = seen(call);
  for (; o != NULL; o = o->next)
    if (o->begin != NULL) o->begin(o, &s);
}

void upc_stride_seen_ends(const upc_stride_call_t *call) {
  const upc_stride_seen_t s = seen(call);
  upc_stride_observer_t *o = upc_stride_observers;
  for (; o != NULL; o = o->next)
    if (o->end != NULL) o->end(o, &s);
}
