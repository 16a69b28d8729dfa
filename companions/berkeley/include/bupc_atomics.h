/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bupc_atomics.h, included by bupc_extensions.h: Berkeley UPC's atomic operations, bupc_atomicTYPE_OPERATION_FORM.
 *
 *     uint64_t mine = bupc_atomicU64_fetchadd_relaxed(&tickets, 1);    shared uint64_t tickets
 *
 * TYPE       U64 uint64_t, I64 int64_t, U32 uint32_t, I32 int32_t, UL unsigned long, L long, UI unsigned int, I int,
 *            F float, D double. F and D have the first four operations only.
 * OPERATION  read      returns the value
 *            set       writes `value`
 *            swap      writes `value`. This operation and the following return the old value
 *            cswap     writes `value` if the old value is `old`
 *            mswap     writes the bits of `value` that are 1 in `mask`
 *            fetchadd, fetchand, fetchor, fetchxor, fetchnot    combine the old value with `value`, or invert its bits
 * FORM       relaxed or strict, through a pointer-to-shared; private: relaxed, through a private pointer
 *
 * Operations on one object are atomic with each other if their types have the same size, whatever their form; those of
 * upc_atomic.h are too. */
#ifndef BUPC_ATOMICS_H
#define BUPC_ATOMICS_H

#include <stdint.h>

