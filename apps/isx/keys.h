/* SPDX-License-Identifier: BSD-3-Clause
 * keys.h: the random keys, in plain C. The peers in bench/apps sort the same ones. */
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

#endif
