// SPDX-License-Identifier: BSD-3-Clause
// upc_atomic.h on integers: every operation on every type, relaxed and strict: its value and what it fetches; then
// all threads at once on the same few objects, which lie side by side so that a wider update would spoil a neighbour.
#include "../check.h"
#include <stdint.h>
#include <upc_atomic.h>
#include <upc_atomic.h>

#if __UPC_ATOMIC__ != 1
#error "__UPC_ATOMIC__"
#endif

enum { ROUNDS = 4000, CELLS = 8 };

typedef void update_t(upc_atomicdomain_t *, void *restrict, upc_op_t, shared void *restrict, const void *restrict,
                      const void *restrict);
static update_t *const update[2] = {upc_atomic_relaxed, upc_atomic_strict};

static const upc_op_t all = UPC_GET | UPC_SET | UPC_CSWAP | UPC_AND | UPC_OR | UPC_XOR | UPC_ADD | UPC_SUB | UPC_MULT |
                            UPC_INC | UPC_DEC | UPC_MIN | UPC_MAX;

// One after the other on the next thread's cell: `want` is by the language's own operators.
#define ONE(T, op, expression)                                        \
  for (int s = 0; s < 2; s++) {                                       \
    T old = a, got = 0, now = 0;                                      \
    int one_operand = op != UPC_INC && op != UPC_DEC && op != UPC_GET; \
    update[0](d, 0, UPC_SET, next, &old, 0);                          \
    update[s](d, &got, op, next, one_operand ? &b : 0, op == UPC_CSWAP ? &c : 0); \
    update[s](d, &now, UPC_GET, next, 0, 0);                          \
    CHECK_EQ(got, a);                                                 \
    CHECK_EQ(now, (T)(expression));                                   \
    if (op == UPC_GET) continue;                                      \
    update[s](d, 0, UPC_SET, next, &old, 0);                          \
    update[s](d, 0, op, next, one_operand ? &b : 0, op == UPC_CSWAP ? &c : 0); \
    CHECK_EQ(*(shared T *)next, (T)(expression));                     \
  }

#define TEST(T, U, TYPE, name)                                        \
  static shared [CELLS] T name##_cells[CELLS * THREADS];              \
  static void name(void) {                                            \
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(TYPE, all, UPC_ATOMIC_HINT_LATENCY); \
    int right = (MYTHREAD + 1) % THREADS;                             \
    shared [] T *next = (shared [] T *)&name##_cells[CELLS * right];  \
    T top = (T)((U)-1 >> ((T)-1 < 0)), low = (T)(top + (U)1);         \
    T values[] = {0, 1, 2, 3, 100, (T)-1, (T)-77, top, low, (T)(top - 1), (T)0x5a5a5a5a};    \
    enum { VALUES = sizeof values / sizeof *values };                 \
    CHECK(upc_atomic_isfast(TYPE, UPC_INC, next) <= UPC_ATOMIC_PERFORMANCE_FAST); \
    for (int i = 0; i < VALUES; i++)                                  \
      for (int j = 0; j < VALUES; j++) {                              \
        T a = values[i], b = values[j], c = values[(i + j) % VALUES]; \
        ONE(T, UPC_GET, a)                                            \
        ONE(T, UPC_SET, b)                                            \
        ONE(T, UPC_CSWAP, a == b ? c : a)                             \
        ONE(T, UPC_AND, a & b)                                        \
        ONE(T, UPC_OR, a | b)                                         \
        ONE(T, UPC_XOR, a ^ b)                                        \
        ONE(T, UPC_ADD, (U)a + (U)b)                                  \
        ONE(T, UPC_SUB, (U)a - (U)b)                                  \
        ONE(T, UPC_MULT, (U)a * (U)b)                                 \
        ONE(T, UPC_INC, (U)a + 1)                                     \
        ONE(T, UPC_DEC, (U)a - 1)                                     \
        ONE(T, UPC_MIN, b < a ? b : a)                                \
        ONE(T, UPC_MAX, b > a ? b : a)                                \
      }                                                               \
    upc_barrier;                                                      \
    name##_start();                                                   \
    upc_barrier;                                                      \
    together_##name(d);                                               \
    upc_barrier;                                                      \
    upc_all_atomicdomain_free(d);                                     \
  }

