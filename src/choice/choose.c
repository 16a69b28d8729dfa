/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The choice of a call's schedule: the schedule that a variable forces, else that of the first rule that fits (rule.h).
 * A schedule that cannot serve the call is passed over. */
#include "choice/choose.h"
#include "base/environment.h"
#include "choice/rule.h"

#include <stdio.h>

void upc_stride_choose(upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const char *forced = upc_stride_environment()->forced[m->operation], *refused = NULL;
  if (forced != NULL && upc_stride_schedule_named(m->operation, forced, choice)) {
    refused = upc_stride_choice_cannot_serve(choice, m);
    choice->by = upc_stride_operation_variable(m->operation);
    choice->why = "";
    choice->line = 0;
    if (refused == NULL) return;
  }
  upc_stride_rule_find(choice, m);
  if (refused != NULL) choice->why = refused;
  if (m->helped && choice->rounds > choice->helper_rounds) choice->rounds = choice->helper_rounds;
}

/* ---- forced ones ---- */

const char *upc_stride_forced_wrongly(void) {
  static char complaint[400];
  char names[300];
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
