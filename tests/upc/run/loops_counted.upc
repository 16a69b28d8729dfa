// SPDX-License-Identifier: BSD-3-Clause
// Loops that count over shared accesses: by any constant step, up and down, over blocks of any size, in several
// dimensions,
// with neighbours, through pointers that start anywhere. Each loop's sum is compared with the same over a private copy.
#include "../check.h"

#define N (24 * THREADS)
shared [5] int B5[5 * 9 * THREADS];
shared [16] int B16[16 * 5 * THREADS];
shared int C[N];
shared [] int W[300];
shared [*] int S[31 * THREADS];
shared [7 * 8] int M[3 * THREADS][7][8];
shared [8] int R[21 * THREADS][8];
shared [4] struct cell { int a, v[3]; } X[40 * THREADS];
shared [64] unsigned char bytes[64 * 2 * THREADS];

static long value(long i) { return i * 37 % 101 + i; }
static int p5[5 * 9 * 64], p16[16 * 5 * 64], pc[24 * 64], pw[300];

enum { FLAT5 = 5 * 9, FLAT16 = 16 * 5 };

static void fill(void) {
  if (MYTHREAD == 0) {
    for (int i = 0; i < FLAT5 * THREADS; i++) B5[i] = value(i);
    for (int i = FLAT16 * THREADS - 1; i >= 0; i--) B16[i] = value(i);
    for (int i = 0; i < N; i++) C[i] = value(i);
    for (int i = 0; i < 300; i += 3) { W[i] = value(i); W[i + 1] = value(i + 1); W[i + 2] = value(i + 2); }
    for (long i = 0; i < 31 * THREADS; ++i) S[i] = value(i);
    for (int i = 0; i < 3 * THREADS; i++)
      for (int j = 0; j < 7; j++)
        for (int k = 0; k < 8; k++) M[i][j][k] = value((i * 7 + j) * 8 + k);
    for (int j = 0; j < 8; j++)
      for (int i = 0; i < 21 * THREADS; i++) R[i][j] = value(i * 8 + j);
    for (int i = 0; i < 40 * THREADS; i++) { X[i].a = value(i); for (int k = 0; k < 3; k++) X[i].v[k] = value(i + k); }
    for (unsigned u = 0; u < 128u * THREADS; u++) bytes[u] = (unsigned char)value(u);
  }
  for (int i = 0; i < FLAT5 * THREADS; i++) p5[i] = value(i);
  for (int i = 0; i < FLAT16 * THREADS; i++) p16[i] = value(i);
  for (int i = 0; i < N; i++) pc[i] = value(i);
  for (int i = 0; i < 300; i++) pw[i] = value(i);
  upc_barrier;
}

static void one_dimension(void) {
  for (int lo = 0; lo < 20; lo += 7)
    for (int hi = lo - 1; hi < FLAT16 * THREADS - 4; hi += 29) {
      unsigned long a = 0, b = 0; long k = lo;
      for (int i = lo; i < hi; i++) { a += B16[i] + W[i % 3] + C[i % N]; b += p16[i] + pw[i % 3] + pc[i % N]; }
      CHECK_EQ(a, b);
      for (int i = hi; i > lo; --i) { a = 3 * a + B16[i + 3]; b = 3 * b + p16[i + 3]; }
      for (int i = lo; i <= hi; i += 2) { a = 5 * a + B16[2 + i] * B16[i]; b = 5 * b + p16[i + 2] * p16[i]; }
      for (int i = hi; i >= lo; i -= 3) { a = 7 * a + B16[i - lo]; b = 7 * b + p16[i - lo]; }
      for (long i = lo; i < hi; i += 6) { a = 9 * a + B16[i]; b = 9 * b + p16[i]; }
      for (size_t z = lo; hi > 0 && z < (size_t)hi; z++) { a += B16[z + k - lo]; b += p16[z + k - lo]; }
      for (unsigned u = lo + 1; hi > 0 && u < (unsigned)hi; u++) { a += B16[u - 1]; b += p16[u - 1]; }
      /* u - 1 wraps where it is not used */
      for (unsigned u = 0; u < 5; u++) if (u) { a += B16[u - 1]; b += p16[u - 1]; }
      for (short s = 0; 9 > s; s++) { a += B16[(long)s + lo]; b += p16[s + lo]; }
      CHECK_EQ(a, b);
    }
  for (int lo = 0; lo < 12; lo++) {
    unsigned long a = 0, b = 0;
    for (int i = lo; i < FLAT5 * THREADS - 3; i++) { a = 3 * a + B5[i] - B5[i + 3]; b = 3 * b + p5[i] - p5[i + 3]; }
    for (int i = lo; i < N - 1; i++) { a = 5 * a + C[i] + C[i + 1]; b = 5 * b + pc[i] + pc[i + 1]; }
    for (int i = 0; i < 299 - lo; i++) { a += W[i + lo] * W[299 - lo - i]; b += pw[i + lo] * pw[299 - lo - i]; }
    for (int i = 0, j = lo; i < 31 * THREADS; i++, j++) { a += S[i] * j; b += value(i) * j; }
    for (int i = lo; i < 40 * THREADS; i++) {
      a += X[i].a + X[i].v[i % 3] + X[lo].v[1]; b += value(i) + value(i + i % 3) + value(lo + 1); }
    for (unsigned u = lo; u < 128u * THREADS; u++) { a += bytes[u]; b += (unsigned char)value(u); }
    CHECK_EQ(a, b);
  }
}

