/* SPDX-License-Identifier: BSD-3-Clause
 * atomic.h: one atomic update of a value in shared memory, under upc_atomic.h and Berkeley's atomics. */
#ifndef URT_ATOMIC_H
#define URT_ATOMIC_H

#include "core/core.h"
#include "core/value.h"

/* The value before. The target lies at a multiple of its size. */
uint64_t urtk_update(urt_ptr_t target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);
uint64_t urtk_update_strict(urt_ptr_t target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);
uint64_t urtk_update_private(void *target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);

/* The same for a pointer-to-shared: GET, SET or CSWAP. */
urt_ptr_t urtk_update_pts(urt_ptr_t target, urtk_change_t change, urt_ptr_t a, urt_ptr_t b);

int urtk_update_is_fast(urt_ptr_t target, size_t bytes);

/* Bytes of a value of a domain of upc_atomic.h; libraries/upc_atomic.c has it. */
size_t urtk_domain_size(urt_ptr_t domain);

#endif
