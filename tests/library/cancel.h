/* SPDX-License-Identifier: BSD-3-Clause
 * cancel.h: an error in the middle of a random program. A seed chooses the thread, the error, and when it happens. */
#ifndef CANCEL_H
#define CANCEL_H

#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

static long cancel_left;                   /* calls of cancel_here until the error, on its thread; otherwise 0 */
static int cancel_kind;
static shared int *cancel_nowhere;
static int *volatile cancel_page = (int *)8; /* nothing is there; a sanitizer would report null before the crash */

/* Every thread calls it. Seed 0: no error. */
static void cancel_plan(unsigned long seed) {
  unsigned long x = seed * 0x9e3779b97f4a7c15UL;
  x ^= x >> 29, x *= 0xbf58476d1ce4e5b9UL, x ^= x >> 32;
  if (seed == 0 || (int)(x % (unsigned long)THREADS) != MYTHREAD) return;
  cancel_kind = (int)(x / 4096 % 4), cancel_left = 1 + (long)(x / 65536 % 40);
}

/* At the start of each step or task. */
static void cancel_here(void) {
  if (cancel_left == 0 || --cancel_left > 0) return;
  switch (cancel_kind) {
    case 0:
      fprintf(stderr, "cancelled by thread %d\n", MYTHREAD);
      upc_global_exit(3);
      break;
    case 1: abort();
    case 2: *cancel_page = 1; break;
    default: *cancel_nowhere = 1;
  }
}

#endif
