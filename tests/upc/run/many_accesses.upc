// SPDX-License-Identifier: BSD-3-Clause
// A function with so many shared accesses that their addresses are computed without branches: static arrays and
// pointers, in blocks of several sizes, forward and backward, read, written and updated.
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

#define N (300 * THREADS)
shared long ones[N];
shared [4] long fours[N];
shared [16] long sixteens[N];
shared [100] long hundreds[N];

static void expect(const char *what, long got, long want) {
  if (got == want) return;
  printf("thread %d: %s: %ld, not %ld\n", MYTHREAD, what, got, want);
  exit(1);
}

#define TEN(at) at(0) at(1) at(2) at(3) at(4) at(5) at(6) at(7) at(8) at(9)
#define WRITE(k) a[i + k] = i + k; p[k - 5] = j + k; q[k] = 3 * (j + k);
#define CHANGE(k) a[i + k] += k; p[k - 5] ^= 1; q[k]--;
#define READ(k)                                    \
  expect("array", a[i + k], i + 2 * k);            \
  expect("backward", p[k - 5], (j + k) ^ 1);       \
  expect("pointer", q[k], 3 * (j + k) - 1);

/* 90 accesses, twice in each function: elements i.. and j.. of an array, j.. of another. */
#define TEST(name, array, block, other)                                                 \
  static void name(int i, int j) {                                                      \
    shared [block] long *a = array, *p = &array[j + 5];                                 \
    shared [16] long *q = &other[j];                                                    \
    TEN(WRITE) TEN(CHANGE) TEN(READ)                                                    \
    i += 20, j += 20, p += 20, q += 20;                                                 \
    TEN(WRITE) TEN(CHANGE) TEN(READ)                                                    \
  }
TEST(test_ones, ones, 1, sixteens)
TEST(test_fours, fours, 4, sixteens)
TEST(test_hundreds, hundreds, 100, sixteens)

#define WRITE_STATIC(k)                            \
  ones[i + k] = i + k;                             \
  fours[i + k] = 2 * (i + k);                      \
  sixteens[i + k] = 3 * (i + k);                   \
  hundreds[i + k] = 4 * (i + k);
#define READ_STATIC(k)                             \
  expect("ones", ones[i + k], i + k);              \
  expect("fours", fours[i + k], 2 * (i + k));      \
  expect("sixteens", sixteens[i + k], 3 * (i + k)); \
  expect("hundreds", hundreds[i + k], 4 * (i + k));
static void test_static(int i) {
  TEN(WRITE_STATIC) TEN(READ_STATIC)
  i += 10;
  TEN(WRITE_STATIC) TEN(READ_STATIC)
  i += 10;
  TEN(WRITE_STATIC) TEN(READ_STATIC)
}

int main(void) {
  int third = N / THREADS / 3; // each thread has a part of the indices, a third of it for i and another one for j
  for (int t = 0; t < THREADS; t++) {
    int first = (MYTHREAD + t) % THREADS * (N / THREADS);
    upc_barrier;
    for (int k = 0; k + 30 <= third; k += 13) {
      test_ones(first + k, first + third + k);
      test_fours(first + k, first + third + k);
      test_hundreds(first + k, first + third + k);
      test_static(first + k);
    }
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("PASS\n");
  return 0;
}
