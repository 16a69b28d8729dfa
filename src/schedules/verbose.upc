/* SPDX-License-Identifier: BSD-3-Clause */
#include "schedules/verbose.h"

#include <stdio.h>
#include <time.h>

enum { ROOM = 1024, PAUSE = 2000000 /* ns, longer than a write takes */ };

/* The shapes that were told, one that has several schedules (by its flags, say) once for each: the upper half of a word
 * is a shape's, the lower half who tells it, a thread + 1. */
static strict shared [] unsigned long long told[ROOM + 1]; /* the last: that there are more */

static unsigned long long shape_of(const upc_stride_choice_t *c, const upc_stride_selector_t *m) {
  const unsigned long long part[4] = {(unsigned long long)m->operation, m->bytes, (unsigned long long)m->members,
                                      (unsigned long long)m->ordered};
  unsigned long long h = 1469598103934665603ULL;
  const char *name;
  int i;
  for (i = 0; i < 4; i++) h = (h ^ part[i]) * 1099511628211ULL, h ^= h >> 29;
  for (name = c->schedule->name; *name != '\0'; name++) h = (h ^ (unsigned char)*name) * 1099511628211ULL, h ^= h >> 29;
  return h >> 32 << 32;
}

enum { MINE, OTHERS, TAKEN };

/* Whose the word is: the caller's, another's for the same shape, or another shape's. Several may find it empty at the same
 * time: after a pause it is the last one's that wrote its number (Fischer's algorithm, in Lamport, A Fast Mutual Exclusion
 * Algorithm, 1987). */
static int claim(int at, unsigned long long shape) {
  const unsigned long long mine = shape + (unsigned long long)MYTHREAD + 1;
  const struct timespec pause = {0, PAUSE};
  unsigned long long word = told[at];
  if (word == 0) {
    told[at] = mine;
    nanosleep(&pause, NULL);
    word = told[at];
    if (word == mine) return MINE;
  }
  return word >> 32 << 32 == shape ? OTHERS : TAKEN;
}

/* 1 for one of the threads that meet the shape. */
static int mine_to_tell(unsigned long long shape) {
  int at = (int)((shape >> 32) % ROOM), looked, whose;
  for (looked = 0; looked < ROOM; looked++, at = (at + 1) % ROOM) {
    whose = claim(at, shape);
    if (whose != TAKEN) return whose == MINE;
  }
  if (claim(ROOM, 0) == MINE) fprintf(stderr, "UPC_STRIDE_VERBOSE: more than %d shapes, the others are not told\n", ROOM);
  return 0;
}

void upc_stride_verbose_choice(const upc_stride_choice_t *c, const upc_stride_selector_t *m) {
  char text[40];
  if (!mine_to_tell(shape_of(c, m))) return;
  fprintf(stderr, "%s: %zu bytes, team of %d: %s (by %s%s%s)\n", upc_stride_operation_name(m->operation), m->bytes,
          m->members, upc_stride_schedule_spelled(c, text, sizeof text), c->by, c->why[0] != '\0' ? ": " : "", c->why);
}
