// SPDX-License-Identifier: BSD-3-Clause
// Indices of narrow and unsigned types that wrap round while the loop goes on, and a second step of upc_forall.
// flags: -Wno-tautological-constant-out-of-range-compare
#include <upc_relaxed.h>
#include "../check.h"

enum { N = 420 };
shared [7] int E[N * THREADS];
shared int F[N * THREADS];
shared long seen[THREADS];

static int at(int i) { return 3 * i + 1; }

// Compares the sum over E with that over numbers, by the same loop. `u` is the index.
#define COMPARE(TYPE, INIT, CONDITION, STEP, SUBSCRIPT) do {                              \
    TYPE u;                                                                               \
    long s = 0, want = 0, rounds = 0;                                                     \
    int j;                                                                                \
    for (INIT; CONDITION; STEP) {                                                         \
      s += E[SUBSCRIPT] + F[SUBSCRIPT];                                                   \
      if (++rounds == 40) break;                                                          \
    }                                                                                     \
    rounds = 0;                                                                           \
    for (INIT; CONDITION; STEP) { want += 2 * at(SUBSCRIPT); if (++rounds == 40) break; } \
    CHECK_EQ(s, want);                                                                    \
  } while (0)

int main(void) {
  int i, three_hundred = 300, below = -5, n;
  long many = 1L << 40, k, times;
  unsigned char u;
  if (MYTHREAD == 0)
    for (i = 0; i < N; i++) E[i] = F[i] = at(i);
  upc_barrier;

  /* another index has the known end */
  COMPARE(unsigned char, (u = 250, j = 0), j < 20, (u++, j++), u);
  COMPARE(unsigned char, (u = 3, j = 0), j < 20, (u--, j++), u);
  COMPARE(unsigned char, (u = 250, j = 0), j < 20, (j++, u += 3), u + j);
  COMPARE(signed char, (u = 120, j = 0), j < 20, (u++, j++), u + 128);
  COMPARE(unsigned short, (u = 65530, j = 0), j < 20, (u++, j++), (u + 10) % 65536 % N);
  COMPARE(unsigned, (u = 4294967290u, j = 0), j < 20, (u++, j++), u + 10);
  COMPARE(unsigned, (u = 5, j = 0), j < 20, (u--, j++), u + 30);
  /* the index with the end wraps before it gets there */
  COMPARE(unsigned char, u = 250, u < three_hundred, u++, u);
  COMPARE(unsigned char, u = 250, u <= 300, u += 2, u);
  COMPARE(unsigned char, u = 5, u > below, u--, u);
  COMPARE(unsigned char, u = 5, u >= below, u -= 3, u);
  COMPARE(signed char, u = 100, u < three_hundred, u++, u + 128);
  COMPARE(unsigned, u = 4294967290u, u < many, u++, u + 10);
  COMPARE(unsigned, (u = 4294967290u, j = 0), u < many, (u++, j++), j);

  /* updates */
  upc_barrier;
  if (MYTHREAD == 0)
    for (u = 250, i = 0; i < 20; u++, i++) E[u] += i;
  upc_barrier;
  for (i = 0; i < N; i++) CHECK_EQ(E[i], at(i) + (i >= 250 && i < 256 ? i - 250 : i < 14 ? i + 6 : 0));

  /* steps of upc_forall beside that of the index are made in every iteration */
  n = 0, k = 1, times = 0;
  upc_forall (i = 0; i < 12; i++, k = 3 * k + 1; i) n += (int)k;
  for (long j = 0, l = 1; j < 12; j++, l = 3 * l + 1)
    if (j % THREADS == MYTHREAD) times += l;
  CHECK_EQ(n, times);
  CHECK_EQ(k, 797161);
  u = 250;
  upc_forall (i = 0; i < 20; i++, u++; &E[i]) seen[MYTHREAD] += u;
  CHECK_EQ(u, 14);
  for (times = 0, i = 0; i < 20; i++)
    if (i / 7 % THREADS == MYTHREAD) times += (unsigned char)(250 + i);
  CHECK_EQ(seen[MYTHREAD], times);
  return done();
}
