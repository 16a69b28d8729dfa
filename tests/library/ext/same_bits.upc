// SPDX-License-Identifier: BSD-3-Clause
// Results of one reduction have the same bits at all members, and UPC_MIN and UPC_MAX are minimum and maximum of
// IEEE 754-2019: a NaN is the result, and -0 is less than +0.
// Value i of a round has its special values at threads that depend on i, so that each thread has each of them once.
// flags: -lm
// The product of complex numbers is rounded once in each part, so swapped operands have other last bits.
#include "../../upc/check.h"
#include <math.h>
#include <stdint.h>
#include <upc_collective.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

enum { N = 30, K = 2 * N };                     // a block: more bytes than an eager message of the tests may have
shared [K] double in[K * THREADS], all[K * THREADS], again[K * THREADS], prefix[K * THREADS];
shared [K] float in4[K * THREADS], all4[K * THREADS];
shared [K] long double in16[K * THREADS], all16[K * THREADS];
shared [] double one[K], updated[K], bits[K];
shared [2] double pair[2 * THREADS];
shared double first[THREADS], reduced;

static uint64_t bits_of(double x) {
  uint64_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}

// Value i of thread t: a NaN at one thread, or two of them; zeroes of both signs; numbers. Sign and payload are i's.
static double special(int i, int t) {
  uint64_t b = 0x7ff8000000000000u | (uint64_t)(i % 2) << 63 | (uint64_t)(17 * i + 1) << 33;
  double nan;
  memcpy(&nan, &b, sizeof nan);
  switch (i % 4) {
    case 0: return i / 4 % THREADS == t ? nan : t + i;
    case 1: return i / 4 % THREADS == t || (i / 4 + 1) % THREADS == t ? -nan : i - t;
    case 2: return i / 4 % THREADS == t ? -0.0 : 0.0;
    default: return i / 4 % THREADS == t ? 0.0 : -0.0;
  }
}

// By the definition, of the values of threads from..to; of NaNs only that the result is one.
static double defined(int i, int from, int to, upc_op_t op) {
  double best = special(i, from);
  for (int t = from + 1; t <= to && !isnan(best); t++) {
    double x = special(i, t);
    int before = x < best || (x == best && signbit(x) && !signbit(best));
    if (isnan(x) || (op == UPC_MIN ? before : bits_of(x) != bits_of(best) && !before)) best = x;
  }
  return best;
}

static int same(double got, double wanted) {
  return isnan(wanted) ? isnan(got) : bits_of(got) == bits_of(wanted);
}

static void product(const void *in, void *inout, size_t n) {
  const double *x = in;
  double *y = inout;
  for (size_t i = 0; i < n; i++, x += 2, y += 2) {
    double re = fma(x[0], y[0], -(x[1] * y[1])), im = fma(x[0], y[1], x[1] * y[0]);
    y[0] = re, y[1] = im;
  }
}

static void all_alike(shared [K] double *of, const char *what) {
  for (int i = 0; i < K; i++)
    if (bits_of(of[MYTHREAD * K + i]) != bits_of(of[i])) {
      printf("thread %d: %s: value %d: %a, thread 0 has %a\n", MYTHREAD, what, i, of[MYTHREAD * K + i], of[i]);
      CHECK(!"all members have the same bits");
      return;
    }
}

