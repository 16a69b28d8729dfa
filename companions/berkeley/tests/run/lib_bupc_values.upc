// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's collectives of values: every operation, several types and sizes in turn.
#include "../../../../tests/upc/check.h"
#include <bupc_collectivev.h>

struct pair { double x; char name[20]; };

int main(void) {
  int last = THREADS - 1;
  for (int round = 0; round < 3; round++) {
    int mine = MYTHREAD + round;
    int got = bupc_allv_reduce(int, mine, 0, UPC_ADD);
    if (MYTHREAD == 0) CHECK_EQ(got, THREADS * last / 2 + THREADS * round);
    double real = MYTHREAD + 0.5;
    CHECK_D(bupc_allv_reduce_all(double, real, UPC_MAX), last + 0.5);
    CHECK_D(bupc_allv_reduce(double, real, -1, UPC_MIN), 0.5);
    for (int t = 0; t < THREADS; t++) {
      double special = MYTHREAD == t ? __builtin_nan("") : real, zero = MYTHREAD == t ? -0.0 : 0.0;
      CHECK(__builtin_isnan(bupc_allv_reduce_all(double, special, UPC_MIN)));
      CHECK(__builtin_isnan(bupc_allv_reduce_all(double, special, UPC_MAX)));
      CHECK(__builtin_signbit(bupc_allv_reduce_all(double, zero, UPC_MIN)));
      CHECK(THREADS == 1 || !__builtin_signbit(bupc_allv_reduce_all(double, zero, UPC_MAX)));
    }
    unsigned long bit = 1ul << MYTHREAD;
    CHECK_EQ(bupc_allv_reduce_all(unsigned long, bit, UPC_OR), (1ul << THREADS) - 1);
    CHECK_EQ(bupc_allv_reduce_all(unsigned long, bit, UPC_XOR), (1ul << THREADS) - 1);
    CHECK_EQ(bupc_allv_reduce_all(unsigned long, bit, UPC_AND), THREADS == 1);
    CHECK_EQ(!!bupc_allv_reduce_all(int, mine, UPC_LOGAND), round > 0);
    CHECK_EQ(!!bupc_allv_reduce_all(int, mine, UPC_LOGOR), last + round > 0);
    CHECK_EQ(bupc_allv_prefix_reduce(int, mine, UPC_ADD), MYTHREAD * (MYTHREAD + 1) / 2 + (MYTHREAD + 1) * round);
    CHECK_D(bupc_allv_reduce_all(double, real, UPC_MULT) > 0, 1);
    struct pair p = {MYTHREAD, "thread"}, q = bupc_allv_broadcast(struct pair, p, last);
    CHECK_D(q.x, last);
    CHECK(strcmp(q.name, "thread") == 0);
    short all[THREADS], small = MYTHREAD * 3;
    memset(all, -1, sizeof all);
    CHECK(bupc_allv_gather_all(short, small, all) == all);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(all[i], i * 3);
    memset(all, -1, sizeof all);
    bupc_allv_gather(short, small, last, MYTHREAD == last ? all : NULL);
    for (int i = 0; i < THREADS; i++) CHECK_EQ(all[i], MYTHREAD == last ? i * 3 : -1);
    CHECK_EQ(bupc_allv_scatter(short, last, all), MYTHREAD * 3);
    int right = bupc_allv_permute(int, mine, (MYTHREAD + 1) % THREADS);
    CHECK_EQ(right, (MYTHREAD + last) % THREADS + round);
  }
  return done();
}
