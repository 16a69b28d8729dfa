// SPDX-License-Identifier: BSD-3-Clause
// Loops with an end that they do not come to: 2^63 rounds and more. Each is left before.
// flags: -O2
#include <stdint.h>
#include "../check.h"

enum { BLOCK = 4, ALL = 16 * BLOCK };
shared [BLOCK] int A[ALL * THREADS];
shared [BLOCK] int B[ALL * THREADS];
shared [BLOCK] int C[ALL * THREADS];

static __attribute__((noinline)) size_t from_zero(int key) {
  size_t i = 0;
  do {
    if (A[i] == key) break;
  } while (++i);
  return i;
}

static __attribute__((noinline)) size_t from(size_t i, int key) {
  do {
    if (A[i] == key) break;
  } while (++i);
  return i;
}

static __attribute__((noinline)) size_t to_most(int key) {
  for (size_t i = 0; i < SIZE_MAX; i++)
    if (A[i] == key) return i;
  return 0;
}

/* Three arrays: one call finds where they lead. */
static __attribute__((noinline)) size_t to(size_t end, int key) {
  for (size_t i = 0; i < end; i++)
    if (A[i] + B[i] + C[i] == key) return i;
  return end;
}

int main(void) {
  upc_forall (int i = 0; i < ALL * THREADS; i++; &A[i]) A[i] = i, B[i] = C[i] = 0;
  upc_barrier;
  for (int k = 0; k < ALL * THREADS; k += 7) {
    CHECK_EQ(from_zero(k), k);
    CHECK_EQ(from(0, k), k);
    CHECK_EQ(from(k / 2, k), k);
    CHECK_EQ(to_most(k), k);
    CHECK_EQ(to(SIZE_MAX, k), k);
    CHECK_EQ(to(SIZE_MAX / 2 + 1, k), k);
    CHECK_EQ(to(5, k), k < 5 ? k : 5);
  }
  upc_barrier;
  return done();
}
