/* SPDX-License-Identifier: BSD-3-Clause
 * gasnet: the words in front of each thread's segment, and what the conduit's files share. A *node* is GASNet's
 * neighbourhood, the threads that map each other's memory (PSHM), or a part of it if UPC_NEAR says so. */
#ifndef URTC_CONTROL_H
#define URTC_CONTROL_H

#include <gasnetex.h>
#include "base/sizes.h"
#include "conduits/nodes/nodes.h"
#include "job/gasnet/monitor.h"
#include "job/job.h"

struct control {
  /* in the node's first thread: 1 + the thread that ends the job; 0: no thread does */
  _Alignas(URTK_LINE) int ending;
  int ended;                      /* 1 once this thread has ended */
  struct barrier barrier[URTC_BARRIERS]; /* in the node's first thread */
  _Alignas(URTK_LINE) uint64_t ended_threads[URTK_MOST_PROCESSES / 64]; /* in thread 0: a bit for each that has ended */
};

/* Room for it, in front of offset 0 of a segment. */
enum { CONTROL = (sizeof(struct control) + URTK_PAGE - 1) / URTK_PAGE * URTK_PAGE };

extern gex_TM_t urtc_team;        /* rank == thread */
extern int urtc_started;          /* 1 once GASNet runs, 2 once there are segments */
extern int urtc_first;            /* the node's first thread */
extern char **urtc_owner;         /* by thread: where its segment starts in its own process */

/* The control words of a near thread. */
static inline struct control *urtc_control(int thread) {
  return (struct control *)((char *)urt_near(urtk_at(thread, 0)) - CONTROL);
}

void urtc_set_segments(char **base); /* by thread, null if it is far (near.c) */
void urtc_share(uint32_t *table); /* collective: every thread's entry, the others being 0, known to all */
void urtc_register(gex_EP_t endpoint); /* the handlers of messages (message.c) */
void urtc_make_atomics(void);     /* collective */
/* word: in its owner's addresses */
uint64_t urtc_atomic(int thread, void *word, gex_OP_t operation, uint64_t a, uint64_t b);
void urtc_finish(int status, void *unused); /* the end of a thread (end.c) */

int urtc_progress(void);          /* urtk_progress (nodes.h): wait.c */

#endif
