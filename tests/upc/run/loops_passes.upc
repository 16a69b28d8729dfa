// SPDX-License-Identifier: BSD-3-Clause
// Loops over arrays whose elements are known: subscripts and pointers that move in many ways, beside the same sums over
// a private array, for each size of block.
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 420 };
typedef struct { int one; long many[3]; } record;
shared int x1[N * THREADS];
shared [3] int x3[N * THREADS];
shared [32] int x32[14 * 32 * THREADS];
shared [N] int xn[N * THREADS];
shared [5] record r5[N * THREADS];
static int y[N];
static int failed;

static void expect(const char *what, int block, long got, long want) {
  if (got == want) return;
  printf("thread %d: %s, blocks of %d: %ld, expected %ld\n", (int)MYTHREAD, what, block, got, want);
  failed = 1;
}

static int next_of(int i) { return (i * 7 + 3) % N; }

// What every array is read by. `A` may be an expression that the loops must take as it is.
#define READ(name, A, B, TYPE)                                                                                    \
  static void name(int lo, int hi, int step, int block) {                                                         \
    long s = 0, w = 0;                                                                                            \
    int i, j, k;                                                                                                  \
    for (i = lo; i < hi; i++) s += A[i] * (i + 1), w += B[i] * (i + 1);                                           \
    expect("up", block, s, w);                                                                                    \
    for (i = hi - 1; i >= lo; i--) s += 3 * A[i], w += 3 * B[i];                                                  \
    expect("down", block, s, w);                                                                                  \
    for (i = lo; i < hi; i += step) s += A[i], w += B[i];                                                         \
    expect("by a variable", block, s, w);                                                                         \
    for (i = lo; i < hi; i += 7) s -= 5 * A[i], w -= 5 * B[i];                                                    \
    expect("by seven", block, s, w);                                                                              \
    for (unsigned char u = 250, n = 0; n < 20; u++, n++) s += A[u], w += B[u];                                    \
    expect("round 256", block, s, w);                                                                             \
    for (i = lo, j = hi - 1; i < j; i++, j -= 2) s += A[i] * A[j], w += B[i] * B[j];                              \
    expect("two indices", block, s, w);                                                                           \
    { shared TYPE *p = &A[lo]; int *q = &B[lo]; for (i = lo; i < hi; i++) s += *p++, w += *q++; }                 \
    expect("*p++", block, s, w);                                                                                  \
    { shared TYPE *p = &A[hi - 1]; int *q = &B[hi - 1]; for (i = lo; i < hi; i++) s += 2 * *p--, w += 2 * *q--; } \
    expect("*p--", block, s, w);                                                                                  \
    { shared TYPE *p = &A[lo]; int *q = &B[lo]; for (i = 0; i < hi - lo; i += 4) s += *(p + i), w += *(q + i); }  \
    expect("*(p + i)", block, s, w);                                                                              \
    { shared TYPE *p = &A[lo], *e = &A[hi]; int *q = &B[lo]; while (p != e) s += *p++, w += *q++; }               \
    expect("p != e", block, s, w);                                                                                \
    { shared TYPE *p = &A[0]; int *q = B;                                                                         \
      for (i = 0; i + step < N; i += step) p += step, q += step, s += *p, w += *q; }                              \
    expect("p += step", block, s, w);                                                                             \
    for (i = lo; i < hi && A[i] != -1; i++) s += A[i], w += B[i];                                                 \
    expect("until -1", block, s, w);                                                                              \
    for (i = lo; i < hi; i++) { s += A[i], w += B[i]; if (A[i] % 97 == 96) break; }                               \
    expect("with break", block, s, w);                                                                            \
    for (i = lo; i < hi; i++) { if (B[i] % 3 == 0) continue; s += A[i], w += B[i]; }                              \
    expect("with continue", block, s, w);                                                                         \
    for (i = lo, k = 0; i < hi; i++, k = next_of(k)) s += A[k] * A[i], w += B[k] * B[i];                          \
    expect("at random", block, s, w);                                                                             \
    for (j = 0; j < 12; j++) for (i = 0; i < 20 + j; i++) s += A[j * 30 + i] * i, w += B[j * 30 + i] * i;         \
    expect("rows", block, s, w);                                                                                  \
    for (j = 0; j < 12; j++) for (i = 0; i < 12; i++) s += A[i * 30 + j] * j, w += B[i * 30 + j] * j;             \
    expect("columns", block, s, w);                                                                               \
    i = lo; do s += A[i], w += B[i], i += 2; while (i < hi);                                                      \
    expect("do", block, s, w);                                                                                    \
  }
READ(read1, x1, y, int)
READ(read3, x3, y, [3] int)
READ(read32, x32, y, [32] int)
READ(readn, xn, y, [N] int)

static void read_members(int lo, int hi) {
  long s = 0, w = 0;
  int i, k;
  for (i = lo; i < hi; i++) s += r5[i].one, w += y[i];
  for (i = lo; i < hi; i++) for (k = 0; k < 3; k++) s += r5[i].many[k] * k, w += (y[i] + k) * k;
  for (i = lo; i < hi; i++) s += r5[i].many[i % 3], w += y[i] + i % 3;
  expect("members", 5, s, w);
}

// Elements of thread 0's turn are written in loops, and read one by one.
static void write_and_read(void) {
  int i;
  if (MYTHREAD == 0) {
    shared [3] int *p = x3;
    for (i = 0; i < N; i++) x1[i] = 2 * y[i];
    for (i = 0; i < N; i++) *p++ = 3 * y[i];
    for (i = 0; i < N; i += 2) x32[i] += y[i];
    for (i = N - 1; i > 0; i--) xn[i] = xn[i - 1] + 1;
  }
  upc_barrier;
  for (i = 0; i < N; i++) {
    expect("x1", 1, x1[i], 2 * y[i]), expect("x3", 3, x3[i], 3 * y[i]);
    expect("x32", 32, x32[i], i % 2 ? y[i] : 2 * y[i]), expect("xn", N, xn[i], i ? y[i - 1] + 1 : y[0]);
  }
}

// A pointer that is never followed may have any value.
static long maybe(int follow, int n, shared [3] int *p) {
  long s = 0;
  shared [3] int *q;
  if (follow) q = p;
  for (int i = 0; i < n; i++) if (follow) s += q[i];
  return s;
}

int main(void) {
  long s = 0;
  int i, k;
  volatile int zero = 0;
  for (i = 0; i < N; i++) y[i] = (i * 37) % 1000 + 1;
  if (MYTHREAD == 0)
    for (i = 0; i < N; i++) {
      x1[i] = x3[i] = x32[i] = xn[i] = y[i], r5[i].one = y[i];
      for (k = 0; k < 3; k++) r5[i].many[k] = y[i] + k;
    }
  upc_barrier;
  for (i = 0; i < 3; i++) {
    int lo = i * 11, hi = N - i * 13, step = 1 + i * 5;
    read1(lo, hi, step, 1), read3(lo, hi, step, 3), read32(lo, hi, step, 32), readn(lo, hi, step, N);
    read_members(lo, hi);
  }
  for (i = 0; i < 100; i++) s += y[i];
  expect("a pointer that is followed", 3, maybe(1 + zero, 100, x3), s);
  expect("a pointer that is not", 3, maybe(zero, 100, NULL), 0);
  upc_barrier;
  write_and_read();
  upc_barrier;
  if (!failed && MYTHREAD == 0) printf("PASS\n");
  return failed;
}
