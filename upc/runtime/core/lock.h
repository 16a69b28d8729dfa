/* SPDX-License-Identifier: BSD-3-Clause
 * lock.h: the lock under upc_lock_t and under the heaps. Zeroed memory is a free lock. */
#ifndef URT_LOCK_H
#define URT_LOCK_H

#include "core/core.h"

struct lock {
  uint64_t holder; /* 0, or 1 + the thread that holds it; bit 31 too once somebody may sleep on it */
  uint64_t kind;   /* marks a upc_lock_t, from its allocation until it is freed */
  uint64_t unused[6];
};

void urtk_lock_take(urt_ptr_t lock);
int urtk_lock_try(urt_ptr_t lock);      /* 1 if it was free and is now the caller's */
int urtk_lock_drop(urt_ptr_t lock);     /* the thread that held it, -1 for none */
int urtk_lock_holder(urt_ptr_t lock);   /* the thread that holds it now, -1 for none */

#endif
