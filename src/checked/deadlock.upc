/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Watching long waits. Thread a waits in a call for thread b. Thread b will not come
 *   - if b has ended, or waits in a barrier, or a collective call of the runtime's own, that a has not reached (our
 *     own runtime can tell);
 *   - if b waits for a lock that a holds, and a cannot go on to give it back;
 *   - if b waits for a third thread, which waits for another, and so on back to a, and all of them have looked again
 *     since. Then they start shared calls in different orders, or one of them made a call that the others do not make.
 * In each case the line says what b called last. If that is a call of the same line, which no other thread is known to
 * make alike, it is the same call with another argument, and the line says which.
 */
#include "checked/checked.h"
#include "engine/call.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "base/environment.h"
#include "base/port.h"

#include <stdio.h>
#include <string.h>

#define PATIENCE 0.1                  /* seconds before a wait is a long one, and between two looks at it */
enum { CHAIN = 64, LOOKS = 1024 };    /* each wait counts its looks from a new multiple of LOOKS */

/* Thread b will not make this call. */
static void missing(const upc_stride_call_t *call, int b, const char *instead, int waits) {
  const upc_stride_prepared_t *P = call->prepared;
  const upc_stride_call_log_t *log = upc_stride_read_log(b);
  const upc_stride_record_t *last;
  char text[400];
  if (log == NULL || log->calls == 0)
    upc_stride_fail_all(&call->site, "call", "thread %d %s without making this call. All members must make it.", b,
                        instead);
  last = &log->record[log->calls % UPC_STRIDE_LOGGED_CALLS];
  if (!waits && P->record != NULL && !upc_stride_other_call(P->record, last) && last->hash != P->record->hash &&
      !upc_stride_is_agreed(b, log, last))
    upc_stride_differ(&call->site, P->record, b, last);
  upc_stride_fail_all(&call->site, "call", "thread %d %s without making this call. All members must make it. Its last "
                      "call was %s", b,
                      instead, upc_stride_record_text(last, text, sizeof text));
}

typedef struct circle {
  int length, thread[CHAIN];
  unsigned looks[CHAIN];
} circle_t;

/* The circle of waits that starts with b: 1 if it comes back to the caller. */
static int find_circle(int b, circle_t *c) {
  const upc_stride_call_log_t *log;
  for (c->length = 0; c->length < CHAIN; c->length++) {
    if (b == MYTHREAD) return c->length > 0;
    if ((log = upc_stride_read_log(b)) == NULL || log->waits_for == 0) return 0;
    c->thread[c->length] = b;
    c->looks[c->length] = log->looks;
    b = log->waits_for - 1;
  }
  return 0;
}

/* 1 for the same circle, all members of which have looked for the same messages again since. */
static int goes_on(const circle_t *before, const circle_t *c) {
  int i;
  for (i = 0; i < c->length; i++)
    if (c->thread[i] != before->thread[i] || c->looks[i] - before->looks[i] < 3 ||
        c->looks[i] / LOOKS != before->looks[i] / LOOKS)
      return 0;
  return before->length == c->length;
}

static int caught(int b) {
  static circle_t *before; /* null: not looked yet */
  circle_t c;
  if (before == NULL) before = upc_stride_alloc(1, sizeof *before, "a circle of threads that wait");
  if (!find_circle(b, &c)) before->length = 0;
  else if (before->length > 0 && goes_on(before, &c)) return 1;
  else if (before->length != c.length || before->thread[0] != b) *before = c;
  return 0;
}

/* At the end of the chain of waits that starts with b. */
static int waited_for(int b) {
  const upc_stride_call_log_t *log;
  int i;
  for (i = 0; i < CHAIN && (log = upc_stride_read_log(b)) != NULL && log->waits_for != 0; i++) b = log->waits_for - 1;
  return b;
}

static void too_long(const upc_stride_call_t *call, int b, double seconds) {
  char text[300];
  int t;
  for (t = 0; t < THREADS && upc_stride_fail_speaks(); t++) {
    const upc_stride_call_log_t *log = upc_stride_read_log(t);
    int known = log != NULL && log->calls > 0;
    fprintf(stderr, "upc_stride: thread %d called last: %s\n", t,
            known ? upc_stride_record_text(&log->record[log->calls % UPC_STRIDE_LOGGED_CALLS], text, sizeof text)
                  : "nothing");
  }
  fflush(stderr);
  upc_stride_fail_all(&call->site, "call",
                      "has waited %.1f s for thread %d, which must make this call too within %.1f s "
                      "(UPC_STRIDE_TIMEOUT)",
                      seconds, waited_for(b), upc_stride_environment()->timeout);
}

/* What b does instead of coming, or null. blocks: the caller does nothing else until b has come. */
static const char *instead(int b, int blocks) {
  static char text[60];
  const char *other;
  if (upc_stride_has_ended(b)) return "ends";
  other = upc_stride_waits_in(b);
  if (other == NULL && !(blocks && upc_stride_waits_for_my_lock(b))) return NULL;
  if (other != NULL) snprintf(text, sizeof text, "goes to a %s", other);
  else snprintf(text, sizeof text, "waits for a lock of thread %d", (int)MYTHREAD);
  return text;
}

/* 1 from the second look at the same wait on. At the first look, b's message may have come after the caller looked for
 * it and before the caller looked at b. */
static int still(upc_stride_call_t *call, int b, int suspected) {
  int same = call->suspect == b + 1;
  call->suspect = suspected ? b + 1 : 0;
  return suspected && same;
}

/* The caller has waited for b so long. */
static void consider(upc_stride_call_t *call, int b, double seconds, int blocks) {
  const upc_stride_environment_t *env = upc_stride_environment();
  upc_stride_call_log_t *mine = upc_stride_my_log();
  const char *what = NULL;
  int checks;
  mine->waits_for = b + 1;
  upc_stride_calls_advance(); /* there may be so many calls in flight that some have had no turn since the last look */
  if (call->step != call->stuck_step) return;
  mine->looks++;
  upc_fence;
  checks = env->check && seconds > 2 * PATIENCE && !upc_stride_call_all_entered(call);
  if (checks) what = instead(b, blocks);
  if (still(call, b, what != NULL)) missing(call, b, what, 0);
  if (checks && caught(b)) missing(call, b, "waits for others", 1);
  if (env->timeout > 0 && seconds > env->timeout) too_long(call, b, seconds);
}

/* The call waits no more. */
static void resolved(void) { upc_stride_my_log()->waits_for = 0; }

/* The second look at a wait comes as long after the first one as a look at another call would. */
static int look(upc_stride_call_t *call, int blocks) {
  static double looked;
  double time;
  int peer = upc_stride_call_awaited(call);
  if (peer < 0) return 0;
  time = upc_stride_seconds();
  if (call->stuck_step != call->step) {
    call->stuck_step = call->step;
    call->stuck_since = time;
    call->suspect = 0;
    upc_stride_my_log()->waits_for = 0;
    upc_stride_my_log()->looks = (upc_stride_my_log()->looks / LOOKS + 1) * LOOKS;
  }
  if (time - call->stuck_since < PATIENCE || time - (call->suspect ? call->suspected : looked) < PATIENCE / 4)
    return call->suspect != 0;
  looked = call->suspected = time;
  consider(call, call->run.plan->peers[peer].thread, time - call->stuck_since, blocks);
  return call->suspect != 0;
}

void upc_stride_watch_calls(void) { upc_stride_call_watch(look, resolved); }
