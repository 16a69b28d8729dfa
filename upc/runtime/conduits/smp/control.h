/* SPDX-License-Identifier: BSD-3-Clause
 * smp: the words the threads and the monitor share, in front of the segments. Each group has a line of its own. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <stdint.h>
#include "conduits/conduit.h"
#include "job/job.h"
#include "job/smp/monitor.h"

/* What one of two threads tells the other: one line, written by it alone but for the sleepers. */
struct came {
  _Alignas(URTK_LINE) uint32_t count;    /* phases it has notified: what the other watches, and sleeps on */
  uint32_t sleepers;
  uint64_t tag[2];                /* of even and odd phases: 1 << 32 | tag, or 0 */
};

struct barrier {
  struct came came[2];            /* with two threads; else .. */
  _Alignas(URTK_LINE) uint32_t arrived;  /* threads that have notified in this phase */
  uint64_t tag;                   /* the phase's first tag: (thread + 1) << 32 | tag; 0 while there is none */
  _Alignas(URTK_LINE) uint32_t released; /* phases completed: what waiting threads watch, and sleep on */
  _Alignas(URTK_LINE) uint32_t sleepers;
};

struct control {
  _Alignas(URTK_LINE) int ending;        /* how a thread ends the job (urtk_decides_end); 0: none does */
  struct barrier barrier[URTC_BARRIERS];
  _Alignas(URTK_LINE) int ended[];       /* by thread: 1 once the monitor has seen it end */
};

extern struct control *urtc_control;
void urtc_set_delays(double microseconds, double megabytes_a_second); /* transfer.c */

void urtc_set_segments(char *first, unsigned long stride, int threads); /* near.c */
void urtc_bind(int thread);       /* to a processor; for good if the user binds threads */

#endif
