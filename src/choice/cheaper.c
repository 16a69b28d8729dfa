/* SPDX-License-Identifier: BSD-3-Clause
 * Chooses the schedule that costs the least on a network that is described (network.h), by the formulas of cost.c. */
#include "choice/network.h"

#include <stdio.h>
#include <string.h>

/* The formulas leave out some answers, and how messages meet. So another schedule must be this much better. */
#define CLEARLY 0.95

/* The names under which a schedule is tried: as it is, or with these parameters. */
static int spelled(const upc_stride_schedule_t *s, int i, char *text, size_t size) {
  const char *colon = strchr(s->name, ':');
  int stem = (int)strcspn(s->name, ":");
  if (colon != NULL && colon[1] == 'k') return i == 0 && snprintf(text, size, "%.*s:4", stem, s->name) > 0;
  if (i == 0) return snprintf(text, size, "%.*s", stem, s->name) > 0;
  return i == 1 && colon != NULL && s->segment > 0 && snprintf(text, size, "%.*s:16384", stem, s->name) > 0;
}

int upc_stride_cheaper(const upc_stride_network_t *N, upc_stride_choice_t *choice, const upc_stride_selector_t *m) {
  const upc_stride_schedule_t *s;
  upc_stride_choice_t other, best = *choice;
  double least = CLEARLY * upc_stride_cost(N, choice, m);
  char name[40];
  int i, k;
  if (least <= 0) return 0; /* there is no formula for it */
  for (i = 0; (s = upc_stride_schedule(i)) != NULL; i++) {
    if (s->operation != m->operation || upc_stride_cannot_serve(s, m) != NULL) continue;
    for (k = 0; spelled(s, k, name, sizeof name); k++) {
      double cost = upc_stride_schedule_named(m->operation, name, &other) ? upc_stride_cost(N, &other, m) : -1;
      if (cost < 0 || cost >= least) continue;
      least = cost;
      best = other;
    }
  }
  if (best.schedule == choice->schedule && best.arity == choice->arity && best.segment == choice->segment) return 0;
  best.by = "UPC_STRIDE_NETWORK";
  best.why = "the least time, by the formulas of choice/cost.c";
  *choice = best;
  return 1;
}
