/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The choice of a call's schedule: the schedule that a variable forces, else that of the first rule that fits
 * (rule.h). If this is a rule of the library's and the network is described, a schedule that costs less there by its
 * formula (network.h). A schedule that cannot serve the call is passed over. */
#include "choice/choose.h"
#include "base/environment.h"
#include "choice/network.h"
#include "choice/rule.h"

#include <stdio.h>

/* The first row of the operation, which serves every call: if no rule fits. */
static void take_first(upc_stride_choice_t *choice, int operation) {
  int i = 0;
  while (upc_stride_schedule(i)->operation != operation) i++;
  upc_stride_schedule_named(operation, upc_stride_schedule(i)->name, choice);
  choice->by = "the table of schedules";
  choice->why = "no rule fits";
}

/* A thread itself packs and sends the messages of the first rounds of a split-phase call, before it computes. A helper
 * is to do that with most of them. Members may differ in this number. */
static void limit_rounds(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const upc_stride_network_t *N = upc_stride_network();
  if (m->split && N != NULL && N->helper && choice->rounds > choice->helper_rounds)
    choice->rounds = choice->helper_rounds;
}

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *refused = NULL;
  int found;
  if (forced != NULL && upc_stride_schedule_named(m->operation, forced, choice)) {
    refused = upc_stride_cannot_serve(choice->schedule, m);
    choice->by = upc_stride_operation_variable(m->operation);
    choice->why = "";
    if (refused == NULL) return;
  }
  found = upc_stride_rule_find(choice, m);
  if (found == 0) take_first(choice, m->operation);
  if (found != 1 && !m->near && upc_stride_network() != NULL) upc_stride_cheaper(upc_stride_network(), choice, m);
  limit_rounds(choice, m);
  if (refused != NULL) choice->why = refused;
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
