/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_atomic.h: atomic memory operations (UPC 1.3 optional library, 7.6).
 *
 * A *domain* names a type and the operations that will be used on objects of this type. The operations of one domain
 * on one object are atomic with each other, and with nothing else. Put a barrier between them and plain accesses to
 * this object, and between them and the operations of other domains.
 *
 *     types                                            operations
 *     UPC_INT UPC_UINT UPC_LONG UPC_ULONG              all
 *     UPC_INT32 UPC_UINT32 UPC_INT64 UPC_UINT64
 *     UPC_FLOAT UPC_DOUBLE                             all but AND OR XOR
 *     UPC_PTS (shared void *)                          GET SET CSWAP
 *
 * MIN and MAX of floating types are minimum and maximum of IEEE 754-2019, as in reductions: with a NaN the result is a
 * NaN, and -0 is less than 0.
 *
 *     shared uint64_t tickets;
 *     upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_INC | UPC_GET, 0);
 *     uint64_t mine;
 *     upc_atomic_relaxed(domain, &mine, UPC_INC, &tickets, 0, 0);   a ticket for each thread
 *
 * Any other type or operation ends the job, with one line that says so. */
#ifndef UPC_ATOMIC_H
#define UPC_ATOMIC_H

#include "upc_types.h"

/* Operations besides those of upc_types.h: UPC_ADD MULT AND OR XOR MIN MAX. */
#define UPC_GET 0x200UL   /* read */
#define UPC_SET 0x400UL   /* write; a swap if the old value is fetched */
#define UPC_CSWAP 0x800UL /* *target = *target == *operand1 ? *operand2 : *target; fails only if they differ */
#define UPC_SUB 0x1000UL
#define UPC_INC 0x2000UL
#define UPC_DEC 0x4000UL

/* Hints: accepted, and ignored. */
typedef int upc_atomichint_t;
#define UPC_ATOMIC_HINT_DEFAULT 0
#define UPC_ATOMIC_HINT_LATENCY 1
#define UPC_ATOMIC_HINT_THROUGHPUT 2

#ifdef __UPC__ /* the runtime, in C, wants the constants alone */

typedef shared struct upc_atomicdomain upc_atomicdomain_t;

/* Collective, with the same arguments on all threads, and the same result. */
upc_atomicdomain_t *upc_all_atomicdomain_alloc(upc_type_t __type, upc_op_t __ops, upc_atomichint_t __hints);

/* Collective; null is ignored. The domain exists until all threads have called. */
void upc_all_atomicdomain_free(upc_atomicdomain_t *__ptr);

/* *target = *target op *operand1 (INC, DEC: op 1), atomically. The old value goes to *fetch_ptr, unless fetch_ptr is
 * null; GET needs a fetch_ptr. operand1 is null for GET, INC and DEC. operand2 is null for all but CSWAP. */
void upc_atomic_relaxed(upc_atomicdomain_t *__domain, void *__restrict __fetch_ptr, upc_op_t __op,
                        shared void *__restrict __target, const void *__restrict __operand1,
                        const void *__restrict __operand2);
void upc_atomic_strict(upc_atomicdomain_t *__domain, void *__restrict __fetch_ptr, upc_op_t __op,
                       shared void *__restrict __target, const void *__restrict __operand1,
                       const void *__restrict __operand2);

/* Not 0 if the processor does this operation itself, on memory that it reaches by address. */
int upc_atomic_isfast(upc_type_t __type, upc_op_t __ops, shared void *__addr);
#define UPC_ATOMIC_PERFORMANCE_FAST 1          /* GCC UPC's names for what it returns */
#define UPC_ATOMIC_PERFORMANCE_NOT_FAST 0

#endif
#endif
