/* SPDX-License-Identifier: BSD-3-Clause
 * Messages of a call, and where its data is. */
#include "engine/call.h"

#include <string.h>

int upc_stride_call_send(upc_stride_call_t *call, int peer, const void *data, size_t bytes) {
  char *slot = upc_stride_call_slot(call, peer, bytes);
  if (slot == NULL) return 0;
  memcpy(slot, data, bytes);
  upc_stride_call_send_slot(call, peer, 0, bytes);
  return 1;
}

int upc_stride_call_receive(upc_stride_call_t *call, int peer, void *data, size_t bytes) {
  const char *slot = upc_stride_call_arrived(call, peer, 0);
  if (slot == NULL) return 0;
  memcpy(data, slot, bytes);
  upc_stride_call_drop(call, peer);
  return 1;
}

char *upc_stride_call_part(const upc_stride_call_t *call, const upc_stride_base_t *base, int thread) {
  return base->buffered ? call->run.buffer + base->position
                        : upc_stride_base_near(call->run.by->setting, MYTHREAD, base, thread);
}

int upc_stride_call_all_entered(const upc_stride_call_t *call) {
  return call->step->kind == UPC_STRIDE_LAST_ARRIVER && call->last.begun && call->last.awaited < 0;
}

int upc_stride_call_awaited(const upc_stride_call_t *call) {
  const upc_stride_plan_t *P = call->run.plan;
  const upc_stride_step_t *s = call->step;
  int peer = s->peer;
  if (call->run.begun) return -1;
  if (s->kind != UPC_STRIDE_LAST_ARRIVER) return peer;
  if (call->last.awaited >= 0) return call->last.awaited;
  for (peer = P->npeers - 1; peer > 0 && upc_stride_has_ended(P->peers[peer].thread); peer--) {}
  return peer;
}
