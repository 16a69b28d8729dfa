/* SPDX-License-Identifier: BSD-3-Clause
 * Sizes that programs give, and arithmetic modulo n for owners that go round the threads. */
#ifndef UPC_STRIDE_NUMBER_H
#define UPC_STRIDE_NUMBER_H

#include <limits.h>
#include <stddef.h>

/* No object has more bytes. */
#define UPC_STRIDE_MOST_BYTES ((size_t)-1 / 2)

/* Sums and products of numbers that a program gave, before they have been compared with what exists. What does not fit
 * is the greatest number, so it is more than any object has; it does not wrap to a small one. */
static inline size_t upc_stride_added(size_t a, size_t b) { return a <= (size_t)-1 - b ? a + b : (size_t)-1; }

static inline size_t upc_stride_product(size_t a, size_t b) {
  return b == 0 || a <= (size_t)-1 / b ? a * b : (size_t)-1;
}

/* The same for indices, which have signs: no further than the least and the greatest number. */
static inline long long upc_stride_moved(long long index, long long by) {
  if (by > 0 && index > LLONG_MAX - by) return LLONG_MAX;
  if (by < 0 && index < LLONG_MIN - by) return LLONG_MIN;
  return index + by;
}

/* a mod n in 0..n-1, for any sign of a. */
static inline size_t upc_stride_mod(long long a, size_t n) {
  long long m = a % (long long)n;
  return (size_t)(m < 0 ? m + (long long)n : m);
}

/* The greatest common divisor of a and n with n >= 1, and *inverse with a * inverse = gcd (mod n). */
static inline size_t upc_stride_gcd(size_t a, size_t n, size_t *inverse) {
  long long r0 = (long long)n, r1 = (long long)(a % n), x0 = 0, x1 = 1;
  while (r1 != 0) {
    long long q = r0 / r1, r = r0 - q * r1, x = x0 - q * x1;
    r0 = r1, r1 = r;
    x0 = x1, x1 = x;
  }
  *inverse = upc_stride_mod(x0, n);
  return (size_t)r0;
}

#endif
