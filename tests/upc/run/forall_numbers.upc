// SPDX-License-Identifier: BSD-3-Clause
// Whole numbers as affinities, near to and far from those that upcc divides among the threads without a test. The
// thread with the number e modulo THREADS runs the iteration.
#include "../check.h"

enum { MOST = 150 };
static int n = 40, m = 5;
static unsigned u = 7;
static long l = 9;

static int owner(long e) { return (int)((e % THREADS + THREADS) % THREADS); }

// Each iteration in turn, and no other.
#define SAME(type, from, to, step, e)                             \
  do {                                                                           \
    int ran[MOST + 1] = {0};                                                     \
    upc_forall (type i = from; i < to; i += step; e) ran[(int)i]++;              \
    for (type i = 0; i < MOST; i++)                                              \
      CHECK_EQ(ran[(int)i], i >= from && i < to && (i - from) % step == 0 && owner(e) == MYTHREAD); \
  } while (0)

#define FORMS(type, from, to, step)                               \
  SAME(type, from, to, step, i);                                  \
  SAME(type, from, to, step, i * 5 / n);                          \
  SAME(type, from, to, step, 5 * i / n);                          \
  SAME(type, from, to, step, i * THREADS / n);                    \
  SAME(type, from, to, step, THREADS * i / n);                    \
  SAME(type, from, to, step, i * m / n);                          \
  SAME(type, from, to, step, i * THREADS / (n * THREADS));        \
  SAME(type, from, to, step, i * THREADS / (40 * THREADS));       \
  SAME(type, from, to, step, i * 5 / (4 * THREADS));              \
  SAME(type, from, to, step, 6 * i / (4 * THREADS));              \
  SAME(type, from, to, step, (i + THREADS) / (4 * THREADS));      \
  SAME(type, from, to, step, i / (4 * THREADS));                  \
  SAME(type, from, to, step, i / 3);                              \
  SAME(type, from, to, step, i / u);                              \
  SAME(type, from, to, step, i / l);                              \
  SAME(type, from, to, step, i % THREADS);                        \
  SAME(type, from, to, step, i % 3);                              \
  SAME(type, from, to, step, i % (THREADS + 1));                  \
  SAME(type, from, to, step, (i + m) % THREADS);                  \
  SAME(type, from, to, step, i - m);                              \
  SAME(type, from, to, step, m - i);                              \
  SAME(type, from, to, step, i * m + n);                          \
  SAME(type, from, to, step, i + THREADS);                        \
  SAME(type, from, to, step, i * THREADS);                        \
  SAME(type, from, to, step, i * 70);                             \
  SAME(type, from, to, step, i / m + i % m)

int main(void) {
  FORMS(int, 0, 100, 1);
  FORMS(int, 3, 149, 4);
  FORMS(long, 11, 120, 7);
  FORMS(short, 2, 90, 3);
  return done();
}
