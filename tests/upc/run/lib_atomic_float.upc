// SPDX-License-Identifier: BSD-3-Clause
// upc_atomic.h on floating point and on pointers-to-shared: values, limits, NaN, zeros of both signs; then all
// threads at once.
#include "../check.h"
#include <float.h>
#include <math.h>
#include <upc_atomic.h>

enum { ROUNDS = 20000 };
static const upc_op_t all = UPC_GET | UPC_SET | UPC_CSWAP | UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC |
                            UPC_DEC | UPC_MIN | UPC_MAX;

static int same(double got, double want) { return (isnan(got) && isnan(want)) || got == want; }

#define ONE(T, op, operand, want)                              \
  do {                                                         \
    T got, now, volatile_want;                                 \
    volatile T w = (want);                                     \
    volatile_want = w;                                         \
    upc_atomic_relaxed(d, 0, UPC_SET, next, &a, 0);            \
    upc_atomic_strict(d, &got, op, next, operand, 0);          \
    upc_atomic_strict(d, &now, UPC_GET, next, 0, 0);           \
    CHECK(same(got, a));                                       \
    CHECK(same(now, volatile_want));                           \
  } while (0)

#define TEST(T, TYPE, name, MOST, LEAST)                       \
  static shared [4] T name##_cells[4 * THREADS];               \
  static void name(void) {                                     \
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(TYPE, all, 0); \
    shared [] T *next = (shared [] T *)&name##_cells[4 * ((MYTHREAD + 1) % THREADS)]; \
    T values[] = {0, (T)-0.0, 1, (T)-3.25, (T)1e-20, MOST, -MOST, LEAST, INFINITY, -INFINITY, (T)0.1}; \
    enum { VALUES = sizeof values / sizeof *values };          \
    for (int i = 0; i < VALUES; i++)                           \
      for (int j = 0; j < VALUES; j++) {                       \
        T a = values[i], b = values[j], c = 7, now;            \
        ONE(T, UPC_SET, &b, b);                                \
        ONE(T, UPC_ADD, &b, a + b);                            \
        ONE(T, UPC_SUB, &b, a - b);                            \
        ONE(T, UPC_MULT, &b, a * b);                           \
        ONE(T, UPC_INC, 0, a + 1);                             \
        ONE(T, UPC_DEC, 0, a - 1);                             \
        ONE(T, UPC_MIN, &b, b < a ? b : a);                    \
        ONE(T, UPC_MAX, &b, b > a ? b : a);                    \
        upc_atomic_relaxed(d, 0, UPC_SET, next, &a, 0);        \
        upc_atomic_relaxed(d, 0, UPC_CSWAP, next, &b, &c);     \
        upc_atomic_relaxed(d, &now, UPC_GET, next, 0, 0);      \
        CHECK(same(now, a == b ? c : a));                      \
      }                                                        \
    upc_barrier;                                               \
    T *mine = (T *)&name##_cells[4 * MYTHREAD];                \
    mine[0] = 0, mine[1] = 1, mine[2] = 50, mine[3] = 0;       \
    upc_barrier;                                               \
    for (int which = 0; which < 2; which++) {                  \
      int owner = which ? THREADS - 1 : 0;                     \
      shared [] T *cell = (shared [] T *)&name##_cells[4 * owner]; \
      for (int i = 0; i < ROUNDS; i++) {                       \
        T v = (T)(MYTHREAD + 1), quarter = (T)0.25, two = 2, half = (T)0.5, got, seen; \
        upc_atomic_relaxed(d, 0, UPC_ADD, &cell[0], &v, 0);    \
        upc_atomic_strict(d, 0, UPC_SUB, &cell[0], &quarter, 0); \
        upc_atomic_relaxed(d, 0, UPC_INC, &cell[0], 0, 0);     \
        upc_atomic_relaxed(d, 0, UPC_MULT, &cell[1], i % 2 ? &half : &two, 0); \
        upc_atomic_relaxed(d, 0, UPC_MAX, &cell[2], &v, 0);    \
        upc_atomic_relaxed(d, &seen, UPC_GET, &cell[3], 0, 0); \
        for (;; seen = got) {                                  \
          T more = seen + 1;                                   \
          upc_atomic_strict(d, &got, UPC_CSWAP, &cell[3], &seen, &more); \
          if (got == seen) break;                              \
        }                                                      \
      }                                                        \
    }                                                          \
    upc_barrier;                                               \
    int times = (MYTHREAD == 0) + (MYTHREAD == THREADS - 1);   \
    CHECK_D(mine[0], times * ROUNDS * (THREADS * (THREADS + 1) / 2 + 0.75 * THREADS)); \
    CHECK_D(mine[1], 1);                                       \
    CHECK_D(mine[2], 50);                                      \
    CHECK_D(mine[3], times * ROUNDS * THREADS);                \
    upc_barrier;                                               \
    upc_all_atomicdomain_free(d);                              \
  }

