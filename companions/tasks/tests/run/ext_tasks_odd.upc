// SPDX-License-Identifier: BSD-3-Clause
// Statements of tasks where a program rarely has them: left by return, break, continue and goto, in switch and loops
// without braces, three levels deep; upc_serial before 'else'; structs, enums and complex numbers captured;
// synchronisation variables in arrays whose length is computed, and in structs.
#include <complex.h>
#include <stdint.h>
#include <upc.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

enum color { RED = 3, GREEN };
struct bundle { int a; double b[4]; enum color color; shared int *to; };
struct pair { upc_syncvar int full; upc_singlevar double once; int plain; };

shared long sum[THREADS];
shared int target[THREADS];
shared struct pair pairs[2 * THREADS];
shared int came[THREADS];
upc_syncvar long counted = 0; // by this thread's tasks

static void count(shared [] upc_syncvar long *to, int by) {
  upc_begin { *to += by; }
}

static int by_return_and_loop(shared [] upc_syncvar long *to, int last) {
  for (int i = 0; i < 10; i++)
    upc_sync {
      count(to, 1);
      if (i == last) return i;
      if (i % 2) continue;
      if (i == 8) break;
    }
  return -1;
}

static int by_goto(shared [] upc_syncvar long *to, int times) {
  int n = 0;
again:
  upc_sync {
    count(to, 1);
    if (++n < times) goto again;
  }
  return n;
}

static void by_switch(shared [] upc_syncvar long *to, int k) {
  switch (k) {
    case 0: upc_begin { *to += 1; } break;
    case 1: upc_sync { upc_begin { *to += 2; } } break;
    default: upc_begin { switch (k) { case 2: *to += 3; break; default: *to += 4; } }
  }
}

static long chain(int n) {
  upc_syncvar long box[n + 1];
  upc_sync {
    for (int i = 0; i < n; i++)
      upc_begin { box[i + 1] = box[i] + 1; }
    box[0] = 5;
  }
  return box[n];
}

static int takes(shared [] upc_syncvar long *from) { return (int)*from; }

/* `for (t = 0; t < THREADS; t++) upc_on (t)` starts by a tree on all threads. Of these loops only the last does. */
void some_threads(void) {
  if (MYTHREAD == 0) {
    upc_coforall (int t = 1; t < THREADS; t++) upc_on (t) { came[MYTHREAD] += 1; }
    upc_coforall (int t = 0; t < THREADS; t += 2) upc_on (t) { came[MYTHREAD] += 10; }
    upc_coforall (int t = 0; t < THREADS - 1; t++) upc_on (t) { came[MYTHREAD] += 100; }
    upc_coforall (int t = 0; t < THREADS; t++) upc_on (THREADS - 1) { came[MYTHREAD] += 1000; }
    upc_coforall (int t = 0; t != THREADS; t++) upc_on (t) { came[MYTHREAD] += 100000; }
  }
  upc_barrier;
  int last = MYTHREAD == THREADS - 1, expected = 100000 + (MYTHREAD > 0) + 10 * (MYTHREAD % 2 == 0);
  CHECK_EQ(came[MYTHREAD], expected + (last ? 1000 * THREADS : 100));
}

int main(void) {
  int me = MYTHREAD, next = (MYTHREAD + 1) % THREADS;
  shared [] upc_syncvar long *mine = &counted;
  CHECK_EQ(by_return_and_loop(mine, 5), 5);
  CHECK_EQ(by_goto(mine, 4), 4);
  CHECK_EQ(takes(mine), 10);
  counted = 0;
  CHECK_EQ(by_return_and_loop(mine, 20), -1);
  CHECK_EQ(takes(mine), 9);
  counted = 0;
  upc_sync { for (int k = 0; k < 4; k++) by_switch(mine, k); }
  CHECK_EQ(takes(mine), 10);
  for (int n = 0; n < 40; n += 13) CHECK_EQ(chain(n), 5 + n);

  struct bundle b = {1, {2, 3, 4, 5}, GREEN, &target[next]};
  const int three = 3;
  _Bool yes = 1;
  float _Complex z = 1 + 2 * I;
  uint64_t ones = UINT64_MAX;
  long double quarter = 0.25L;
  upc_sync {
    upc_begin { *b.to = b.a + (int)b.b[3] + b.color; }
    upc_begin {
      CHECK(three == 3 && yes && crealf(z) == 1 && cimagf(z) == 2 && ones == UINT64_MAX && quarter == 0.25L);
    }
    upc_begin {
      int twice = me * 2;
      upc_begin {
        int more = twice + 1;
        upc_begin { sum[me] = more + twice + me; }
      }
    }
  }
  CHECK_EQ(target[next], 10);
  CHECK_EQ(sum[me], 5 * me + 1);

  pairs[me].plain = 7;
  upc_cobegin {
    { pairs[me].full = 4; pairs[me].once = 2.5; }
    {
      int full = pairs[me].full;
      double once = pairs[me].once;
      CHECK(full == 4 && once == 2.5 && pairs[me].plain == 7);
    }
  }

  int n = 3;
  counted = 0;
  upc_sync {
    while (n--) upc_begin { *mine += 1; }
    do upc_begin { *mine += 1; } while (++n < 3);
    if (n) upc_begin { *mine += 1; } else upc_begin { *mine += 100; }
  }
  CHECK_EQ(takes(mine), 8);
  if (n == 3) upc_serial (n) { n = 4; } else n = 5;
  CHECK_EQ(n, 4);
  if (n == 3) upc_serial (n) { n = 6; } else n = 5;
  CHECK_EQ(n, 5);
  upc_sync { }
  counted = 0;
  upc_coforall (int i = 0; i < 0; i++) { *mine += 1000; }
  upc_coforall (int i = 10; i > 0; i -= 3) { if (i != 7) *mine += i; }
  CHECK_EQ(takes(mine), 15);
  some_threads();
  upc_barrier;
  return done();
}
