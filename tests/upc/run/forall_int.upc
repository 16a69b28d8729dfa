// SPDX-License-Identifier: BSD-3-Clause
// upc_forall with an integer affinity: each iteration runs on thread (affinity mod THREADS), once, in order.
#include "../check.h"

static char ran[4096];
static int count;
static void note(long k) { ran[k + 1000]++; count++; }
/* exactly the k of lo, lo + step, .. (up to hi, exclusive) with affinity(k) mod THREADS == MYTHREAD were noted, once */
static void expect(const char *file, int line, long lo, long hi, long step, long scale, long shift) {
  long n = 0;
  for (long k = lo; step > 0 ? k < hi : k > hi; k += step) {
    int mine = (k * scale + shift) % THREADS == MYTHREAD;
    check_eq(file, line, "runs of an iteration", ran[k + 1000], mine);
    n += mine;
  }
  check_eq(file, line, "iterations run", count, n);
  memset(ran, 0, sizeof ran);
  count = 0;
}
#define EXPECT(lo, hi, step, scale, shift) expect(__FILE__, __LINE__, lo, hi, step, scale, shift)
enum { LOW = 3 };

int main(void) {
  int i, n = 57, step = 4;
  upc_forall (i = 0; i < n; i++; i) note(i);
  CHECK_EQ(i, 57); EXPECT(0, 57, 1, 1, 0);
  upc_forall (i = 0; i < n; ++i; i + 1) { note(i); }
  EXPECT(0, 57, 1, 1, 1);
  upc_forall (i = 5; i <= n; i += 3; i) note(i);
  CHECK_EQ(i, 59); EXPECT(5, 58, 3, 1, 0);
  upc_forall (i = 0; i < n; i++; 3 * i + 2) note(i);
  EXPECT(0, 57, 1, 3, 2);
  upc_forall (i = 0; i < n; i++; i / 2 * 2) { if (i % 2 == 0) note(i); }
  EXPECT(0, 57, 2, 1, 0);
  upc_forall (i = n; i > 0; i--; i) note(i);
  CHECK_EQ(i, 0); EXPECT(57, 0, -1, 1, 0);
  upc_forall (i = n - 1; i >= 0; i -= step; i) note(i);
  EXPECT(56, -1, -4, 1, 0);
  upc_forall (i = 0; i != n + 3; i += step; i) note(i);
  CHECK_EQ(i, 60); EXPECT(0, 60, 4, 1, 0);
  upc_forall (i = 0; i < n; i = i + 2; i) note(i);
  EXPECT(0, 57, 2, 1, 0);
  upc_forall (i = 1; i < 500; i *= 2; i) note(i);
  CHECK_EQ(i, 512);
  for (int k = 1; k < 500; k *= 2) CHECK_EQ(ran[k + 1000], k % THREADS == MYTHREAD);
  memset(ran, 0, sizeof ran); count = 0;
  upc_forall (i = 0; i < n; i++; 0) note(i);
  CHECK_EQ(count, MYTHREAD == 0 ? 57 : 0); memset(ran, 0, sizeof ran); count = 0;
  /* empty ranges */
  upc_forall (i = 5; i < 5; i++; i) note(i);
  upc_forall (i = 5; i < -5; i++; i) note(i);
  upc_forall (i = -5; i > 5; i--; i) note(i);
  CHECK_EQ(count, 0);
  /* other types of loop variable and affinity */
  upc_forall (unsigned u = 0; u < 57u; u++; u) note(u);
  EXPECT(0, 57, 1, 1, 0);
  upc_forall (long l = 3; l < 57; l += 5; l) note(l);
  EXPECT(3, 57, 5, 1, 0);
  upc_forall (size_t z = 0; z < 57; z++; z) note(z);
  EXPECT(0, 57, 1, 1, 0);
  upc_forall (char c = 10; c < 100; c++; c) note(c);
  EXPECT(10, 100, 1, 1, 0);
  upc_forall (unsigned char b = 200; b >= 200; b++; b) note(b); /* ends by wrapping to 0 */
  EXPECT(200, 256, 1, 1, 0);
  upc_forall (signed char s = 120; s > 0; s++; (unsigned char)s) note(s);
  EXPECT(120, 128, 1, 1, 0);
  upc_forall (short s = LOW; s < 40; s += 2; s) note(s);
  EXPECT(3, 40, 2, 1, 0);
  upc_forall (long long q = 0; q < 20; q++; q + (1LL << 40) * THREADS) note(q);
  EXPECT(0, 20, 1, 1, 0);
  upc_forall (unsigned u = 20; u-- > 0; ; u) note(u);
  EXPECT(0, 20, 1, 1, 0);
  /* close to the ends of int */
  int top = 2147483647;
  upc_forall (i = top - 9; i < top; i++; i) note(i - (top - 9));
  for (int k = 0; k < 9; k++) CHECK_EQ(ran[k + 1000], (top - 9 + k) % THREADS == MYTHREAD);
  memset(ran, 0, sizeof ran); count = 0;
  upc_forall (i = top - 9; i <= top - 3; i += 2; i) note(i - (top - 9));
  for (int k = 0; k < 7; k += 2) CHECK_EQ(ran[k + 1000], (top - 9 + k) % THREADS == MYTHREAD);
  /* affinities that no long holds */
  int wrong = count = 0;
  upc_forall (unsigned long u = -16ul; u != 0; u++; u) wrong += u % THREADS != MYTHREAD, count++;
  for (unsigned long u = -16ul; u != 0; u++) count -= u % THREADS == MYTHREAD;
  upc_forall (__int128 w = (__int128)1 << 64; w < ((__int128)1 << 64) + 9; w++; w) wrong += w % THREADS != MYTHREAD;
  upc_forall (int k = 0; k < 9; k++; ((unsigned __int128)3 << 100) + k) wrong += (((unsigned __int128)3 << 100)
      + k) % THREADS != MYTHREAD;
  upc_forall (unsigned long u = 0; u < 9; u++; u / -1ul) wrong += MYTHREAD != 0;
  upc_forall (unsigned long u = 0; u < 9; u++; u * -1ul) wrong += u * -1ul % THREADS != MYTHREAD;
  CHECK_EQ(wrong, 0); CHECK_EQ(count, 0);
  upc_barrier;
  return done();
}
