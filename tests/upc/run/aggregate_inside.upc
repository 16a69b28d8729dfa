// SPDX-License-Identifier: BSD-3-Clause
// A nest reads ahead, and a loop inside of it reads what the nest writes. Only that loop can ask for it, by sites of
// the runtime that the nest has as well.
// flags: -T 2
#include "../check.h"
#include <upc_relaxed.h>

enum { N = 4096, ROWS = 20 };
typedef struct { unsigned a; unsigned long b; } record_t;
shared [256] int start[N];
shared [300] int row[N];
shared [] unsigned long x[N];
shared [64] unsigned written[N];
shared [64] record_t last[N];
static int own_start[N], own_row[N], where[N];
static unsigned long own_x[N];
static unsigned own_written[N];
static record_t own_last[N];

#define NEST(name, start, row, x, written, last)                                             \
  static __attribute__((noinline)) unsigned long name(void) {                                \
    unsigned long s = 1;                                                                     \
    for (int i = 0; i < ROWS; i++) {                                                         \
      for (int j = start[i]; j < start[i + 1]; j++) {                                        \
        for (int k = 0; k < 8; k++) {                                                        \
          s += x[(row[i + 2] + k) % N];                                                      \
          s += written[k + 0];                                                               \
        }                                                                                    \
        written[where[i]] = (unsigned)j;                                                     \
      }                                                                                      \
      s += last[where[i]].b;                                                                 \
    }                                                                                        \
    return s;                                                                                \
  }
NEST(sum, start, row, x, written, last)
NEST(own_sum, own_start, own_row, own_x, own_written, own_last)

static unsigned long next(void) {
  static unsigned long seed = 88172645463325252;
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed;
}

int main(void) {
  if (MYTHREAD == 0) {
    for (int i = 0, at = 0; i < N; i++) {
      start[i] = own_start[i] = at, at += (int)(next() % 6); // some rows are empty
      row[i] = own_row[i] = (int)(next() % N), where[i] = (int)(next() % N);
      x[i] = own_x[i] = next(), written[i] = own_written[i] = (unsigned)next();
      last[i].b = own_last[i].b = next();
    }
    CHECK_EQ(sum(), own_sum());
    for (int i = 0; i < N; i++) CHECK_EQ(written[i], own_written[i]);
  }
  upc_barrier;
  return done();
}