static void order(upc_op_t op) {
  for (int i = 0; i < K; i++) {
    in[MYTHREAD * K + i] = special(i, MYTHREAD);
    in4[MYTHREAD * K + i] = special(i, MYTHREAD);
    in16[MYTHREAD * K + i] = special(i, MYTHREAD);
    if (MYTHREAD == 0) updated[i] = special(i, 0), bits[i] = special(i, 0);
  }
  upc_barrier;
  upc_stride_reduce_all(all<:>, in<:>, K, op, UPC_DOUBLE, NULL, 0);
  upc_stride_reduce_all(all4<:>, in4<:>, K, op, UPC_FLOAT, NULL, 0);
  upc_stride_reduce_all(all16<:>, in16<:>, K, op, UPC_LDOUBLE, NULL, 0);
  upc_stride_reduce(&one[0], in<:>, K, op, UPC_DOUBLE, NULL, 0);
  upc_stride_prefix_reduce(prefix<:>, in<:>, K, op, UPC_DOUBLE, NULL, 0);
  all_alike(all, op == UPC_MIN ? "minimum" : "maximum");
  for (int i = 0; i < K; i++) {
    double wanted = defined(i, 0, THREADS - 1, op);
    CHECK(same(all[MYTHREAD * K + i], wanted));
    CHECK(same(all4[MYTHREAD * K + i], (float)wanted));
    CHECK(same((double)all16[MYTHREAD * K + i], wanted));
    CHECK(same(prefix[MYTHREAD * K + i], defined(i, 0, MYTHREAD, op)));
    CHECK_EQ(bits_of(one[i]), bits_of(all[i]));  // whatever the schedules
    CHECK_EQ(bits_of(prefix[K * (THREADS - 1) + i]), bits_of(all[i]));
  }
  upc_barrier;
  upc_stride_prefix_reduce_exclusive(prefix<:>, in<:>, K, op, UPC_DOUBLE, NULL, 0);
  for (int i = 0; i < K && MYTHREAD > 0; i++)
    CHECK(same(prefix[MYTHREAD * K + i], defined(i, 0, MYTHREAD - 1, op)));
  upc_stride_reduce_scatter(first<:>, in<:>, 1, op, UPC_DOUBLE, NULL, 0);
  CHECK(same(first[MYTHREAD], defined(MYTHREAD, 0, THREADS - 1, op)));
}

// The orders in which updates come differ, and the bits do not.
static void updates(upc_op_t op) {
  double own[K];
  const size_t extents[] = {K};
  for (int i = 0; i < K; i++) own[i] = special(i, MYTHREAD);
  for (int i = 0; i < K && MYTHREAD > 0; i++) upc_stride_update(&updated[i], op, UPC_DOUBLE, &own[i]);
  upc_stride_update_fence();
  if (MYTHREAD > 0) upc_stride_acc_patch(bits<0:K-1>, op, UPC_DOUBLE, own, extents);
  upc_barrier;
  for (int i = MYTHREAD; i < K; i += THREADS) {
    CHECK_EQ(bits_of(updated[i]), bits_of(all[i]));
    CHECK_EQ(bits_of(bits[i]), bits_of(all[i]));
  }
  upc_all_reduceD((shared void *)&reduced, (shared void *)in, op, K * THREADS, K, NULL, 0);
  CHECK(isnan(reduced));
  upc_barrier;
}

// UPC_LDOUBLE has the size of a complex number. Twice: the second result is that of the first, of all calls.
static void products(void) {
  double before[K], before_one[K], before_first[2];
  for (int i = 0; i < K; i++) in[MYTHREAD * K + i] = 1 + 1.0 / (3 + i + 7 * MYTHREAD);
  upc_barrier;
  upc_stride_reduce_all(all<:>, in<:>, N, UPC_FUNC, UPC_LDOUBLE, product, 0);
  upc_stride_reduce_all(again<:>, in<:>, N, UPC_FUNC, UPC_LDOUBLE, product, 0);
  all_alike(all, "product");
  for (int i = 0; i < K; i++) CHECK_EQ(bits_of(again[MYTHREAD * K + i]), bits_of(all[MYTHREAD * K + i]));
  upc_barrier;
  for (int round = 0; round < 2; round++) {
    upc_stride_reduce(&one[0], in<:>, N, UPC_FUNC, UPC_LDOUBLE, product, 0);
    upc_stride_prefix_reduce(prefix<:>, in<:>, N, UPC_FUNC, UPC_LDOUBLE, product, 0);
    upc_stride_reduce_scatter(pair<:>, in<:>, 1, UPC_FUNC, UPC_LDOUBLE, product, 0);
    for (int i = 0; i < K && round == 1; i++) {
      CHECK_EQ(bits_of(one[i]), bits_of(before_one[i]));
      CHECK_EQ(bits_of(prefix[MYTHREAD * K + i]), bits_of(before[i]));
      CHECK_EQ(bits_of(pair[2 * MYTHREAD + i % 2]), bits_of(before_first[i % 2]));
    }
    for (int i = 0; i < K; i++) before[i] = prefix[MYTHREAD * K + i], before_one[i] = one[i];
    before_first[0] = pair[2 * MYTHREAD], before_first[1] = pair[2 * MYTHREAD + 1];
    upc_barrier;
  }
}

int main(void) {
  for (int op = 0; op < 2; op++) {
    order(op ? UPC_MAX : UPC_MIN);
    updates(op ? UPC_MAX : UPC_MIN);
  }
  products();
  return done();
}
