// SPDX-License-Identifier: BSD-3-Clause
// flags: -w
// Elements in blocks of one, which loops reach by a few at a time, alone and beside blocks. One array is so large that
// no cache has room for a table of its addresses. Each result is compared with what the elements' numbers say.
#include "../check.h"

enum { LARGE = 700000, SMALL = 900 };
static shared int *large;
shared double small[SMALL * THREADS];
shared [4] int fours[SMALL * THREADS];
shared [12] long twelves[SMALL * THREADS];

static int value(long i) { return (int)(i * 37 % 1009); }

// ---- Sums. `step` is constant where these are inlined.
static inline __attribute__((always_inline)) long sum(shared int *from, long first, long behind, int step) {
  long found = 0;
  for (long i = first; i < behind; i += step) found += from[i] + 3 * from[i + 2];
  return found;
}
static long expected(long first, long behind, int step) {
  long found = 0;
  for (long i = first; i < behind; i += step) found += value(i) + 3 * value(i + 2);
  return found;
}
static void sums(long first, long behind) {
  CHECK_EQ(sum(large, first, behind, 1), expected(first, behind, 1));
  CHECK_EQ(sum(large, first, behind, 2), expected(first, behind, 2));
  CHECK_EQ(sum(large, first, behind, 3), expected(first, behind, 3));
  CHECK_EQ(sum(large, first, behind, 4), expected(first, behind, 4));
  CHECK_EQ(sum(large, first, behind, 5), expected(first, behind, 5));
  CHECK_EQ(sum(&large[7], first - 7, behind - 7, 1), expected(first, behind, 1));
}

// ---- Other forms
static long far_apart(long first, long behind) { // farther than one list has them
  long found = 0;
  for (long i = first; i < behind; i++) found += large[i] - large[i + 5] + 2 * large[i + 9] - large[i + 40];
  return found;
}
static long search(long first, int what) {
  long i = first;
  while (large[i] != what) i++;
  return i;
}
static long walk(shared int *p, long count) {
  long found = 0;
  for (long k = 0; k < count; k++) found += *p++;
  return found;
}
static long sometimes(long first, long behind) {
  long found = 0;
  for (long i = first; i < behind; i++)
    if (large[i] & 1) found += large[i + 1];
  return found;
}

static void forms(long first, long behind) {
  long apart = 0, walked = 0, some = 0, found = first;
  for (long i = first; i < behind; i++) {
    apart += value(i) - value(i + 5) + 2 * value(i + 9) - value(i + 40);
    walked += value(i);
    if (value(i) & 1) some += value(i + 1);
  }
  while (value(found) != 17) found++;
  CHECK_EQ(far_apart(first, behind), apart);
  CHECK_EQ(walk(&large[first], behind - first), walked);
  CHECK_EQ(sometimes(first, behind), some);
  CHECK_EQ(search(first, 17), found);
}

// ---- Beside blocks; a thread's own rounds
static void write(void) {
  shared int *from = large;
  upc_forall (int i = 1; i < SMALL * THREADS - 1; i++; &fours[i]) fours[i] = from[i - 1] + 2 * from[i + 1];
  upc_forall (int i = SMALL * THREADS - 2; i > 0; i--; &twelves[i]) twelves[i] = from[i] - from[i + 1];
  upc_forall (int i = 1; i < SMALL * THREADS - 1; i += 3; &fours[i]) small[i] = fours[i] + from[i];
}
// Inside of an upc_forall, each of these goes through all rounds.
__attribute__((noinline)) static long all_rounds(int n) {
  long found = 0;
  upc_forall (int i = 0; i < n; i++; &fours[i]) found += large[i] + (i == 0 || i > 4 ? 0 : fours[i]);
  return found;
}

static int four(long i) { return value(i - 1) + 2 * value(i + 1); }

static void check_blocks(void) {
  write();
  upc_barrier;
  int last = SMALL * THREADS - 1;
  for (int i = 1 + MYTHREAD; i < last; i += THREADS) {
    CHECK_EQ(fours[i], four(i));
    CHECK_EQ(twelves[i], value(i) - value(i + 1));
    CHECK_EQ((long)small[i], i % 3 == 1 ? four(i) + value(i) : 0);
  }
  int n = 50;
  long all = 0;
  for (int i = 0; i < n; i++) all += value(i) + (i == 0 || i > 4 ? 0 : four(i));
  upc_forall (int t = 0; t < THREADS; t++; t) CHECK_EQ(all_rounds(n), all);
  static shared long sums[THREADS];
  sums[MYTHREAD] = all_rounds(n); // its own ones
  upc_barrier;
  long together = 0;
  for (int t = 0; t < THREADS; t++) together += sums[t];
  CHECK_EQ(together, all);
}

int main(void) {
  int length = LARGE + 99 * THREADS;
  large = upc_all_alloc(THREADS, (length / THREADS + 1) * sizeof *large);
  upc_forall (int i = 0; i < length; i++; i) large[i] = value(i);
  upc_barrier;
  sums(0, 0), sums(0, 1), sums(3, 8), sums(5, 37), sums(9, 1000);
  forms(0, 2), forms(11, 300);
  CHECK_EQ(sum(large, LARGE - 2000, LARGE, 1), expected(LARGE - 2000, LARGE, 1));
  check_blocks();
  return done();
}
