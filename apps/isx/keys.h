/* SPDX-License-Identifier: BSD-3-Clause
 * keys.h: the random keys and their buckets, in plain C. The peers in bench/apps sort the same keys, and find buckets
 * in the same way. */
#ifndef ISX_KEYS_H
#define ISX_KEYS_H

#include <stddef.h>
#include <stdint.h>

/* Key number i of a thread: 0 .. range - 1. */
static inline uint32_t isx_key_of(size_t thread, size_t i, size_t range) {
  uint64_t x = (((uint64_t)thread << 40) + i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((x >> 32) * range >> 32);
}

enum { ISX_KEY_BITS = 31 };

/* Division by the width of a bucket as a multiplication, which takes a fifth of the time. Exact for keys of
 * ISX_KEY_BITS bits (Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994): the factor is
 * 2^shift / width, rounded up, and less than 2^33. */
typedef struct isx_divisor {
  uint64_t factor;
  int shift;
} isx_divisor_t;

static inline isx_divisor_t isx_divisor(size_t width) {
  isx_divisor_t d;
  d.shift = ISX_KEY_BITS;
  while ((uint64_t)1 << (d.shift - ISX_KEY_BITS) < width) d.shift++;
  d.factor = (((uint64_t)1 << d.shift) + width - 1) / width;
  return d;
}

static inline size_t isx_bucket(isx_divisor_t width, uint32_t key) {
  return (size_t)(key * width.factor >> width.shift);
}

#endif
