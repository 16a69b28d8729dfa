/* SPDX-License-Identifier: BSD-3-Clause
 * sequence.upc: the sequence of random numbers from any place on. Number n is x^n modulo x^64 + x^2 + x + 1, whose
 * coefficients are the bits of a word. Number 0 is 1. */
#include "randomaccess.h"

/* The product of two polynomials modulo the polynomial of the sequence. */
static uint64_t product(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) sum ^= a;
    a = sequence_next(a);
  }
  return sum;
}

uint64_t sequence_start(uint64_t n) {
  uint64_t power = 2, result = 1; /* x^1, x^2, x^4, .. */
  for (; n != 0; n >>= 1) {
    if (n & 1) result = product(result, power);
    power = product(power, power);
  }
  return result;
}