static long through(shared [16] int *p, long n, int *flat) { /* p may point anywhere into a block */
  long wrong = 0;
  for (long i = 0; i < n; i++) wrong += p[i] != flat[i];
  for (long i = n - 1; i >= 0; i--) wrong += p[i] != flat[i];
  for (long i = 1; i < n; i++) { wrong += p[i - 1] != flat[i - 1]; if (i % 7 == 0) continue; wrong += p[0] != flat[0]; }
  shared [16] int *q = p;
  for (long i = 0; i < n; i++) { wrong += q[0] != flat[i]; q++; }
  for (long i = 0; i + i < n; i++) { q = p + i; wrong += q[i] != flat[i + i]; }
  return wrong;
}

static void dimensions(void) {
  unsigned long a = 0, b = 0;
  for (int i = 0; i < 3 * THREADS; i++)
    for (int j = 0; j < 7; j++)
      for (int k = 0; k < 8; k++) { a = 3 * a + M[i][j][k]; b = 3 * b + value((i * 7 + j) * 8 + k); }
  CHECK_EQ(a, b);
  for (int k = 0; k < 8; k++)
    for (int j = 6; j >= 0; j--)
      for (int i = 0; i < 3 * THREADS; i++) { a = 3 * a + M[i][j][k]; b = 3 * b + value((i * 7 + j) * 8 + k); }
  for (int j = 0; j < 7; j++) { a += M[1][j][j] + M[2][j][0] + M[0][6 - j][7];
    b += value((7 + j) * 8 + j) + value((14 + j) * 8) + value((6 - j) * 8 + 7); }
  /* past the row's end */
  for (int k = 0; k < 7 * 8 * 3 * THREADS; k++) { a = 3 * a + M[0][0][k]; b = 3 * b + value(k); }
  CHECK_EQ(a, b);
  for (int i = 1; i < 21 * THREADS - 1; i++)
    for (int j = 1; j < 7; j++) {
      a = 3 * a + R[i - 1][j] + R[i + 1][j] + R[i][j - 1] + R[i][j + 1];
      b = 3 * b + value(i * 8 - 8 + j) + value(i * 8 + 8 + j) + value(i * 8 + j - 1) + value(i * 8 + j + 1);
    }
  CHECK_EQ(a, b);
}

/* what must stay as it is: the loop variable, the array or the bound changed inside, jumps, addresses taken */
static long odd(void) {
  unsigned long a = 0; long n = 40;
  for (int i = 0; i < n; i++) { a += B16[i]; if (i == 9) i += 3; if (i == 20) n = 30; }
  for (int i = 0; i < 40; i++) { int *p = &i; a = 3 * a + B16[i]; if (i % 5 == 0) ++*p; }
  for (int i = 0; i < 40; i++) { a += B16[i]; if (B16[i] > 60) break; }
  for (int i = 0; i < 40; i++) { if (i == 30) goto out; a = 5 * a + B16[i]; }
out:
  for (int i = 0; i < 40; i++) { int k = i; a += B16[i + k] * W[k]; k = 0; a += B16[i + k]; }
  for (int i = 0, k = 0; i < 40; i++) { a += B16[i + k]; k += i & 1; }
  for (int i = 0; i < 3; a += B16[i], i++) ;
  return a;
}
static long odd_private(void) {
  unsigned long a = 0; long n = 40;
  for (int i = 0; i < n; i++) { a += p16[i]; if (i == 9) i += 3; if (i == 20) n = 30; }
  for (int i = 0; i < 40; i++) { int *p = &i; a = 3 * a + p16[i]; if (i % 5 == 0) ++*p; }
  for (int i = 0; i < 40; i++) { a += p16[i]; if (p16[i] > 60) break; }
  for (int i = 0; i < 40; i++) { if (i == 30) goto out; a = 5 * a + p16[i]; }
out:
  for (int i = 0; i < 40; i++) { int k = i; a += p16[i + k] * pw[k]; k = 0; a += p16[i + k]; }
  for (int i = 0, k = 0; i < 40; i++) { a += p16[i + k]; k += i & 1; }
  for (int i = 0; i < 3; a += p16[i], i++) ;
  return a;
}

/* writing: each thread its own rows and its own elements */
static void writes(void) {
  upc_forall (int i = 0; i < 21 * THREADS; i++; &R[i][3])
    for (int j = 0; j < 8; j++) { R[i][j] = 100 * MYTHREAD; R[i][j] += j; R[i][j]++; }
  upc_forall (int i = 0; i < 40 * THREADS; i += 3; &X[i]) { X[i].a = MYTHREAD; X[i].v[i % 3]++; }
  upc_barrier;
  for (int i = 0; i < 21 * THREADS; i++)
    for (int j = 0; j < 8; j++) CHECK_EQ(R[i][j], 100 * (i % THREADS) + j + 1);
  for (int i = 0; i < 40 * THREADS; i++) {
    CHECK_EQ(X[i].a, i % 3 ? value(i) : (long)upc_threadof(&X[i]));
    CHECK_EQ(X[i].v[i % 3], value(i + i % 3) + (i % 3 == 0));
  }
  upc_barrier;
}

int main(void) {
  fill();
  one_dimension();
  for (int from = 0; from < 18; from++) CHECK_EQ(through(&B16[from], FLAT16 * THREADS - from - 1, p16 + from), 0);
  dimensions();
  CHECK_EQ(odd(), odd_private());
  upc_barrier;
  writes();
  return done();
}
