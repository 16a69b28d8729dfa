/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_RACE, in programs compiled by upcc -fsanitize=race: `report` tells of all races, `exit` ends the job at the
 * first, `json` tells of them in JSON. Default: report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/companions.h"
#include "base/fail.h"
#include "base/identity.h"
#include "base/tell.h"
#include "race/environment.h"

int urtk_env_race(void) {
  static const char *const modes[] = {"report", "exit", "json"};
  const char *text = getenv("UPC_RACE");
  if (!text || !*text) return 0;
  for (int i = 0; i < 3; i++)
    if (!strcmp(text, modes[i])) return i;
  urtk_usage(2, "UPC_RACE is '%s'; it must be report, exit or json", text);
}

static void check(void) { urtk_env_race(); }

/* A program without the detector would pass as one without races. */
static void say_no_detector(void) {
  const char *asked = getenv("UPC_RACE");
  if (asked && *asked && !urtk_memory_events && urt_mythread == 0)
    fputs("upc: UPC_RACE is set, but nobody looks for races: upcc was called without -fsanitize=race\n", stderr);
}

/* The detector is for programs whose threads have its memory in common. */
static const char *refuses(void) {
#ifndef URT_ONE_MAPPING
  const char *text = getenv("UPC_RACE");
  if (text && *text) return "UPC_RACE is set: races are looked for with -network=smp or -network=sim";
#endif
  return NULL;
}

const struct urtk_companion urtk_in_race = {.check = check, .start = say_no_detector, .refuses = refuses};
