/* SPDX-License-Identifier: BSD-3-Clause
 * random.h: data by formula. An element depends on its index alone, so any thread can compute it, and a check can
 * compute it again. */
#ifndef RANDOM_H
#define RANDOM_H

/* Number `index` of a sequence of random numbers in [-0.5, 0.5). The index is mixed by the rounds of splitmix64. */
static inline double app_random(unsigned long long index, int sequence) {
  unsigned long long x = index * 0x9e3779b97f4a7c15ull + 1 + (unsigned long long)sequence;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (double)(x >> 11) * 0x1p-53 - 0.5;
}

/* The next of the numbers in (0, 1) of the NAS benchmarks: x = 5^13 x mod 2^46. */
enum { NAS_FIRST = 314159265, NAS_FACTOR = 1220703125 };
static inline unsigned long long nas_times(unsigned long long x, unsigned long long y) {
  return x * y & ((1ull << 46) - 1);
}
static inline double app_nas_random(unsigned long long *x) {
  *x = nas_times(*x, NAS_FACTOR);
  return (double)*x * 0x1p-46;
}

/* Element (i, j) of a matrix; each matrix is a sequence of its own. */
static inline double app_random_element(unsigned long long i, unsigned long long j, int matrix) {
  return app_random(i << 32 | j, matrix);
}

#endif
