/* SPDX-License-Identifier: BSD-3-Clause
 * --call: which schedule a call in the team has, and by which line of which file, as UPC_STRIDE_VERBOSE says in a
 * program. With --play its messages, step by step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "choice/rule.h"
#include "common/mistake.h"
#include "show.h"

static int operation_named(const char *name) {
  for (int i = 0; i < UPC_STRIDE_OPS; i++)
    if (!strcmp(name, upc_stride_operation_name(i) + strlen("upc_stride_"))) return i;
  mistake("--call %s: no such operation, must be like broadcast or gather_all", name);
}

void force_schedule(const request_t *r) {
  char setting[400];
  if (!r->schedule) return;
  operation_named(r->call);
  if (snprintf(setting, sizeof setting, "%s=%s", r->call, r->schedule) >= (int)sizeof setting)
    mistake("--schedule %s: too long", r->schedule);
  setenv("UPC_STRIDE_SCHEDULE", setting, 1);
}

const char *conduit_of(const request_t *r, const machine_t *m) {
  return r->network ? r->network : m->name ? "sim" : "smp";
}

/* With ALLSYNC, and a core for each thread. Threads that share memory are those of the machine's nodes; without a
 * machine all with smp, and none on a network. */
static show_call_t call_of(const picture_t *p, const request_t *r, const machine_t *m) {
  show_call_t c = {.operation = operation_named(r->call), .root = p->root, .bytes = p->bytes, .layout = &p->layout,
                   .to = p->has_to ? &p->to : &p->layout, .intervals = p->intervals, .interval = p->interval,
                   .type = p->type_number, .conduit = conduit_of(r, m)};
  c.per_node = m->name ? m->file.number.threadsPerNode : strcmp(c.conduit, "smp") ? 1 : (int)p->layout.threads;
  const char *wrong = upc_stride_rule_wrong();
  if (!wrong) wrong = upc_stride_forced_wrongly();
  if (!wrong) wrong = upc_stride_torus_wrong((int)p->layout.threads);
  if (wrong) mistake("%s", wrong);
  return c;
}

static void list_steps(const upc_stride_played_t *play) {
  for (int i = 0, step = -1; i < play->messages; i++) {
    const upc_stride_played_message_t *m = &play->message[i];
    if (m->kind == UPC_STRIDE_PLAYED_SIGNAL) continue;
    if (m->step != step) printf("%sstep %d:", step >= 0 ? "\n" : "", m->step);
    step = m->step;
    printf(" %d>%d %g", m->from, m->to, m->bytes);
  }
  printf("%s%d members, %d steps\n", play->steps ? "\n" : "", play->members, play->steps);
}

void play_call(upc_stride_played_t *play, const picture_t *p, const request_t *r, const machine_t *m) {
  const show_call_t c = call_of(p, r, m);
  if (r->play) show_plans(play, &c);
  else show_choose_for(play, &c);
}

void show_choice(const request_t *r, const upc_stride_played_t *play) {
  char reason[400];
  upc_stride_choice_reason(&play->choice, reason, sizeof reason);
  printf("%s: %zu bytes, team of %d: %s\n", upc_stride_operation_name(play->selector.operation), play->selector.bytes,
         play->selector.members, reason);
  if (r->play) list_steps(play);
}
