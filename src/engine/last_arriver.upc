/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which member enters a call last, found by messages alone. All other members are there by then, so the last arriver
 * can do all the work. With more threads than cores it is the member that need not be given a core again.
 *
 *   each member signals every other: it has entered
 *   one member has the token, at first the member with rank 0. The member with the token
 *     if all others have entered, is the last arriver: it works, and sends DONE to every other
 *     if one has not, sends the token to it, and waits
 *
 * There is one token. It goes only to a member that has not entered yet, as far as its holder knows. A member signals
 * all others before it passes the token on. So no member gets the token twice, and the member that has it at the end
 * knows that all have entered.
 *
 *   3 members; 1 enters, then 0, then 2:   0 sends the token to 2, which has not entered; 2 has all signals, and works
 */
#include "engine/call.h"

enum { TOKEN = 1, DONE = 2 };          /* what a message after the empty first one says */

static int has_arrived(const upc_stride_call_t *call, int peer) { return (int)(call->last.arrived >> peer & 1); }

/* Receives the signals that are there. Returns the first peer that has not entered, or -1. */
static int receive_arrivals(upc_stride_call_t *call) {
  int i, missing = -1;
  for (i = 0; i < call->run.plan->npeers; i++) {
    char nothing;
    if (has_arrived(call, i)) continue;
    if (upc_stride_call_receive(call, i, &nothing, 0)) call->last.arrived |= 1ULL << i;
    else if (missing < 0) missing = i;
  }
  return missing;
}

/* Receives TOKEN and DONE, which follow a peer's signal. */
static void receive_rest(upc_stride_call_t *call) {
  int i;
  for (i = 0; i < call->run.plan->npeers; i++) {
    char kind = 0;
    if (!has_arrived(call, i) || !upc_stride_call_receive(call, i, &kind, 1)) continue;
    if (kind == TOKEN) call->last.has_token = 1;
    else call->last.done = 1;
  }
}

static void pass_token(upc_stride_call_t *call, int peer) {
  char kind = TOKEN;
  call->last.has_token = !upc_stride_call_send(call, peer, &kind, 1);
}

int upc_stride_last_arriver_found(upc_stride_call_t *call, const upc_stride_step_t *step) {
  upc_stride_last_arriver_t *last = &call->last;
  int missing;
  if (!last->begun) last->has_token = MYTHREAD == step->data.last_arriver.first_holder;
  last->begun = 1;
  missing = receive_arrivals(call);
  if (!last->done) receive_rest(call);
  if (last->has_token) {
    if (missing >= 0) missing = receive_arrivals(call); /* signals that came before the token */
    if (missing < 0) return last->is_last = 1;
  }
  last->awaited = missing;
  if (last->has_token) pass_token(call, missing);
  return last->done && missing < 0;
}

int upc_stride_last_arriver_done(upc_stride_call_t *call, const upc_stride_step_t *step) {
  char kind = DONE;
  return upc_stride_call_send(call, step->peer, &kind, 1);
}
