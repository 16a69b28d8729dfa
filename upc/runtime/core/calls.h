/* SPDX-License-Identifier: BSD-3-Clause
 * calls.h: UPC's library calls as C sees them: what the prototypes of upc.h, upc_tick.h and upc_castable.h become
 * once `shared void *` is urt_ptr_t. For the runtime's sources and its tests in C; UPC programs include upc.h. */
#ifndef URT_CALLS_H
#define URT_CALLS_H

#include <stddef.h>
#include <stdint.h>
#include "urt.h"

void upc_global_exit(int status) __attribute__((noreturn));

urt_ptr_t upc_global_alloc(size_t nblocks, size_t nbytes);
urt_ptr_t upc_all_alloc(size_t nblocks, size_t nbytes);
urt_ptr_t upc_alloc(size_t nbytes);
urt_ptr_t upc_local_alloc(size_t nblocks, size_t nbytes);
void upc_free(urt_ptr_t p);
void upc_all_free(urt_ptr_t p);

size_t upc_threadof(urt_ptr_t p);
size_t upc_phaseof(urt_ptr_t p);
size_t upc_addrfield(urt_ptr_t p);
urt_ptr_t upc_resetphase(urt_ptr_t p);
size_t upc_affinitysize(size_t total, size_t block, size_t thread);

urt_ptr_t upc_global_lock_alloc(void);
urt_ptr_t upc_all_lock_alloc(void);
void upc_lock_free(urt_ptr_t lock);
void upc_all_lock_free(urt_ptr_t lock);
void upc_lock(urt_ptr_t lock);
int upc_lock_attempt(urt_ptr_t lock);
void upc_unlock(urt_ptr_t lock);

void upc_memcpy(urt_ptr_t dst, urt_ptr_t src, size_t bytes);
void upc_memget(void *dst, urt_ptr_t src, size_t bytes);
void upc_memput(urt_ptr_t dst, const void *src, size_t bytes);
void upc_memset(urt_ptr_t dst, int c, size_t bytes);

uint64_t upc_ticks_now(void);
uint64_t upc_ticks_to_ns(uint64_t ticks);

typedef struct { int guaranteedCastable, probablyCastable; } urt_thread_info_t; /* upc_thread_info_t */
void *upc_cast(urt_ptr_t p);
urt_thread_info_t upc_thread_info(size_t thread);

#endif
