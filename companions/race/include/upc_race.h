/* SPDX-License-Identifier: BSD-3-Clause
 * upc_race_ok(x): races on x are meant. For upcc -fsanitize=race; otherwise it does nothing. One thread calls it,
 * before the accesses; x is a shared variable, or an element of an array. From then on accesses to x are atomic for
 * the race detector: they are never a race, and upc_fence before a write and after a read of x orders what stands
 * around them. */
#ifndef UPC_RACE_H
#define UPC_RACE_H

#ifdef __UPC_RACE__
#include <stddef.h>
void urt_race_ok(shared const void *__x, size_t __bytes, int __on_all);
#define upc_race_ok(x) urt_race_ok(&(x), upc_localsizeof(x), sizeof(x) != upc_elemsizeof(x))
#else
#define upc_race_ok(x) ((void)0)
#endif

#endif
