/* SPDX-License-Identifier: BSD-3-Clause
 * bupc_atomics.h for 32-bit integers: each is one update (atomic.h). */
#include "core/atomic.h"

uint32_t bupc_atomicU32_read_relaxed(urt_ptr_t p) { return (uint32_t)urtk_update(p, URTK_U32, URTK_GET, 0, 0); }
void bupc_atomicU32_set_relaxed(urt_ptr_t p, uint32_t value) { urtk_update(p, URTK_U32, URTK_SET, value, 0); }
uint32_t bupc_atomicU32_swap_relaxed(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_SET, value, 0);
}
uint32_t bupc_atomicU32_cswap_relaxed(urt_ptr_t p, uint32_t old, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_CSWAP, old, value);
}
uint32_t bupc_atomicU32_mswap_relaxed(urt_ptr_t p, uint32_t mask, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_MSWAP, mask, value);
}
uint32_t bupc_atomicU32_fetchadd_relaxed(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_ADD, value, 0);
}
uint32_t bupc_atomicU32_fetchand_relaxed(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_AND, value, 0);
}
uint32_t bupc_atomicU32_fetchor_relaxed(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_OR, value, 0);
}
uint32_t bupc_atomicU32_fetchxor_relaxed(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update(p, URTK_U32, URTK_XOR, value, 0);
}
uint32_t bupc_atomicU32_fetchnot_relaxed(urt_ptr_t p) { return (uint32_t)urtk_update(p, URTK_U32, URTK_NOT, 0, 0); }
uint32_t bupc_atomicU32_read_strict(urt_ptr_t p) { return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_GET, 0, 0); }
void bupc_atomicU32_set_strict(urt_ptr_t p, uint32_t value) { urtk_update_strict(p, URTK_U32, URTK_SET, value, 0); }
uint32_t bupc_atomicU32_swap_strict(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_SET, value, 0);
}
uint32_t bupc_atomicU32_cswap_strict(urt_ptr_t p, uint32_t old, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_CSWAP, old, value);
}
uint32_t bupc_atomicU32_mswap_strict(urt_ptr_t p, uint32_t mask, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_MSWAP, mask, value);
}
uint32_t bupc_atomicU32_fetchadd_strict(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_ADD, value, 0);
}
uint32_t bupc_atomicU32_fetchand_strict(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_AND, value, 0);
}
uint32_t bupc_atomicU32_fetchor_strict(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_OR, value, 0);
}
uint32_t bupc_atomicU32_fetchxor_strict(urt_ptr_t p, uint32_t value) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_XOR, value, 0);
}
uint32_t bupc_atomicU32_fetchnot_strict(urt_ptr_t p) {
  return (uint32_t)urtk_update_strict(p, URTK_U32, URTK_NOT, 0, 0);
}
uint32_t bupc_atomicU32_read_private(void *p) { return (uint32_t)urtk_update_private(p, URTK_U32, URTK_GET, 0, 0); }
void bupc_atomicU32_set_private(void *p, uint32_t value) { urtk_update_private(p, URTK_U32, URTK_SET, value, 0); }
uint32_t bupc_atomicU32_swap_private(void *p, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_SET, value, 0);
}
uint32_t bupc_atomicU32_cswap_private(void *p, uint32_t old, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_CSWAP, old, value);
}
uint32_t bupc_atomicU32_mswap_private(void *p, uint32_t mask, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_MSWAP, mask, value);
}
uint32_t bupc_atomicU32_fetchadd_private(void *p, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_ADD, value, 0);
}
uint32_t bupc_atomicU32_fetchand_private(void *p, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_AND, value, 0);
}
uint32_t bupc_atomicU32_fetchor_private(void *p, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_OR, value, 0);
}
uint32_t bupc_atomicU32_fetchxor_private(void *p, uint32_t value) {
  return (uint32_t)urtk_update_private(p, URTK_U32, URTK_XOR, value, 0);
}
uint32_t bupc_atomicU32_fetchnot_private(void *p) { return (uint32_t)urtk_update_private(p, URTK_U32, URTK_NOT, 0, 0); }

int32_t bupc_atomicI32_read_relaxed(urt_ptr_t p) { return (int32_t)urtk_update(p, URTK_I32, URTK_GET, 0, 0); }
void bupc_atomicI32_set_relaxed(urt_ptr_t p, int32_t value) { urtk_update(p, URTK_I32, URTK_SET, (uint32_t)value, 0); }
int32_t bupc_atomicI32_swap_relaxed(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_SET, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_cswap_relaxed(urt_ptr_t p, int32_t old, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_CSWAP, (uint32_t)old, (uint32_t)value);
}
int32_t bupc_atomicI32_mswap_relaxed(urt_ptr_t p, int32_t mask, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_MSWAP, (uint32_t)mask, (uint32_t)value);
}
int32_t bupc_atomicI32_fetchadd_relaxed(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_ADD, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchand_relaxed(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_AND, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchor_relaxed(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_OR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchxor_relaxed(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update(p, URTK_I32, URTK_XOR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchnot_relaxed(urt_ptr_t p) { return (int32_t)urtk_update(p, URTK_I32, URTK_NOT, 0, 0); }
int32_t bupc_atomicI32_read_strict(urt_ptr_t p) { return (int32_t)urtk_update_strict(p, URTK_I32, URTK_GET, 0, 0); }
void bupc_atomicI32_set_strict(urt_ptr_t p, int32_t value) {
  urtk_update_strict(p, URTK_I32, URTK_SET, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_swap_strict(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_SET, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_cswap_strict(urt_ptr_t p, int32_t old, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_CSWAP, (uint32_t)old, (uint32_t)value);
}
int32_t bupc_atomicI32_mswap_strict(urt_ptr_t p, int32_t mask, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_MSWAP, (uint32_t)mask, (uint32_t)value);
}
int32_t bupc_atomicI32_fetchadd_strict(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_ADD, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchand_strict(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_AND, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchor_strict(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_OR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchxor_strict(urt_ptr_t p, int32_t value) {
  return (int32_t)urtk_update_strict(p, URTK_I32, URTK_XOR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchnot_strict(urt_ptr_t p) { return (int32_t)urtk_update_strict(p, URTK_I32, URTK_NOT, 0, 0); }
int32_t bupc_atomicI32_read_private(void *p) { return (int32_t)urtk_update_private(p, URTK_I32, URTK_GET, 0, 0); }
void bupc_atomicI32_set_private(void *p, int32_t value) {
  urtk_update_private(p, URTK_I32, URTK_SET, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_swap_private(void *p, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_SET, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_cswap_private(void *p, int32_t old, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_CSWAP, (uint32_t)old, (uint32_t)value);
}
int32_t bupc_atomicI32_mswap_private(void *p, int32_t mask, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_MSWAP, (uint32_t)mask, (uint32_t)value);
}
int32_t bupc_atomicI32_fetchadd_private(void *p, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_ADD, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchand_private(void *p, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_AND, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchor_private(void *p, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_OR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchxor_private(void *p, int32_t value) {
  return (int32_t)urtk_update_private(p, URTK_I32, URTK_XOR, (uint32_t)value, 0);
}
int32_t bupc_atomicI32_fetchnot_private(void *p) { return (int32_t)urtk_update_private(p, URTK_I32, URTK_NOT, 0, 0); }
