/* SPDX-License-Identifier: BSD-3-Clause
 * value.h: values whose bits travel in the low end of a uint64_t, and what updates make of them. */
#ifndef URT_VALUE_H
#define URT_VALUE_H

#include <stdint.h>

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

/* The new value; 0 as the result if nothing is to be written. */
int urtk_changed(urtk_kind_t kind, urtk_change_t change, uint64_t old, uint64_t a, uint64_t b, uint64_t *new);

static inline int urtk_size_of(urtk_kind_t kind) { return kind < URTK_I64 ? 4 : 8; }
static inline uint64_t urtk_cut(urtk_kind_t kind, uint64_t bits) {
  return urtk_size_of(kind) == 4 ? (uint32_t)bits : bits;
}

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
