// SPDX-License-Identifier: BSD-3-Clause
// Statements of tasks whose body is a single statement without braces, alone and in each other. The names are still
// names of C where no such statement begins.
#include <upc.h>
#include "../../../../tests/upc/check.h"
#define ADD(x) upc_begin add(to, x)

typedef shared [] upc_syncvar long *sum_t; // a task that adds empties it for a moment
shared int seen[THREADS];
shared upc_syncvar int total[THREADS];
shared [] int part[4];

static void add(sum_t to, long x) { *to += x; }

static int sum(int from, int to) {
  upc_syncvar int left, right;
  if (from == to) return from;
  upc_cobegin {
    left = sum(from, (from + to) / 2);
    right = sum((from + to) / 2 + 1, to);
  }
  int a = left, b = right;
  return a + b;
}

static void statements(sum_t to, int n) {
  for (int t = 0; t < THREADS; t++) total[t] = 0;
  upc_sync upc_begin add(to, 1);
  upc_sync for (int i = 0; i < n; i++) upc_begin add(to, 10);
  upc_sync
    if (n > 2) upc_begin add(to, 1000);
    else upc_begin add(to, 5);
  upc_sync if (n < 2) add(to, 7); else for (int i = 0; i < 2; i++) if (i) upc_begin add(to, 10000); else ADD(20000);
  upc_sync do upc_begin add(to, 100000); while (--n > 0);
  upc_sync while (n++ < 2) upc_begin upc_on (n % THREADS) add(to, 1000000);
  upc_coforall (int i = 0; i < 3; i++) add(to, 100000000);
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) seen[MYTHREAD] = t + 1;
  upc_on (THREADS - 1) part[0] = MYTHREAD + 5;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) upc_coforall (int i = 0; i < 2; i++) { total[t] += i + 1; }
  upc_on (0) upc_sync { upc_begin { part[0] += 1; } }
  upc_begin upc_on (0) upc_cobegin { { part[0] += 1; } }
  int value = total[0];
  CHECK_EQ(value, 3);
  upc_serial (1) for (int i = 1; i < 4; i++) upc_begin part[i] = i * i;
  upc_cobegin { add(to, 1); { add(to, 2); } if (n) add(to, 3); for (int i = 0; i < 2; i++) upc_begin add(to, 4); }
}

typedef int upc_begin; // a name of the program
static int names(int upc_sync) {
  struct { int upc_on, upc_serial; } x = {upc_sync, 2};
  int upc_coforall = x.upc_on * x.upc_serial;
  return upc_coforall + (int)sizeof(upc_begin);
}

int main(void) {
  if (MYTHREAD == 0) {
    upc_syncvar long total = 0;
    upc_sync statements(&total, 3);
    long got = total;
    CHECK_EQ(got, 1 + 30 + 1000 + 30000 + 300000 + 2000000 + 300000000 + 1 + 2 + 3 + 8);
    CHECK_EQ(part[0], THREADS - 1 + 7);
    for (int i = 1; i < 4; i++) CHECK_EQ(part[i], i * i);
    CHECK_EQ(sum(1, 100), 5050);
    CHECK_EQ(names(3), 10);
  }
  upc_barrier;
  CHECK_EQ(seen[MYTHREAD], MYTHREAD + 1);
  return done();
}
