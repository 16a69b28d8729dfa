// SPDX-License-Identifier: BSD-3-Clause
// upc_memcpy, upc_memget, upc_memput, upc_memset between all pairs of threads, at odd offsets and lengths.
#include "../check.h"
#define PART 64

shared [PART] unsigned char A[PART * THREADS], B[PART * THREADS];
shared [4] struct { int a; double b; } S[8 * THREADS];
static unsigned char value(int t, int k) { return (unsigned char)(t * 67 + k * 3 + 1); }

int main(void) {
  unsigned char mine[PART], got[PART];
  for (int k = 0; k < PART; k++) mine[k] = value(MYTHREAD, k);
  int to = (MYTHREAD + 1) % THREADS;
  upc_memput(&A[PART * to], mine, PART);
  upc_barrier;
  int from = (MYTHREAD + THREADS - 1) % THREADS;
  for (int k = 0; k < PART; k++) CHECK_EQ(A[PART * MYTHREAD + k], value(from, k));
  for (int t = 0; t < THREADS; t++) {
    memset(got, 0xee, PART);
    int offset = t % 5, n = PART - 9 - t % 3;
    upc_memget(got + 1, &A[PART * t + offset], n);
    CHECK_EQ(got[0], 0xee); CHECK_EQ(got[n + 1], 0xee);
    for (int k = 0; k < n; k++) CHECK_EQ(got[k + 1], value((t + THREADS - 1) % THREADS, k + offset));
  }
  for (int d = 0; d < THREADS; d++) {
    int s = (d + MYTHREAD) % THREADS;
    upc_barrier;
    upc_memset(&B[PART * s], 0x55, PART);
    upc_memcpy(&B[PART * s + 3], &A[PART * d + 7], 50);
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
      int at = (d + t) % THREADS;
      CHECK_EQ(B[PART * at + 2], 0x55); CHECK_EQ(B[PART * at + 53], 0x55);
      for (int k = 0; k < 50; k += 7) CHECK_EQ(B[PART * at + 3 + k], value((d + THREADS - 1) % THREADS, k + 7));
    }
  }
  upc_barrier;
  upc_memset(&A[PART * MYTHREAD], 0, PART);
  upc_memset(&A[PART * MYTHREAD + 10], -1, 1);
  upc_memput(&A[PART * MYTHREAD], mine, 0); upc_memget(got, A, 0); upc_memcpy(A, B, 0); upc_memset(A, 9, 0);
  upc_barrier;
  for (int i = 0; i < PART * THREADS; i++) CHECK_EQ(A[i], i % PART == 10 ? 255 : 0);
  /* structs; a block of them moved as bytes, phases ignored */
  upc_barrier;
  struct { int a; double b; } v[4];
  for (int k = 0; k < 4; k++) v[k].a = 10 * MYTHREAD + k, v[k].b = k / 2.0;
  upc_memput(&S[4 * MYTHREAD], v, sizeof v);
  upc_barrier;
  upc_memcpy(&S[4 * (THREADS + to) + 1], &S[4 * MYTHREAD + 1], 3 * sizeof(S[0]));
  upc_barrier;
  for (int k = 1; k < 4; k++) { CHECK_EQ(S[4 * (THREADS + MYTHREAD) + k].a, 10 * from + k);
    CHECK_D(S[4 * (THREADS + MYTHREAD) + k].b, k / 2.0); }
  CHECK_EQ(S[4 * (THREADS + MYTHREAD)].a, 0);
  /* large */
  enum { BIG = 300000 };
  shared [BIG] char *big = upc_all_alloc(THREADS, BIG);
  upc_memset(&big[BIG * (size_t)to], 'a' + to, BIG);
  upc_barrier;
  char *copy = malloc(BIG);
  upc_memget(copy, &big[BIG * (size_t)from], BIG);
  int wrong = 0;
  for (int k = 0; k < BIG; k++) wrong += copy[k] != 'a' + from;
  CHECK_EQ(wrong, 0);
  free(copy);
  upc_all_free(big);
  return done();
}
