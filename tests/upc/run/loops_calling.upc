// SPDX-License-Identifier: BSD-3-Clause
// Loops over far elements that call functions with such loops: what a loop has read ahead, or keeps back, is its own.
// Each sum of the shared arrays is compared with the same function of private ones.
#include <upc_relaxed.h>
#include <setjmp.h>
#include "../check.h"

typedef unsigned long value_t; // whose sums may wrap
enum { N = 48, W = 5 };
shared value_t A[N * THREADS], B[N * THREADS], C[N * THREADS];
static value_t *a, *b, *c;
static int n;
#define NOINLINE __attribute__((noinline))

// FUNCTIONS(start of their names, arrays)
#define FUNCTIONS(_, A, B, C)                                                                                          \
  static NOINLINE value_t _##row(int k, int w) {                                                                       \
    value_t s = 0;                                                                                                     \
    for (int j = 0; j < w; j++) s = 3 * s + C[(k + j) % n];                                                            \
    return s;                                                                                                          \
  }                                                                                                                    \
  static NOINLINE value_t _##one(int k) { return C[k % n]; }                                                           \
  static NOINLINE __attribute__((pure)) value_t _##pure(int k, int w) {                                                \
    value_t s = 0;                                                                                                     \
    for (int j = 0; j < w; j++) s += A[(7 * k + j) % n] * B[(k + j) % n];                                              \
    return s;                                                                                                          \
  }                                                                                                                    \
  static NOINLINE value_t _##deep(int k, int d) {                                                                      \
    value_t s = d;                                                                                                     \
    for (int j = 0; j < 3 && d; j++) s += A[(k + j) % n] + _##deep(k + j, d - 1);                                      \
    return s;                                                                                                          \
  }                                                                                                                    \
  static NOINLINE value_t _##odd(int k);                                                                               \
  static NOINLINE value_t _##even(int k) { return k ? _##odd(k - 1) : A[0]; }                                          \
  static NOINLINE value_t _##odd(int k) { return k ? _##even(k - 1) : C[0]; }                                          \
  static NOINLINE void _##writes(int k) { for (int j = 0; j < 3; j++) B[(k + j) % n] += k; }                           \
  static value_t (*volatile _##pointer)(int, int) = _##row;                                                            \
  static jmp_buf _##place;                                                                                             \
  static NOINLINE value_t _##jumps(int k) { if (k % 16 == 9) longjmp(_##place, 1); return A[k]; }                      \
  static NOINLINE void _##all(value_t *s) {                                                                            \
    value_t i = 0;                                                                                                     \
    for (int k = 0; k < n; k++) i = 3 * i % 1009 + A[k], *s++ = i;                                                     \
    value_t t = 0;                                                                                                     \
    for (int k = 0; k < n; k++) t = 3 * t + A[k] + _##row(k, W);                                                       \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) t = 3 * t + A[k] * B[(5 * k) % n] + _##pure(k, W);                                     \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) t = 3 * t + A[k] + _##deep(k, 3);                                                      \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) t = 3 * t + A[k] + _##pointer(k, W);                                                   \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) { C[k] += k; t = 3 * t + _##row(k, W); }                                               \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) { C[(3 * k) % n] += k; t = 3 * t + _##one(3 * k); }                                    \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) { A[k] = t % 1000; C[k] ^= k; t = 3 * t + _##pure(k, W) + _##even(k % 7); }            \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++) { t = 3 * t + B[(k + 2) % n]; _##writes(k); }                                          \
    *s++ = t;                                                                                                          \
    for (int k = 0; k < n; k++)                                                                                        \
      for (int j = 0; j < 4; j++) { t = 3 * t + B[(k + j) % n]; C[k] += _##deep(j, 1) % 10; }                          \
    *s++ = t;                                                                                                          \
    volatile int at = 0;                                                                                               \
    volatile value_t sum = 0;                                                                                          \
    if (setjmp(_##place)) at++;                                                                                        \
    for (; at < n; at++) { C[at] += 1; sum = 3 * sum + C[(at + n - 1) % n]; sum += _##jumps(at); }                     \
    *s = t + sum;                                                                                                      \
  }
FUNCTIONS(shared, A, B, C)
FUNCTIONS(own, a, b, c)

int main(void) {
  enum { SUMS = 11 };
  n = N * THREADS;
  value_t *got = calloc((size_t)n + SUMS, sizeof *got), *want = calloc((size_t)n + SUMS, sizeof *want);
  a = calloc((size_t)n, sizeof *a), b = calloc((size_t)n, sizeof *b), c = calloc((size_t)n, sizeof *c);
  for (int k = 0; k < n; k++) {
    a[k] = k * k % 101, b[k] = 1000 + k, c[k] = 7 * k % 53;
    if (k % THREADS == MYTHREAD) A[k] = a[k], B[k] = b[k], C[k] = c[k];
  }
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    sharedall(got);
    ownall(want);
    for (int k = 0; k < n + SUMS; k++) CHECK_EQ(got[k], want[k]);
    for (int k = 0; k < n; k++) {
      CHECK_EQ(A[k], a[k]);
      CHECK_EQ(B[k], b[k]);
      CHECK_EQ(C[k], c[k]);
    }
  }
  return done();
}
