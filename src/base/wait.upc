/* SPDX-License-Identifier: BSD-3-Clause
 * Waiting: a while by spinning, then giving the core away, since there may be more threads than cores. */
#include "base/wait.h"

enum { BESIDE = 40 }; /* turns of a pause, 10 to 40 ns each, beside 2 us for two switches of threads */

void upc_stride_relax_other_core(unsigned turn) { upc_stride_relax(turn < BESIDE ? 0 : turn - BESIDE + 1); }

#ifdef __URT__ /* our own runtime also makes its conduit progress */

extern void urt_relax(unsigned int turn);
extern void urt_poll(void);

void upc_stride_relax(unsigned turn) { urt_relax(turn); }
void upc_stride_poll(void) { urt_poll(); }

#else

#include <sched.h>

enum { SPINS = 500 };

/* A fence is what standard UPC has for it: Berkeley's runtime serves other threads' puts and gets only in its own calls. */
void upc_stride_poll(void) { upc_fence; }

void upc_stride_relax(unsigned turn) {
  upc_stride_poll();
  if (turn >= SPINS) sched_yield();
}

#endif