// The cells of the last thread, after those of the first, under everybody, long enough to meet there: 0
// INC/DEC/ADD/SUB, 1 XOR of an own bit, 2 OR and AND of an own bit,
// 3 MULT, 4 MIN, 5 MAX, 6 CSWAP counting, 7 SET: each token comes back once.
#define TOGETHER(T, U, name)                                          \
  static shared [CELLS] T name##_cells[CELLS * THREADS];              \
  static shared long long name##_returned[THREADS];                   \
  static void name##_start(void) {                                    \
    static const T start[CELLS] = {0, 0, 0, 1, 100, 0, 0, 0};         \
    for (int i = 0; i < CELLS; i++) name##_cells[CELLS * MYTHREAD + i] = start[i]; \
    name##_returned[MYTHREAD] = 0;                                    \
  }                                                                   \
  static void together_##name(upc_atomicdomain_t *d) {                \
    long long me = MYTHREAD, n = THREADS, set = 0;                    \
    for (int which = 0; which < 2; which++) {                         \
      int owner = which ? THREADS - 1 : 0;                            \
      shared [] T *cell = (shared [] T *)&name##_cells[CELLS * owner]; \
      T bit = (T)((U)1 << MYTHREAD), not = ~bit, three = 3, got, seen, more; \
      for (int i = 0; i < ROUNDS; i++) {                              \
        update_t *f = update[i & 1];                                  \
        T five = (T)(5 + me);                                         \
        f(d, 0, UPC_INC, &cell[0], 0, 0);                             \
        f(d, &got, UPC_XOR, &cell[1], &bit, 0);                       \
        CHECK_EQ(!!(got & bit), i & 1);                               \
        f(d, 0, UPC_ADD, &cell[0], &five, 0);                         \
        f(d, &got, UPC_OR, &cell[2], &bit, 0);                        \
        CHECK_EQ(got & bit, 0);                                       \
        f(d, &got, UPC_AND, &cell[2], &not, 0);                       \
        CHECK(got & bit);                                             \
        f(d, 0, UPC_MULT, &cell[3], &three, 0);                       \
        more = (T)(100 - (me * ROUNDS + i) % 90);                     \
        f(d, 0, UPC_MIN, &cell[4], &more, 0);                         \
        f(d, 0, UPC_MAX, &cell[5], &more, 0);                         \
        f(d, 0, UPC_SUB, &cell[0], &five, 0);                         \
        f(d, &seen, UPC_GET, &cell[6], 0, 0);                         \
        for (;; seen = got) {                                         \
          more = (T)(seen + 1);                                       \
          f(d, &got, UPC_CSWAP, &cell[6], &seen, &more);              \
          if (got == seen) break;                                     \
        }                                                             \
        more = (T)(me * ROUNDS + i + 1);                              \
        f(d, &got, UPC_SET, &cell[7], &more, 0);                      \
        name##_returned[MYTHREAD] += (long long)got;                  \
        if (i % 2) f(d, 0, UPC_DEC, &cell[0], 0, 0);                  \
      }                                                               \
    }                                                                 \
    for (long long t = 1; t <= n * ROUNDS; t++) set += t;             \
    upc_barrier;                                                      \
    T *mine = (T *)&name##_cells[CELLS * MYTHREAD];                   \
    T power = 1;                                                      \
    long long low = 100, high = 0, returned = 0, left = 0;            \
    for (int i = 0; i < n * ROUNDS; i++) power = (T)((U)power * 3);   \
    for (long long k = 0; k < n * ROUNDS; k++) {                      \
      long long v = 100 - k % 90;                                     \
      if (v < low) low = v;                                           \
      if (v > high) high = v;                                         \
    }                                                                 \
    int times = (MYTHREAD == 0) + (MYTHREAD == THREADS - 1);          \
    if (times == 2) power = (T)((U)power * power);                    \
    CHECK_EQ(mine[0], times * n * ROUNDS / 2);                        \
    CHECK_EQ(mine[1], 0);                                             \
    CHECK_EQ(mine[2], 0);                                             \
    CHECK_EQ(mine[3], times ? power : 1);                             \
    CHECK_EQ(mine[4], times ? low : 100);                             \
    CHECK_EQ(mine[5], times ? high : 0);                              \
    CHECK_EQ(mine[6], times * n * ROUNDS);                            \
    for (int t = 0; t < THREADS; t++) {                               \
      returned += name##_returned[t];                                 \
      left += (long long)name##_cells[CELLS * t + 7];                 \
    }                                                                 \
    CHECK_EQ(returned + left, 2 * set);                               \
  }

TOGETHER(int, unsigned, t_int)
TEST(int, unsigned, UPC_INT, t_int)
TOGETHER(unsigned, unsigned, t_uint)
TEST(unsigned, unsigned, UPC_UINT, t_uint)
TOGETHER(long, unsigned long, t_long)
TEST(long, unsigned long, UPC_LONG, t_long)
TOGETHER(unsigned long, unsigned long, t_ulong)
TEST(unsigned long, unsigned long, UPC_ULONG, t_ulong)
TOGETHER(int32_t, uint32_t, t_int32)
TEST(int32_t, uint32_t, UPC_INT32, t_int32)
TOGETHER(uint32_t, uint32_t, t_uint32)
TEST(uint32_t, uint32_t, UPC_UINT32, t_uint32)
TOGETHER(int64_t, uint64_t, t_int64)
TEST(int64_t, uint64_t, UPC_INT64, t_int64)
TOGETHER(uint64_t, uint64_t, t_uint64)
TEST(uint64_t, uint64_t, UPC_UINT64, t_uint64)

int main(void) {
  upc_op_t bits = 0;
  const upc_op_t ops[] = {UPC_GET, UPC_SET, UPC_CSWAP, UPC_AND, UPC_OR, UPC_XOR, UPC_ADD, UPC_SUB, UPC_MULT, UPC_INC,
                          UPC_DEC, UPC_MIN, UPC_MAX, UPC_LOGAND, UPC_LOGOR};
  for (int i = 0; i < (int)(sizeof ops / sizeof *ops); i++) {
    CHECK(!(bits & ops[i]));
    bits |= ops[i];
  }
  CHECK(UPC_ATOMIC_HINT_DEFAULT == 0 && UPC_ATOMIC_HINT_LATENCY != UPC_ATOMIC_HINT_THROUGHPUT);
  t_int();
  t_uint();
  t_long();
  t_ulong();
  t_int32();
  t_uint32();
  t_int64();
  t_uint64();
  upc_atomicdomain_t *nothing = NULL;
  upc_all_atomicdomain_free(nothing);
  return done();
}
