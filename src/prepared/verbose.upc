/* SPDX-License-Identifier: BSD-3-Clause */
#include "prepared/verbose.h"

#include <stdio.h>
#include <time.h>

enum { PAUSE = 2000000 /* ns, longer than a write takes */ };

/* The shapes that were reported, once for each schedule that they have. The upper half of a word is the shape, the
 * lower half the thread that reports it, plus 1. */
static strict shared [] unsigned long long reported[UPC_STRIDE_SHAPES + 1]; /* the last word: there are more */
/* Behind it, since most programs touch neither: what they touch of their segments is in as few pages as possible. */
static shared [] long long sums[UPC_STRIDE_SHAPES][UPC_STRIDE_SUMS];

shared [] long long *upc_stride_verbose_sums(int place) { return &sums[place][0]; }

unsigned long long upc_stride_verbose_shape(const unsigned long long *part, int parts, const char *name) {
  unsigned long long h = 1469598103934665603ULL;
  int i;
  for (i = 0; i < parts; i++) h = (h ^ part[i]) * 1099511628211ULL, h ^= h >> 29;
  for (; *name != '\0'; name++) h = (h ^ (unsigned char)*name) * 1099511628211ULL, h ^= h >> 29;
  return h >> 32 << 32;
}

static unsigned long long shape_of(const upc_stride_choice_t *c, const upc_stride_selector_t *m) {
  const unsigned long long part[4] = {(unsigned long long)m->operation, m->bytes, (unsigned long long)m->members,
                                      (unsigned long long)m->ordered};
  return upc_stride_verbose_shape(part, 4, c->schedule->name);
}

enum { MINE, OTHERS, TAKEN };

/* Whether the word is the caller's, another thread's for the same shape, or another shape's. Several threads may
 * find it empty at the same time. After a pause the last one that wrote its number has it (Fischer's algorithm, in
 * Lamport: A Fast Mutual Exclusion Algorithm, 1987). */
static int claim(int at, unsigned long long shape) {
  const unsigned long long mine = shape + (unsigned long long)MYTHREAD + 1;
  const struct timespec pause = {0, PAUSE};
  unsigned long long word = reported[at];
  if (word == 0) {
    reported[at] = mine;
    nanosleep(&pause, NULL);
    word = reported[at];
    if (word == mine) return MINE;
  }
  return word >> 32 << 32 == shape ? OTHERS : TAKEN;
}

int upc_stride_verbose_place(unsigned long long shape, int *is_first) {
  int at = (int)((shape >> 32) % UPC_STRIDE_SHAPES), looked, whose;
  *is_first = 0;
  for (looked = 0; looked < UPC_STRIDE_SHAPES; looked++, at = (at + 1) % UPC_STRIDE_SHAPES) {
    whose = claim(at, shape);
    if (whose == TAKEN) continue;
    *is_first = whose == MINE;
    return at;
  }
  if (claim(UPC_STRIDE_SHAPES, 0) == MINE)
    fprintf(stderr, "UPC_STRIDE_VERBOSE: more than %d shapes, the others are not reported\n", UPC_STRIDE_SHAPES);
  return -1;
}

void upc_stride_verbose_choice(const upc_stride_choice_t *c, const upc_stride_selector_t *m) {
  char reason[400];
  int is_first;
  upc_stride_verbose_place(shape_of(c, m), &is_first);
  if (!is_first) return;
  upc_stride_choice_reason(c, reason, sizeof reason);
  fprintf(stderr, "%s: %zu bytes, team of %d: %s\n", upc_stride_operation_name(m->operation), m->bytes, m->members,
          reason);
}
