/* SPDX-License-Identifier: BSD-3-Clause
 * bupc_atomics.h for 64-bit integers: each is one update (atomic.h). */
#include "core/atomic.h"

uint64_t bupc_atomicU64_read_relaxed(urt_ptr_t p) { return urtk_update(p, URTK_U64, URTK_GET, 0, 0); }
void bupc_atomicU64_set_relaxed(urt_ptr_t p, uint64_t value) { urtk_update(p, URTK_U64, URTK_SET, value, 0); }
uint64_t bupc_atomicU64_swap_relaxed(urt_ptr_t p, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_SET, value, 0);
}
uint64_t bupc_atomicU64_cswap_relaxed(urt_ptr_t p, uint64_t old, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_CSWAP, old, value);
}
uint64_t bupc_atomicU64_mswap_relaxed(urt_ptr_t p, uint64_t mask, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_MSWAP, mask, value);
}
uint64_t bupc_atomicU64_fetchadd_relaxed(urt_ptr_t p, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_ADD, value, 0);
}
uint64_t bupc_atomicU64_fetchand_relaxed(urt_ptr_t p, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_AND, value, 0);
}
uint64_t bupc_atomicU64_fetchor_relaxed(urt_ptr_t p, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_OR, value, 0);
}
uint64_t bupc_atomicU64_fetchxor_relaxed(urt_ptr_t p, uint64_t value) {
  return urtk_update(p, URTK_U64, URTK_XOR, value, 0);
}
uint64_t bupc_atomicU64_fetchnot_relaxed(urt_ptr_t p) { return urtk_update(p, URTK_U64, URTK_NOT, 0, 0); }
uint64_t bupc_atomicU64_read_strict(urt_ptr_t p) { return urtk_update_strict(p, URTK_U64, URTK_GET, 0, 0); }
void bupc_atomicU64_set_strict(urt_ptr_t p, uint64_t value) { urtk_update_strict(p, URTK_U64, URTK_SET, value, 0); }
uint64_t bupc_atomicU64_swap_strict(urt_ptr_t p, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_SET, value, 0);
}
uint64_t bupc_atomicU64_cswap_strict(urt_ptr_t p, uint64_t old, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_CSWAP, old, value);
}
uint64_t bupc_atomicU64_mswap_strict(urt_ptr_t p, uint64_t mask, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_MSWAP, mask, value);
}
uint64_t bupc_atomicU64_fetchadd_strict(urt_ptr_t p, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_ADD, value, 0);
}
uint64_t bupc_atomicU64_fetchand_strict(urt_ptr_t p, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_AND, value, 0);
}
uint64_t bupc_atomicU64_fetchor_strict(urt_ptr_t p, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_OR, value, 0);
}
uint64_t bupc_atomicU64_fetchxor_strict(urt_ptr_t p, uint64_t value) {
  return urtk_update_strict(p, URTK_U64, URTK_XOR, value, 0);
}
uint64_t bupc_atomicU64_fetchnot_strict(urt_ptr_t p) { return urtk_update_strict(p, URTK_U64, URTK_NOT, 0, 0); }
uint64_t bupc_atomicU64_read_private(void *p) { return urtk_update_private(p, URTK_U64, URTK_GET, 0, 0); }
void bupc_atomicU64_set_private(void *p, uint64_t value) { urtk_update_private(p, URTK_U64, URTK_SET, value, 0); }
uint64_t bupc_atomicU64_swap_private(void *p, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_SET, value, 0);
}
uint64_t bupc_atomicU64_cswap_private(void *p, uint64_t old, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_CSWAP, old, value);
}
uint64_t bupc_atomicU64_mswap_private(void *p, uint64_t mask, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_MSWAP, mask, value);
}
uint64_t bupc_atomicU64_fetchadd_private(void *p, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_ADD, value, 0);
}
uint64_t bupc_atomicU64_fetchand_private(void *p, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_AND, value, 0);
}
uint64_t bupc_atomicU64_fetchor_private(void *p, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_OR, value, 0);
}
uint64_t bupc_atomicU64_fetchxor_private(void *p, uint64_t value) {
  return urtk_update_private(p, URTK_U64, URTK_XOR, value, 0);
}
uint64_t bupc_atomicU64_fetchnot_private(void *p) { return urtk_update_private(p, URTK_U64, URTK_NOT, 0, 0); }

int64_t bupc_atomicI64_read_relaxed(urt_ptr_t p) { return (int64_t)urtk_update(p, URTK_I64, URTK_GET, 0, 0); }
void bupc_atomicI64_set_relaxed(urt_ptr_t p, int64_t value) { urtk_update(p, URTK_I64, URTK_SET, (uint64_t)value, 0); }
int64_t bupc_atomicI64_swap_relaxed(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_SET, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_cswap_relaxed(urt_ptr_t p, int64_t old, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_CSWAP, (uint64_t)old, (uint64_t)value);
}
int64_t bupc_atomicI64_mswap_relaxed(urt_ptr_t p, int64_t mask, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_MSWAP, (uint64_t)mask, (uint64_t)value);
}
int64_t bupc_atomicI64_fetchadd_relaxed(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_ADD, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchand_relaxed(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_AND, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchor_relaxed(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_OR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchxor_relaxed(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update(p, URTK_I64, URTK_XOR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchnot_relaxed(urt_ptr_t p) { return (int64_t)urtk_update(p, URTK_I64, URTK_NOT, 0, 0); }
int64_t bupc_atomicI64_read_strict(urt_ptr_t p) { return (int64_t)urtk_update_strict(p, URTK_I64, URTK_GET, 0, 0); }
void bupc_atomicI64_set_strict(urt_ptr_t p, int64_t value) {
  urtk_update_strict(p, URTK_I64, URTK_SET, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_swap_strict(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_SET, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_cswap_strict(urt_ptr_t p, int64_t old, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_CSWAP, (uint64_t)old, (uint64_t)value);
}
int64_t bupc_atomicI64_mswap_strict(urt_ptr_t p, int64_t mask, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_MSWAP, (uint64_t)mask, (uint64_t)value);
}
int64_t bupc_atomicI64_fetchadd_strict(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_ADD, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchand_strict(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_AND, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchor_strict(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_OR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchxor_strict(urt_ptr_t p, int64_t value) {
  return (int64_t)urtk_update_strict(p, URTK_I64, URTK_XOR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchnot_strict(urt_ptr_t p) { return (int64_t)urtk_update_strict(p, URTK_I64, URTK_NOT, 0, 0); }
int64_t bupc_atomicI64_read_private(void *p) { return (int64_t)urtk_update_private(p, URTK_I64, URTK_GET, 0, 0); }
void bupc_atomicI64_set_private(void *p, int64_t value) {
  urtk_update_private(p, URTK_I64, URTK_SET, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_swap_private(void *p, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_SET, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_cswap_private(void *p, int64_t old, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_CSWAP, (uint64_t)old, (uint64_t)value);
}
int64_t bupc_atomicI64_mswap_private(void *p, int64_t mask, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_MSWAP, (uint64_t)mask, (uint64_t)value);
}
int64_t bupc_atomicI64_fetchadd_private(void *p, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_ADD, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchand_private(void *p, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_AND, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchor_private(void *p, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_OR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchxor_private(void *p, int64_t value) {
  return (int64_t)urtk_update_private(p, URTK_I64, URTK_XOR, (uint64_t)value, 0);
}
int64_t bupc_atomicI64_fetchnot_private(void *p) { return (int64_t)urtk_update_private(p, URTK_I64, URTK_NOT, 0, 0); }