uint64_t bupc_atomicU64_read_relaxed(shared void *__p);
void bupc_atomicU64_set_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_swap_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_cswap_relaxed(shared void *__p, uint64_t __old, uint64_t __value);
uint64_t bupc_atomicU64_mswap_relaxed(shared void *__p, uint64_t __mask, uint64_t __value);
uint64_t bupc_atomicU64_fetchadd_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchand_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchor_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchxor_relaxed(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchnot_relaxed(shared void *__p);
uint64_t bupc_atomicU64_read_strict(shared void *__p);
void bupc_atomicU64_set_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_swap_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_cswap_strict(shared void *__p, uint64_t __old, uint64_t __value);
uint64_t bupc_atomicU64_mswap_strict(shared void *__p, uint64_t __mask, uint64_t __value);
uint64_t bupc_atomicU64_fetchadd_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchand_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchor_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchxor_strict(shared void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchnot_strict(shared void *__p);
uint64_t bupc_atomicU64_read_private(void *__p);
void bupc_atomicU64_set_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_swap_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_cswap_private(void *__p, uint64_t __old, uint64_t __value);
uint64_t bupc_atomicU64_mswap_private(void *__p, uint64_t __mask, uint64_t __value);
uint64_t bupc_atomicU64_fetchadd_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchand_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchor_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchxor_private(void *__p, uint64_t __value);
uint64_t bupc_atomicU64_fetchnot_private(void *__p);

int64_t bupc_atomicI64_read_relaxed(shared void *__p);
void bupc_atomicI64_set_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_swap_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_cswap_relaxed(shared void *__p, int64_t __old, int64_t __value);
int64_t bupc_atomicI64_mswap_relaxed(shared void *__p, int64_t __mask, int64_t __value);
int64_t bupc_atomicI64_fetchadd_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchand_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchor_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchxor_relaxed(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchnot_relaxed(shared void *__p);
int64_t bupc_atomicI64_read_strict(shared void *__p);
void bupc_atomicI64_set_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_swap_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_cswap_strict(shared void *__p, int64_t __old, int64_t __value);
int64_t bupc_atomicI64_mswap_strict(shared void *__p, int64_t __mask, int64_t __value);
int64_t bupc_atomicI64_fetchadd_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchand_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchor_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchxor_strict(shared void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchnot_strict(shared void *__p);
int64_t bupc_atomicI64_read_private(void *__p);
void bupc_atomicI64_set_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_swap_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_cswap_private(void *__p, int64_t __old, int64_t __value);
int64_t bupc_atomicI64_mswap_private(void *__p, int64_t __mask, int64_t __value);
int64_t bupc_atomicI64_fetchadd_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchand_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchor_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchxor_private(void *__p, int64_t __value);
int64_t bupc_atomicI64_fetchnot_private(void *__p);

uint32_t bupc_atomicU32_read_relaxed(shared void *__p);
void bupc_atomicU32_set_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_swap_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_cswap_relaxed(shared void *__p, uint32_t __old, uint32_t __value);
uint32_t bupc_atomicU32_mswap_relaxed(shared void *__p, uint32_t __mask, uint32_t __value);
uint32_t bupc_atomicU32_fetchadd_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchand_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchor_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchxor_relaxed(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchnot_relaxed(shared void *__p);
uint32_t bupc_atomicU32_read_strict(shared void *__p);
void bupc_atomicU32_set_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_swap_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_cswap_strict(shared void *__p, uint32_t __old, uint32_t __value);
uint32_t bupc_atomicU32_mswap_strict(shared void *__p, uint32_t __mask, uint32_t __value);
uint32_t bupc_atomicU32_fetchadd_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchand_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchor_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchxor_strict(shared void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchnot_strict(shared void *__p);
uint32_t bupc_atomicU32_read_private(void *__p);
void bupc_atomicU32_set_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_swap_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_cswap_private(void *__p, uint32_t __old, uint32_t __value);
uint32_t bupc_atomicU32_mswap_private(void *__p, uint32_t __mask, uint32_t __value);
uint32_t bupc_atomicU32_fetchadd_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchand_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchor_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchxor_private(void *__p, uint32_t __value);
uint32_t bupc_atomicU32_fetchnot_private(void *__p);

int32_t bupc_atomicI32_read_relaxed(shared void *__p);
void bupc_atomicI32_set_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_swap_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_cswap_relaxed(shared void *__p, int32_t __old, int32_t __value);
int32_t bupc_atomicI32_mswap_relaxed(shared void *__p, int32_t __mask, int32_t __value);
int32_t bupc_atomicI32_fetchadd_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchand_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchor_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchxor_relaxed(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchnot_relaxed(shared void *__p);
int32_t bupc_atomicI32_read_strict(shared void *__p);
void bupc_atomicI32_set_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_swap_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_cswap_strict(shared void *__p, int32_t __old, int32_t __value);
int32_t bupc_atomicI32_mswap_strict(shared void *__p, int32_t __mask, int32_t __value);
int32_t bupc_atomicI32_fetchadd_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchand_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchor_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchxor_strict(shared void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchnot_strict(shared void *__p);
int32_t bupc_atomicI32_read_private(void *__p);
void bupc_atomicI32_set_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_swap_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_cswap_private(void *__p, int32_t __old, int32_t __value);
int32_t bupc_atomicI32_mswap_private(void *__p, int32_t __mask, int32_t __value);
int32_t bupc_atomicI32_fetchadd_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchand_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchor_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchxor_private(void *__p, int32_t __value);
int32_t bupc_atomicI32_fetchnot_private(void *__p);

double bupc_atomicD_read_relaxed(shared void *__p);
void bupc_atomicD_set_relaxed(shared void *__p, double __value);
double bupc_atomicD_swap_relaxed(shared void *__p, double __value);
double bupc_atomicD_cswap_relaxed(shared void *__p, double __old, double __value);
double bupc_atomicD_read_strict(shared void *__p);
void bupc_atomicD_set_strict(shared void *__p, double __value);
double bupc_atomicD_swap_strict(shared void *__p, double __value);
double bupc_atomicD_cswap_strict(shared void *__p, double __old, double __value);
double bupc_atomicD_read_private(void *__p);
void bupc_atomicD_set_private(void *__p, double __value);
double bupc_atomicD_swap_private(void *__p, double __value);
double bupc_atomicD_cswap_private(void *__p, double __old, double __value);

float bupc_atomicF_read_relaxed(shared void *__p);
void bupc_atomicF_set_relaxed(shared void *__p, float __value);
float bupc_atomicF_swap_relaxed(shared void *__p, float __value);
float bupc_atomicF_cswap_relaxed(shared void *__p, float __old, float __value);
float bupc_atomicF_read_strict(shared void *__p);
void bupc_atomicF_set_strict(shared void *__p, float __value);
float bupc_atomicF_swap_strict(shared void *__p, float __value);
float bupc_atomicF_cswap_strict(shared void *__p, float __old, float __value);
float bupc_atomicF_read_private(void *__p);
void bupc_atomicF_set_private(void *__p, float __value);
float bupc_atomicF_swap_private(void *__p, float __value);
float bupc_atomicF_cswap_private(void *__p, float __old, float __value);

/* The C types of those sizes. */
#define bupc_atomicUL_read_relaxed bupc_atomicU64_read_relaxed
#define bupc_atomicUL_set_relaxed bupc_atomicU64_set_relaxed
#define bupc_atomicUL_swap_relaxed bupc_atomicU64_swap_relaxed
#define bupc_atomicUL_cswap_relaxed bupc_atomicU64_cswap_relaxed
#define bupc_atomicUL_mswap_relaxed bupc_atomicU64_mswap_relaxed
#define bupc_atomicUL_fetchadd_relaxed bupc_atomicU64_fetchadd_relaxed
#define bupc_atomicUL_fetchand_relaxed bupc_atomicU64_fetchand_relaxed
#define bupc_atomicUL_fetchor_relaxed bupc_atomicU64_fetchor_relaxed
#define bupc_atomicUL_fetchxor_relaxed bupc_atomicU64_fetchxor_relaxed
#define bupc_atomicUL_fetchnot_relaxed bupc_atomicU64_fetchnot_relaxed
#define bupc_atomicUL_read_strict bupc_atomicU64_read_strict
#define bupc_atomicUL_set_strict bupc_atomicU64_set_strict
#define bupc_atomicUL_swap_strict bupc_atomicU64_swap_strict
#define bupc_atomicUL_cswap_strict bupc_atomicU64_cswap_strict
#define bupc_atomicUL_mswap_strict bupc_atomicU64_mswap_strict
#define bupc_atomicUL_fetchadd_strict bupc_atomicU64_fetchadd_strict
#define bupc_atomicUL_fetchand_strict bupc_atomicU64_fetchand_strict
#define bupc_atomicUL_fetchor_strict bupc_atomicU64_fetchor_strict
#define bupc_atomicUL_fetchxor_strict bupc_atomicU64_fetchxor_strict
#define bupc_atomicUL_fetchnot_strict bupc_atomicU64_fetchnot_strict
#define bupc_atomicUL_read_private bupc_atomicU64_read_private
#define bupc_atomicUL_set_private bupc_atomicU64_set_private
#define bupc_atomicUL_swap_private bupc_atomicU64_swap_private
#define bupc_atomicUL_cswap_private bupc_atomicU64_cswap_private
#define bupc_atomicUL_mswap_private bupc_atomicU64_mswap_private
#define bupc_atomicUL_fetchadd_private bupc_atomicU64_fetchadd_private
#define bupc_atomicUL_fetchand_private bupc_atomicU64_fetchand_private
#define bupc_atomicUL_fetchor_private bupc_atomicU64_fetchor_private
#define bupc_atomicUL_fetchxor_private bupc_atomicU64_fetchxor_private
#define bupc_atomicUL_fetchnot_private bupc_atomicU64_fetchnot_private
#define bupc_atomicL_read_relaxed bupc_atomicI64_read_relaxed
#define bupc_atomicL_set_relaxed bupc_atomicI64_set_relaxed
#define bupc_atomicL_swap_relaxed bupc_atomicI64_swap_relaxed
#define bupc_atomicL_cswap_relaxed bupc_atomicI64_cswap_relaxed
#define bupc_atomicL_mswap_relaxed bupc_atomicI64_mswap_relaxed
#define bupc_atomicL_fetchadd_relaxed bupc_atomicI64_fetchadd_relaxed
#define bupc_atomicL_fetchand_relaxed bupc_atomicI64_fetchand_relaxed
#define bupc_atomicL_fetchor_relaxed bupc_atomicI64_fetchor_relaxed
#define bupc_atomicL_fetchxor_relaxed bupc_atomicI64_fetchxor_relaxed
#define bupc_atomicL_fetchnot_relaxed bupc_atomicI64_fetchnot_relaxed
#define bupc_atomicL_read_strict bupc_atomicI64_read_strict
#define bupc_atomicL_set_strict bupc_atomicI64_set_strict
#define bupc_atomicL_swap_strict bupc_atomicI64_swap_strict
#define bupc_atomicL_cswap_strict bupc_atomicI64_cswap_strict
#define bupc_atomicL_mswap_strict bupc_atomicI64_mswap_strict
#define bupc_atomicL_fetchadd_strict bupc_atomicI64_fetchadd_strict
#define bupc_atomicL_fetchand_strict bupc_atomicI64_fetchand_strict
#define bupc_atomicL_fetchor_strict bupc_atomicI64_fetchor_strict
#define bupc_atomicL_fetchxor_strict bupc_atomicI64_fetchxor_strict
#define bupc_atomicL_fetchnot_strict bupc_atomicI64_fetchnot_strict
#define bupc_atomicL_read_private bupc_atomicI64_read_private
#define bupc_atomicL_set_private bupc_atomicI64_set_private
#define bupc_atomicL_swap_private bupc_atomicI64_swap_private
#define bupc_atomicL_cswap_private bupc_atomicI64_cswap_private
#define bupc_atomicL_mswap_private bupc_atomicI64_mswap_private
#define bupc_atomicL_fetchadd_private bupc_atomicI64_fetchadd_private
#define bupc_atomicL_fetchand_private bupc_atomicI64_fetchand_private
#define bupc_atomicL_fetchor_private bupc_atomicI64_fetchor_private
#define bupc_atomicL_fetchxor_private bupc_atomicI64_fetchxor_private
#define bupc_atomicL_fetchnot_private bupc_atomicI64_fetchnot_private
#define bupc_atomicUI_read_relaxed bupc_atomicU32_read_relaxed
#define bupc_atomicUI_set_relaxed bupc_atomicU32_set_relaxed
#define bupc_atomicUI_swap_relaxed bupc_atomicU32_swap_relaxed
#define bupc_atomicUI_cswap_relaxed bupc_atomicU32_cswap_relaxed
#define bupc_atomicUI_mswap_relaxed bupc_atomicU32_mswap_relaxed
#define bupc_atomicUI_fetchadd_relaxed bupc_atomicU32_fetchadd_relaxed
#define bupc_atomicUI_fetchand_relaxed bupc_atomicU32_fetchand_relaxed
#define bupc_atomicUI_fetchor_relaxed bupc_atomicU32_fetchor_relaxed
#define bupc_atomicUI_fetchxor_relaxed bupc_atomicU32_fetchxor_relaxed
#define bupc_atomicUI_fetchnot_relaxed bupc_atomicU32_fetchnot_relaxed
#define bupc_atomicUI_read_strict bupc_atomicU32_read_strict
#define bupc_atomicUI_set_strict bupc_atomicU32_set_strict
#define bupc_atomicUI_swap_strict bupc_atomicU32_swap_strict
#define bupc_atomicUI_cswap_strict bupc_atomicU32_cswap_strict
#define bupc_atomicUI_mswap_strict bupc_atomicU32_mswap_strict
#define bupc_atomicUI_fetchadd_strict bupc_atomicU32_fetchadd_strict
#define bupc_atomicUI_fetchand_strict bupc_atomicU32_fetchand_strict
#define bupc_atomicUI_fetchor_strict bupc_atomicU32_fetchor_strict
#define bupc_atomicUI_fetchxor_strict bupc_atomicU32_fetchxor_strict
#define bupc_atomicUI_fetchnot_strict bupc_atomicU32_fetchnot_strict
#define bupc_atomicUI_read_private bupc_atomicU32_read_private
#define bupc_atomicUI_set_private bupc_atomicU32_set_private
#define bupc_atomicUI_swap_private bupc_atomicU32_swap_private
#define bupc_atomicUI_cswap_private bupc_atomicU32_cswap_private
#define bupc_atomicUI_mswap_private bupc_atomicU32_mswap_private
#define bupc_atomicUI_fetchadd_private bupc_atomicU32_fetchadd_private
#define bupc_atomicUI_fetchand_private bupc_atomicU32_fetchand_private
#define bupc_atomicUI_fetchor_private bupc_atomicU32_fetchor_private
#define bupc_atomicUI_fetchxor_private bupc_atomicU32_fetchxor_private
#define bupc_atomicUI_fetchnot_private bupc_atomicU32_fetchnot_private
#define bupc_atomicI_read_relaxed bupc_atomicI32_read_relaxed
#define bupc_atomicI_set_relaxed bupc_atomicI32_set_relaxed
#define bupc_atomicI_swap_relaxed bupc_atomicI32_swap_relaxed
#define bupc_atomicI_cswap_relaxed bupc_atomicI32_cswap_relaxed
#define bupc_atomicI_mswap_relaxed bupc_atomicI32_mswap_relaxed
#define bupc_atomicI_fetchadd_relaxed bupc_atomicI32_fetchadd_relaxed
#define bupc_atomicI_fetchand_relaxed bupc_atomicI32_fetchand_relaxed
#define bupc_atomicI_fetchor_relaxed bupc_atomicI32_fetchor_relaxed
#define bupc_atomicI_fetchxor_relaxed bupc_atomicI32_fetchxor_relaxed
#define bupc_atomicI_fetchnot_relaxed bupc_atomicI32_fetchnot_relaxed
#define bupc_atomicI_read_strict bupc_atomicI32_read_strict
#define bupc_atomicI_set_strict bupc_atomicI32_set_strict
#define bupc_atomicI_swap_strict bupc_atomicI32_swap_strict
#define bupc_atomicI_cswap_strict bupc_atomicI32_cswap_strict
#define bupc_atomicI_mswap_strict bupc_atomicI32_mswap_strict
#define bupc_atomicI_fetchadd_strict bupc_atomicI32_fetchadd_strict
#define bupc_atomicI_fetchand_strict bupc_atomicI32_fetchand_strict
#define bupc_atomicI_fetchor_strict bupc_atomicI32_fetchor_strict
#define bupc_atomicI_fetchxor_strict bupc_atomicI32_fetchxor_strict
#define bupc_atomicI_fetchnot_strict bupc_atomicI32_fetchnot_strict
#define bupc_atomicI_read_private bupc_atomicI32_read_private
#define bupc_atomicI_set_private bupc_atomicI32_set_private
#define bupc_atomicI_swap_private bupc_atomicI32_swap_private
#define bupc_atomicI_cswap_private bupc_atomicI32_cswap_private
#define bupc_atomicI_mswap_private bupc_atomicI32_mswap_private
#define bupc_atomicI_fetchadd_private bupc_atomicI32_fetchadd_private
#define bupc_atomicI_fetchand_private bupc_atomicI32_fetchand_private
#define bupc_atomicI_fetchor_private bupc_atomicI32_fetchor_private
#define bupc_atomicI_fetchxor_private bupc_atomicI32_fetchxor_private
#define bupc_atomicI_fetchnot_private bupc_atomicI32_fetchnot_private

#endif
