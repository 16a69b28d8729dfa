/* SPDX-License-Identifier: BSD-3-Clause
 * atomic.h: one atomic update of a value in shared memory, under upc_atomic.h and Berkeley's atomics. */
#ifndef URT_ATOMIC_H
#define URT_ATOMIC_H

#include "core/core.h"

/* What a value is. Its bits travel in the low end of a uint64_t. */
typedef enum { URTK_I32, URTK_U32, URTK_F, URTK_I64, URTK_U64, URTK_D } urtk_kind_t;

/* What an update makes of `old`, with operands a and b. */
typedef enum {
  URTK_GET,   /* old, not written       */
  URTK_SET,   /* a                      */
  URTK_CSWAP, /* b if old == a, else not written */
  URTK_MSWAP, /* the bits of a from b   */
  URTK_AND, URTK_OR, URTK_XOR, URTK_NOT,
  URTK_ADD, URTK_SUB, URTK_MULT, URTK_MIN, URTK_MAX
} urtk_change_t;

/* The value before. The target lies at a multiple of its size. */
uint64_t urtk_update(urt_ptr_t target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);
uint64_t urtk_update_strict(urt_ptr_t target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);
uint64_t urtk_update_private(void *target, urtk_kind_t kind, urtk_change_t change, uint64_t a, uint64_t b);

/* The same for a pointer-to-shared: GET, SET or CSWAP. */
urt_ptr_t urtk_update_pts(urt_ptr_t target, urtk_change_t change, urt_ptr_t a, urt_ptr_t b);

int urtk_update_is_fast(urt_ptr_t target, size_t bytes);

static inline int urtk_size_of(urtk_kind_t kind) { return kind < URTK_I64 ? 4 : 8; }

static inline uint64_t urtk_bits_f(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline uint64_t urtk_bits_d(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline float urtk_float(uint64_t bits) {
  float value;
  uint32_t low = (uint32_t)bits;
  __builtin_memcpy(&value, &low, sizeof value);
  return value;
}
static inline double urtk_double(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

#endif