// Minimum and maximum do not depend on the order in which values come: a NaN is the result, and -0 is less than 0.
#define EXTREMES(T, TYPE, name)                                \
  static shared T name##_cell[THREADS];                        \
  static T name##_of(upc_atomicdomain_t *d, upc_op_t op, T first, T then) { \
    T got;                                                     \
    upc_atomic_relaxed(d, 0, UPC_SET, &name##_cell[MYTHREAD], &first, 0); \
    upc_atomic_relaxed(d, 0, op, &name##_cell[MYTHREAD], &then, 0); \
    upc_atomic_relaxed(d, &got, UPC_GET, &name##_cell[MYTHREAD], 0, 0); \
    return got;                                                \
  }                                                            \
  static void name(void) {                                     \
    upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(TYPE, all, 0); \
    for (int i = 0; i < 2; i++) {                              \
      upc_op_t op = i ? UPC_MAX : UPC_MIN;                     \
      CHECK(isnan(name##_of(d, op, NAN, 3)));                  \
      CHECK(isnan(name##_of(d, op, 3, NAN)));                  \
      CHECK(isnan(name##_of(d, op, -NAN, INFINITY)));          \
      CHECK(isnan(name##_of(d, op, NAN, -NAN)));               \
      CHECK_EQ(!signbit(name##_of(d, op, 0, (T)-0.0)), i);     \
      CHECK_EQ(!signbit(name##_of(d, op, (T)-0.0, 0)), i);     \
    }                                                          \
    upc_all_atomicdomain_free(d);                              \
  }

EXTREMES(float, UPC_FLOAT, extreme_floats)
EXTREMES(double, UPC_DOUBLE, extreme_doubles)

TEST(float, UPC_FLOAT, t_float, FLT_MAX, FLT_MIN)
TEST(double, UPC_DOUBLE, t_double, DBL_MAX, DBL_MIN)

// Pointers: a stack that everybody pushes to and then pops from; comparison ignores the phase.
typedef struct node { shared void *next; int value; } node_t;
static shared [3] node_t nodes[3 * THREADS * 20];
static shared void *shared top;
static shared int popped[3 * THREADS * 20];
static shared [5] int some[5 * THREADS];

static void pointers(void) {
  upc_atomicdomain_t *d = upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_SET | UPC_CSWAP, 0);
  shared void *seen, *got, *null = NULL;
  CHECK(!upc_atomic_isfast(UPC_PTS, UPC_GET, &top) || 1);
  if (MYTHREAD == 0) upc_atomic_strict(d, 0, UPC_SET, &top, &null, 0);
  upc_barrier;
  upc_forall(int i = 0; i < 3 * THREADS * 20; i++; &nodes[i]) {
    shared void *node = &nodes[i];
    nodes[i].value = i;
    upc_atomic_relaxed(d, &seen, UPC_GET, &top, 0, 0);
    for (;; seen = got) {
      nodes[i].next = seen;
      upc_atomic_strict(d, &got, UPC_CSWAP, &top, &seen, &node);
      if (got == seen) break;
    }
    CHECK_EQ(upc_phaseof(node), i % 3);
  }
  upc_barrier;
  for (;;) { // no node comes back while others look: a plain compare and swap does
    upc_atomic_strict(d, &seen, UPC_GET, &top, 0, 0);
    if (seen == NULL) break;
    shared void *next = ((shared [3] node_t *)seen)->next;
    upc_atomic_strict(d, &got, UPC_CSWAP, &top, &seen, &next);
    if (got == seen) popped[((shared [3] node_t *)seen)->value]++;
  }
  upc_barrier;
  for (int i = 0; i < 3 * THREADS * 20; i++) CHECK_EQ(popped[i], 1);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) {
    shared void *with = &some[3], *without = upc_resetphase(with), *other = &some[0];
    upc_atomic_strict(d, 0, UPC_SET, &top, &with, 0);
    upc_atomic_strict(d, &got, UPC_CSWAP, &top, &without, &other);
    CHECK(got == with && upc_phaseof(got) == 3);
    upc_atomic_strict(d, &got, UPC_GET, &top, 0, 0);
    CHECK(got == other);
  }
  upc_barrier;
  upc_all_atomicdomain_free(d);
}

int main(void) {
  t_float();
  t_double();
  extreme_floats();
  extreme_doubles();
  pointers();
  return done();
}
