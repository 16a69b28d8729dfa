/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which schedule a call uses: the one that a variable forces; else that of the rule file, if a line of it fits
 * (rule.h); else that of the rule built in. A new schedule is one line of the table (schedules.c), and where it wins
 * one line of the rule. */
#include "schedules/choose.h"
#include "base/environment.h"
#include "schedules/rule.h"

#include <stdio.h>
#include <string.h>

/* ---- the rule built in ---- */

enum { LED_MOST = 63 }; /* members beside a root: a bit each (run.h) */

/* Bytes that one member moves sooner than all members wait for each other once more; and where each time they do that
 * they must be given a core again. */
enum { LEADER_WORK = 2 << 10, CROWDED_WORK = 128 << 10 };

/* Threads that share memory copy from where the data is, whatever the schedule, which then only carries signals: in
 * small teams the shallowest wins, and long messages need no other. Between nodes a root's work must be divided,
 * long messages be passed on in segments, and many short ones put together. */
static const char *built_in(const upc_stride_selector_t *m, const char **why) {
  int few = m->members <= 8, large = m->bytes >= 256 << 10, small = m->bytes <= 256;
  if (m->all > 0 && m->near && m->oversubscribed && m->work <= CROWDED_WORK)
    return *why = "ALLSYNC, few bytes, more threads than cores", "leader";
  if (m->all == 2 && m->near && few && m->work <= LEADER_WORK) return *why = "ALLSYNC, few bytes", "leader";
  switch (m->operation) {
    case UPC_STRIDE_OP_BROADCAST:
      if (few) return *why = "at most 8 members", "flat";
      if (!m->near && large) return *why = "long and between nodes", "chain";
      return *why = "more than 8 members", "binomial";
    case UPC_STRIDE_OP_SCATTER:
    case UPC_STRIDE_OP_GATHER:
      if (few || m->near || large) return *why = "every piece goes once, straight", "flat";
      return *why = "many members, short pieces, between nodes", "binomial";
    case UPC_STRIDE_OP_REDUCE:
    case UPC_STRIDE_OP_REDUCE_ALL:
      if (m->bytes >= 8 << 10) return *why = "long: each member combines a slice", "pairwise";
      if (m->ordered) return *why = "the order matters", "flat";
      if (few) return *why = "at most 8 members", "flat";
      return *why = "more than 8 members", "binomial";
    case UPC_STRIDE_OP_PREFIX_REDUCE:
      if (m->bytes >= 8 << 10) return *why = "long: each member combines a slice", "pairwise";
      return *why = "short: everybody combines all", "flat";
    case UPC_STRIDE_OP_GATHER_ALL:
    case UPC_STRIDE_OP_EXCHANGE:
      if (!few && small) return *why = "many members, short pieces", "bruck";
      return *why = few ? "at most 8 members" : "every piece goes once, straight", "pairwise";
    default: return *why = "every piece goes once, straight", "pairwise";
  }
}

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *why = "";
  if (forced != NULL) {
    upc_stride_schedule_named(m->operation, forced, choice);
    choice->by = upc_stride_operation_variable(m->operation);
  } else if (!upc_stride_rule_find(choice, m)) {
    upc_stride_schedule_named(m->operation, built_in(m, &why), choice);
    choice->by = "the built-in rule";
  }
  choice->why = why;
  if (m->ordered && choice->schedule->kind == UPC_STRIDE_TREE) {
    upc_stride_schedule_named(m->operation, "flat", choice);
    choice->by = "the order of the values";
    choice->why = "trees have their own";
  }
  if ((!m->near || m->members > LED_MOST) && choice->schedule->kind == UPC_STRIDE_LAST_ARRIVER_KIND) {
    if (!upc_stride_schedule_named(m->operation, "flat", choice))
      upc_stride_schedule_named(m->operation, "pairwise", choice);
    choice->by = m->near ? "the team" : "the nodes";
    choice->why = m->near ? "a leader has at most 64 members" : "a leader must be near to all";
  }
}

/* ---- forced ones ---- */

const char *upc_stride_forced_wrongly(void) {
  static char complaint[400];
  char names[200];
  int operation;
  for (operation = 0; operation < UPC_STRIDE_OPS; operation++) {
    const char *name = upc_stride_environment()->forced[operation];
    upc_stride_choice_t choice;
    if (name == NULL || upc_stride_schedule_named(operation, name, &choice)) continue;
    upc_stride_schedule_names(operation, names, sizeof names);
    snprintf(complaint, sizeof complaint, "%s: %s: no schedule \"%.40s\", must be one of: %s",
             upc_stride_operation_name(operation), upc_stride_operation_variable(operation), name, names);
    return complaint;
  }
  return NULL;
}
