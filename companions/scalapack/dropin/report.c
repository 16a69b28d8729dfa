/* SPDX-License-Identifier: BSD-3-Clause
 * UPC_STRIDE_VERBOSE=1: at the end, how many calls of each routine the library has computed, and why not the others. */
#include "dropin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 96 };
typedef struct tally {
  const char *reason;                 /* null: of a routine */
  const dropin_routine_t *routine;
  char letter;
  unsigned long computed, left;
} tally_t;
static tally_t tallies[MOST];
static int count;

static int is_first(void) {
  int mine = 0, processes;
  if (dropin_blacs.pinfo != NULL) dropin_blacs.pinfo(&mine, &processes);
  return mine == 0;
}

void dropin_say(const char *line) {
  static int said;
  if (!said++ && is_first()) fprintf(stderr, "upc_stride_scalapack: left to ScaLAPACK: %s\n", line);
}

static void report(void) {
  int i;
  for (i = 0; i < count; i++) {
    const tally_t *t = &tallies[i];
    if (t->reason != NULL) fprintf(stderr, "upc_stride_scalapack: %lu left because of %s\n", t->left, t->reason);
    else fprintf(stderr, "upc_stride_scalapack: p%c%s: %lu computed, %lu left to ScaLAPACK\n", t->letter,
                 t->routine->name, t->computed, t->left);
  }
}

static int is(const tally_t *t, const char *reason, const dropin_routine_t *routine, char letter) {
  return t->reason == reason && t->routine == routine && t->letter == letter;
}

/* The tally with this key, a new one if there is none; null if there are too many. */
static tally_t *find(const char *reason, const dropin_routine_t *routine, char letter) {
  int i = 0;
  while (i < count && !is(&tallies[i], reason, routine, letter)) i++;
  if (i == MOST) return NULL;
  if (i == count) {
    if (count++ == 0) atexit(report);
    tallies[i].reason = reason, tallies[i].routine = routine, tallies[i].letter = letter;
  }
  return &tallies[i];
}

void dropin_count(const dropin_call_t *c) {
  static int asked = -1;
  const char *verbose = getenv("UPC_STRIDE_VERBOSE");
  tally_t *t;
  if (asked < 0) asked = verbose != NULL && strcmp(verbose, "1") == 0 && is_first();
  if (!asked) return;
  if ((t = find(NULL, c->routine, c->letter)) != NULL) t->computed += c->reason == NULL, t->left += c->reason != NULL;
  if (c->reason != NULL && (t = find(c->reason, NULL, 0)) != NULL) t->left++;
}
