/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The last of a call's members to come, found by messages alone: it has what it takes to do all the work, since all
 * others are there, and with more threads than cores it is the one that need not be given a core again.
 *
 *   everybody tells everybody else: come
 *   one has the token, the first member to begin with; who has it and
 *     has heard all others   is the last: it works, and tells everybody: done
 *     misses somebody        passes the token to one who is missing, and waits
 *
 * There is one token, and it goes only to who has not come yet, as far as its holder knows. That one said so to all others
 * before it passed the token on: so nobody gets it twice, and who holds it at the end hears all.
 */
#include "engine/last_arriver.h"

enum { TOKEN = 1, DONE = 2 };          /* what follows `come`, which is empty */

/* A message to or from one of the plan's peers. */
static upc_stride_step_t with(int peer) {
  upc_stride_step_t s = {0};
  s.peer = peer;
  return s;
}

/* Who has come; the first who has not, or -1. */
static int hear(upc_stride_call_t *run) {
  int i, missing = -1;
  for (i = 0; i < run->plan->npeers; i++) {
    upc_stride_step_t s = with(i);
    char nothing;
    if (run->last.come >> i & 1) continue;
    if (upc_stride_call_receive(run, &s, &nothing, 0)) run->last.come |= 1ULL << i;
    else if (missing < 0) missing = i;
  }
  return missing;
}

/* What those who have come say then. */
static void hear_more(upc_stride_call_t *run) {
  int i;
  for (i = 0; i < run->plan->npeers; i++) {
    upc_stride_step_t s = with(i);
    char kind = 0;
    if (!(run->last.come >> i & 1) || !upc_stride_call_receive(run, &s, &kind, 1)) continue;
    if (kind == TOKEN) run->last.token = 1;
    else run->last.over = 1;
  }
}

int upc_stride_last_arriver_found(upc_stride_call_t *run, const upc_stride_step_t *s) {
  char kind = TOKEN;
  int missing;
  if (!run->last.begun) run->last.begun = 1, run->last.token = MYTHREAD == s->s;
  missing = hear(run);
  if (!run->last.over) hear_more(run);
  if (run->last.token) {
    if (missing >= 0) missing = hear(run); /* the token may say that they have come */
    if (missing < 0) return run->last.works = 1;
  }
  run->last.awaited = missing < 0 ? 0 : missing;
  if (run->last.token) {
    upc_stride_step_t to = with(missing);
    run->last.token = !upc_stride_call_send(run, &to, &kind, 1);
  }
  return run->last.over && missing < 0;
}

int upc_stride_last_arriver_done(upc_stride_call_t *run, const upc_stride_step_t *s) {
  char kind = DONE;
  return upc_stride_call_send(run, s, &kind, 1);
}
