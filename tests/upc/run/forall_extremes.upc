// SPDX-License-Identifier: BSD-3-Clause
// Affinities that are whole numbers near the smallest and the greatest one of their types: the iterations are those of
// the definition, i mod THREADS with a rest that is not negative (UPC 1.3, 6.6.2), in order.
#include "../check.h"
#include <limits.h>
#include <upc_relaxed.h>

static volatile int unknown; // 0

static int owner(__int128 number) {
  int rest = (int)(number % THREADS);
  return rest < 0 ? rest + THREADS : rest;
}

// The loop and its definition visit the same iterations. They are noted as a hash, and counted.
#define VISITS(type, first, condition, step, affinity) \
  do { \
    unsigned long visited = 0, expected = 0; \
    long count = 0, wanted = 0; \
    type i; \
    upc_forall (i = (first) + unknown; condition; step; affinity) visited = visited * 31 + (unsigned long)i, count++; \
    for (i = (first) + unknown; condition; step) \
      if (owner((__int128)(affinity)) == MYTHREAD) expected = expected * 31 + (unsigned long)i, wanted++; \
    CHECK_EQ(count, wanted); \
    CHECK(visited == expected); \
  } while (0)

// By one, by more, and by a number that the compiler does not know; from an end of the type, and from numbers near it.
#define NEAR(type, least, most) \
  do { \
    for (int away = 0; away < 3 * THREADS; away++) { \
      VISITS(type, (least) + away, i < (least) + 100, i++, i); \
      VISITS(type, (least) + 100, i > (least) + away, i--, i); \
      VISITS(type, (least) + away, i < (least) + 100, i += 3, i); \
      VISITS(type, (least) + away, i < (least) + 100, i += 2 + unknown, i); \
      VISITS(type, (most) - 100, i < (most) - away, i++, i); \
      VISITS(type, (most) - away, i > (most) - 100, i--, i); \
      VISITS(type, (most) - away, i > (most) - 100, i -= 5 + unknown, i); \
      VISITS(int, away, i < 100, i++, (type)((least) + i)); \
      VISITS(int, 100, i > away, i--, (type)((least) + i)); \
      VISITS(int, away, i < 100, i++, (type)((most) - i)); \
      VISITS(int, away, i < 100, i += 7, (type)((least) + i)); \
      VISITS(int, away, i < 100, i++, (type)((least) + i) / 3); \
      VISITS(int, away, i < 100, i++, (type)((most) - i) / 4); \
    } \
  } while (0)

int main(void) {
  NEAR(signed char, SCHAR_MIN, SCHAR_MAX);
  NEAR(short, SHRT_MIN, SHRT_MAX);
  NEAR(int, INT_MIN, INT_MAX);
  NEAR(long, LONG_MIN, LONG_MAX);
  NEAR(unsigned, 0u, UINT_MAX);
  NEAR(unsigned long, 0ul, ULONG_MAX);
  NEAR(unsigned long, (unsigned long)LONG_MAX - 50, (unsigned long)LONG_MAX + 50);
  upc_barrier;
  return done();
}
