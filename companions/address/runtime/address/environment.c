/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_ASAN, in programs compiled by upcc -fsanitize=address: words with commas between. `exit`, the default, ends the
 * job at the first fault, `report` tells of all, `json` tells of all in JSON; `leaks` also tells what was never
 * freed, `unwritten` of reads of memory that was allocated and never written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "address/address.h"
#include "base/companions.h"
#include "base/tell.h"

struct urtk_address_settings urtk_address_settings = {.stops = 1};

static int is(const char *word, size_t length, const char *name) {
  return length == strlen(name) && strncmp(word, name, length) == 0;
}

void urtk_address_read_settings(void) {
  const char *text = getenv("UPC_ASAN"), *all = text;
  struct urtk_address_settings s = {.stops = 1};
  while (text && *text) {
    size_t length = strcspn(text, ",");
    if (is(text, length, "report")) s.stops = 0;
    else if (is(text, length, "json")) s.stops = 0, s.json = 1;
    else if (is(text, length, "leaks")) s.leaks = 1;
    else if (is(text, length, "unwritten")) s.unwritten = 1;
    else if (!is(text, length, "exit"))
      urtk_usage(2, "UPC_ASAN is '%s'; it must be of the words exit, report, json, leaks and unwritten", all);
    text += length + (text[length] == ',');
  }
  urtk_address_settings = s;
}

/* A program that nobody looks at would pass as one without faults. */
static void say_nobody_looks(void) {
  const char *asked = getenv("UPC_ASAN");
  if (asked && *asked && !urtk_memory_events && urt_mythread == 0)
    fputs("upc: UPC_ASAN is set, but nobody looks at addresses: upcc was called without -fsanitize=address\n", stderr);
}

const struct urtk_companion urtk_in_address = {.check = urtk_address_read_settings, .start = say_nobody_looks};
