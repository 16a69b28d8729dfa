/* SPDX-License-Identifier: BSD-3-Clause
 * sim: in which calls a thread's time goes. Time that passes in the runtime counts for the program's latest call,
 * which the runtime knows by its place in the source (URT_CALLED in urt.h). The simulator reports these times at the
 * end. */
#include <string.h>
#include "conduits/sim/control.h"

static const char *latest;               /* call, and its entry in the seat */
static struct sim_site *entry;

const char *urtc_without_folders(const char *call) {
  const char *end = strchr(call, ':'), *name = end ? end : call;
  while (name > call && name[-1] != '/') name--;
  return name;
}

/* The entry with this text. One call may have several texts at several addresses: macros and inline functions. */
static struct sim_site *find(const char *call) {
  char text[sizeof entry->text] = "";
  struct sim_site *s = urtc_seat->sites;
  strncpy(text, urtc_without_folders(call), sizeof text - 1);
  for (; s < urtc_seat->sites + SIM_SITES - 1 && s->text[0]; s++)
    if (strcmp(s->text, text) == 0) return s;
  if (s == urtc_seat->sites + SIM_SITES - 1) strcpy(text, "other calls");
  memcpy(s->text, text, sizeof text);
  return s;
}

static struct sim_site *current(void) {
  const char *call = *urt_called;
  if (!entry || call != latest) entry = find(call ? call : "the start, before the first call");
  latest = call;
  urtc_seat->latest_site = (uint32_t)(entry - urtc_seat->sites);
  return entry;
}

void urtc_count_time(double seconds) {
  if (seconds > 0) current()->seconds += seconds;
}

void urtc_note_site(void) { current(); }

void urtc_count_access(void) { current()->accesses++; }
