/* SPDX-License-Identifier: BSD-3-Clause
 * barrier.h: what the barriers of all conduits share: tags, and the wait for a release in words that threads share. */
#ifndef URT_BARRIER_H
#define URT_BARRIER_H

#include <stdint.h>

/* Ends the job: two threads gave different tags to one barrier. */
_Noreturn void urtk_mismatch(int thread_a, int tag_a, int thread_b, int tag_b);

/* The first tag of a phase is kept in *first, as (thread + 1) << 32 | tag. Any other tag is compared with it. */
void urtk_compare_tag(uint64_t *first, int tag);
void urtk_compare_tags(uint64_t a, uint64_t b);

/* A release: `released` becomes `phase`, which wakes `sleepers`. */
void urtk_release(uint32_t *released, uint32_t *sleepers, uint32_t phase);
/* Waits until `released` is `goal`: first in turns of urtc_relax, then asleep on it, counted in `sleepers`. */
void urtk_await_release(int barrier, uint32_t *released, uint32_t *sleepers, uint32_t goal);

/* Called in a long wait. The core sets it to a function that ends the job if a thread that has ended can never come. */
extern void (*urtk_long_wait)(int barrier);

/* Runs tasks of upc_task.h, in programs that have them; else null. It returns what urt_meanwhile returns (urt.h), or
 * one of these. ASK_AGAIN: call it again soon, since no event tells of new work. HAVE_RUN: tasks have run, and more
 * may come soon. */
enum { URTK_TASKS_ASK_AGAIN = 2, URTK_TASKS_HAVE_RUN = 3 };
extern int (*urtk_run_tasks)(void);

/* A thread calls this in each turn of a wait in a barrier or for a lock. It runs tasks and what the library has to do,
 * and returns the greater of the two results. */
int urtk_meanwhile(void);

#endif
