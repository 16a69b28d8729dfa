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

/* A thread calls this in each turn of a wait in a barrier or for a lock of the program's. It does work and what the
 * library has to do, and returns the greater of the two results. */
int urtk_meanwhile(void);
/* The same in a wait for a lock of the runtime's own, whose holder gives it back soon: it begins no work. */
int urtk_meanwhile_short(void);

#endif
