/* SPDX-License-Identifier: BSD-3-Clause
 * sim: in which calls a thread's time goes. Time that passes in the runtime counts for the program's latest call,
 * which the runtime knows by its place in the source (URT_CALLED in urt.h). The simulator reports these times at the
 * end. */
#include <string.h>
#include "conduits/sim/control.h"

static const char *latest;               /* call, and its entry among the times of sites */
static struct sim_site *entry;

const char *urtc_without_folders(const char *call) {
  const char *end = strchr(call, ':'), *name = end ? end : call;
  while (name > call && name[-1] != '/') name--;
  return name;
}

/* The entry with this text. One text may be at several addresses: macros and inline functions. One thread runs at a
 * time, so nobody else adds a text meanwhile. */
static struct sim_site *find(const char *call) {
  char (*list)[sizeof urtc_control->site_text[0]] = urtc_control->site_text, text[sizeof *list] = "";
  int i = 0;
  strncpy(text, urtc_without_folders(call), sizeof text - 1);
  while (i < SIM_SITES - 1 && list[i][0] && strcmp(list[i], text) != 0) i++;
  if (i == SIM_SITES - 1) strcpy(text, "other calls");
  if (!list[i][0]) memcpy(list[i], text, sizeof text);
  urtc_seat->latest_site = (uint32_t)i;
  return sim_site_of(urtc_control, i, urt_mythread);
}

static struct sim_site *current(void) {
  const char *call = *urt_called;
  if (!entry || call != latest) entry = find(call ? call : "the start, before the first call");
  latest = call;
  return entry;
}

void urtc_count_time(double seconds) {
  if (seconds > 0) current()->seconds += seconds;
}

void urtc_note_site(void) { current(); }

void urtc_count_access(void) { current()->accesses++; }
