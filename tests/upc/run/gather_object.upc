// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts are read from memory, through pointers-to-shared, in short loops without calls, which find
// them by the table of the object: pointers to its start and into its middle, with a phase, of other blocks than the
// allocation's, objects that are freed and allocated again, and objects too large for a table.
#include "../check.h"
#include <upc_relaxed.h>
#include <stdlib.h>

#define N 840            /* elements a thread */
#define K 500            /* accesses */
#define LARGE 300000     /* elements a thread of an object that has no table */

typedef struct { short s; double d[3]; } record_t; /* no power of two */

static long col[K];
static unsigned long state = 1;
static long any(long n) { return (long)((state = state * 6364136223846793005UL + 1442695040888963407UL) >> 33) % n; }

/* Sums, short loops, and updates of elements that no other thread changes. */
#define KERNELS(B)                                                                                        \
  static long sum_##B(shared [B] long *x) {                                                               \
    long s = 0;                                                                                           \
    for (int k = 0; k < K; k++) s += (k + 1) * x[col[k]];                                                 \
    return s;                                                                                             \
  }                                                                                                       \
  static long few_##B(shared [B] long *x) {                                                               \
    long all = 0;                                                                                         \
    for (int k = 0; k < K; k += 5) {                                                                      \
      long s = 0;                                                                                         \
      for (int j = k; j < k + 5; j++) s += (j + 1) * x[col[j]];                                           \
      all += s;                                                                                           \
    }                                                                                                     \
    return all;                                                                                           \
  }                                                                                                       \
  static void add_##B(shared [B] long *x, long by) {                                                      \
    for (int k = 0; k < K; k++) x[col[k]] += by;                                                          \
  }                                                                                                       \
  /* Pointers to any of an object's `count` elements, from which subscripts of either sign count. */      \
  static void check_##B(shared [B] long *x, long count) {                                                 \
    upc_barrier;                                                                                          \
    for (long i = MYTHREAD; i < count; i += THREADS) *(x + i) = i * i;                                    \
    upc_barrier;                                                                                          \
    for (int time = 0; time < 12; time++) {                                                               \
      long start = time == 1 ? 0 : time == 2 ? count : any(count), expected = 0;                          \
      for (int k = 0; k < K; k++) {                                                                       \
        long i = k == 0 ? 0 : k == 1 ? count - 1 : any(count);                                            \
        col[k] = i - start, expected += (k + 1) * i * i;                                                  \
      }                                                                                                   \
      CHECK_EQ(sum_##B(x + start), expected);                                                             \
      CHECK_EQ(few_##B(x + start), expected);                                                             \
    }                                                                                                     \
    upc_barrier;                                                                                          \
    static long before[K];                                                                                \
    for (int k = 0; k < K; k++) {                                                                         \
      long of = count / THREADS ? any(count / THREADS) * THREADS + MYTHREAD : MYTHREAD;                   \
      col[k] = of < count ? of : 0, before[k] = *(x + col[k]);                                            \
    }                                                                                                     \
    if (count >= THREADS) {                                                                               \
      add_##B(x, 1), add_##B(x, 2), add_##B(x, -3);                                                       \
      for (int k = 0; k < K; k++) CHECK_EQ(*(x + col[k]), before[k]);                                     \
    }                                                                                                     \
    upc_barrier;                                                                                          \
  }                                                                                                       \
  static shared [B] long file##B[N * THREADS];                                                            \
  static void all_##B(void) {                                                                             \
    check_##B(file##B, (long)N * THREADS);                                                                \
    /* freed and allocated again, larger and smaller, at the same place and at others */                  \
    for (long n = 1; n < 20000; n = n * 3 + 1) {                                                          \
      shared [B] long *x = upc_all_alloc((n + B - 1) / B, B * sizeof(long));                              \
      check_##B(x, n);                                                                                    \
      upc_all_free(x);                                                                                    \
    }                                                                                                     \
    for (long n = 9000; n > 50; n /= 2) {                                                                 \
      shared [B] long *x = upc_all_alloc((n + B - 1) / B, B * sizeof(long));                              \
      shared void *y = upc_all_alloc(THREADS, 80);                                                        \
      check_##B(x, n);                                                                                    \
      upc_all_free(y);                                                                                    \
      check_##B(x, n);                                                                                    \
      upc_all_free(x);                                                                                    \
    }                                                                                                     \
    shared [B] long *large = upc_all_alloc(((size_t)LARGE * THREADS + B - 1) / B, B * sizeof(long));      \
    check_##B(large, (long)LARGE * THREADS);                                                              \
    upc_all_free(large);                                                                                  \
  }
KERNELS(1) KERNELS(2) KERNELS(7) KERNELS(8) KERNELS(12) KERNELS(64) KERNELS(100) KERNELS(840) KERNELS(1024)

/* A pointer of other blocks than the allocation's, whose blocks do not begin where the object does. */
static void other_blocks(void) {
  shared [12] long *x = upc_all_alloc(THREADS * 20, 12 * sizeof(long));
  shared [8] long *y = (shared [8] long *)x;
  check_8(y, 12L * 20 * THREADS);
  for (int from = 0; from < 12; from++) {
    shared [7] long *z = (shared [7] long *)(x + from);
    check_7(z, 12L * THREADS);
  }
  upc_all_free(x);
}

/* One loop, many objects in turn: each from its start, from its middle, and some of one thread. */
static void in_turn(void) {
  enum { OBJECTS = 40 };
  shared [3] int *x[OBJECTS];
  for (int i = 0; i < OBJECTS; i++) {
    x[i] = upc_all_alloc(THREADS * (i + 1), 3 * sizeof(int));
    for (int k = MYTHREAD; k < 3 * (i + 1) * THREADS; k += THREADS) x[i][k] = 1000 * i + k;
  }
  upc_barrier;
  for (int time = 0; time < 6; time++)
    for (int i = 0; i < OBJECTS; i++) {
      long start = time % 3 * (i + 1), sum = 0, expected = 0;
      shared [3] int *p = x[i] + start;
      for (int k = 0; k < 9; k++) {
        long at = any(3 * (i + 1) * THREADS);
        col[k] = at - start, expected += 1000 * i + at;
      }
      for (int k = 0; k < 9; k++) sum += p[col[k]];
      CHECK_EQ(sum, expected);
    }
  shared [3] int *own = upc_alloc(3 * sizeof(int));
  long sum = 0;
  for (int k = 0; k < 3; k++) own[k] = 10 + k, col[k] = 2 - k;
  for (int k = 0; k < 3; k++) sum += (k + 1) * own[col[k]];
  CHECK_EQ(sum, 1 * 12 + 2 * 11 + 3 * 10);
  upc_free((shared void *)own);
  shared [3] int *none = NULL;
  for (int k = 0; k < (int)any(1); k++) sum += none[col[k]];
  upc_barrier;
  for (int i = 0; i < OBJECTS; i++) upc_all_free(x[i]);
}

/* Structs, a pointer in a struct, and one that the loop changes. */
static struct { shared [7] record_t *records; long last; } held;
static void forms(void) {
  held.records = upc_all_alloc(N * THREADS / 7, 7 * sizeof(record_t));
  for (long i = MYTHREAD; i < (long)N * THREADS; i += THREADS)
    (held.records + i)->s = i % 1000, (held.records + i)->d[2] = i;
  for (int k = 0; k < K; k++) col[k] = any((long)N * THREADS);
  upc_barrier;
  double sum = 0, expected = 0;
  for (int k = 0; k < K; k++) sum += held.records[col[k]].d[2] + held.records[col[k]].s, held.last = col[k];
  for (int k = 0; k < K; k++) expected += col[k] + col[k] % 1000;
  CHECK_D(sum, expected);
  shared [7] record_t *p = held.records;
  sum = 0;
  for (int k = 0; k < K; k++) {
    sum += p[col[k] - (p - held.records)].d[2];
    p = held.records + col[k];
  }
  expected = 0;
  for (int k = 0; k < K; k++) expected += col[k];
  CHECK_D(sum, expected);
  upc_barrier;
  upc_all_free(held.records);
}

/* Loops in loops, of which the outer ones change the pointer, or what it points to, or are entered by a jump. */
static void move(long by) { held.records += by; }
static shared [7] record_t *moved(shared [7] record_t *p, long by) { return p + by; }
static shared [5] long nested_sum[N * THREADS];
static void nested(void) {
  shared [7] record_t *p = upc_all_alloc(2 * THREADS, 7 * sizeof(record_t)), *q = p;
  shared [7] long *r = NULL;
  held.records = p;
  for (long i = MYTHREAD; i < 14L * THREADS; i += THREADS) (p + i)->d[1] = i;
  for (long i = MYTHREAD; i < (long)N * THREADS; i += THREADS) *(nested_sum + i) = i;
  upc_barrier;
  for (int i = 0; i < 7; i++) { /* a pointer that changes in the outer loop alone, one of a struct, one that stays */
    double sum = 0, other = 0;
    long stays = 0, freed = 0;
    for (int k = 0; k < 6; k++) col[k] = any(7);
    for (int k = 0; k < 6; k++) sum += q[col[k]].d[1] - col[k] - i;
    for (int k = 0; k < 6; k++) other += held.records[col[k]].d[1] - col[k] - i;
    for (int k = 0; k < 6; k++) stays += (long)p[col[k]].d[1] - nested_sum[col[k]];
    CHECK_D(sum, 0);
    CHECK_D(other, 0);
    CHECK_EQ(stays, 0);
    q = moved(q, 1), move(1);
    /* memory at the same place, and more of it */
    shared [7] long *before = r;
    r = upc_alloc(sizeof(long));
    upc_free((shared void *)r);
    if (before) upc_all_free(before);
    r = upc_all_alloc(THREADS * (1 << i), 7 * sizeof(long));
    for (long k = MYTHREAD; k < 7L * (1 << i) * THREADS; k += THREADS) *(r + k) = k;
    upc_barrier;
    for (int k = 0; k < 6; k++) col[k] = any(7L * (1 << i) * THREADS), freed -= col[k];
    for (int k = 0; k < 6; k++) freed += r[col[k]];
    CHECK_EQ(freed, 0);
    upc_barrier;
  }
  int times = 0;
  if (p) goto inside;
  for (; times < 3; times++) {
    long sum;
  inside:
    sum = 0;
    for (int k = 0; k < 6; k++) sum += (long)p[col[k] % 7].d[1] - nested_sum[col[k] % 7];
    CHECK_EQ(sum, 0);
  }
  CHECK_EQ(times, 3);
  upc_all_free(r);
  upc_all_free(p);
}

/* Elements of types that a loop declares. */
static void types(void) {
  enum { ROWS = 3, ELEMENTS = 30 };
  shared void *any_type = upc_all_alloc(ELEMENTS, 2 * sizeof(int));
  for (int i = MYTHREAD; i < ELEMENTS; i += THREADS) *((shared [2] int *)any_type + 2 * i) = i;
  upc_barrier;
  int sum = 0, expected = 0;
  for (int i = 0; i < ROWS; i++) {
    typedef struct { int n, none; } pair_t;
    for (int k = 0; k < ELEMENTS; k++) col[k] = any(ELEMENTS), expected += 2 * (int)col[k];
    for (int k = 0; k < ELEMENTS; k++) sum += ((shared pair_t *)any_type)[col[k]].n;
    for (int k = 0; k < ELEMENTS; k++) {
      typedef struct { int n, nothing; } twin_t;
      sum += ((shared twin_t *)any_type)[col[k]].n;
    }
  }
  CHECK_EQ(sum, expected);
  upc_barrier;
  if (MYTHREAD == 0) upc_free(any_type);
}

/* So many objects that thread 0 has no memory for the tables of all. */
static void many(void) {
  enum { OBJECTS = 300, ELEMENTS = 30000 };
  static shared char *x[OBJECTS];
  for (int i = 0; i < OBJECTS; i++) {
    x[i] = upc_all_alloc(ELEMENTS, 1);
    for (int k = MYTHREAD; k < 100; k += THREADS) x[i][299 * k] = (char)(i + k);
  }
  upc_barrier;
  for (int time = 0; time < 2 && MYTHREAD == 0; time++)
    for (int i = 0; i < OBJECTS; i++) {
      shared char *p = x[i];
      long sum = 0;
      for (int k = 0; k < 10; k++) col[k] = any(100), sum -= (char)(i + col[k]), col[k] *= 299;
      for (int k = 0; k < 10; k++) sum += p[col[k]];
      CHECK_EQ(sum, 0);
    }
  upc_barrier;
  for (int i = 0; i < OBJECTS; i++) upc_all_free(x[i]);
}

int main(void) {
  state += MYTHREAD;
  all_1(), all_2(), all_7(), all_12(), all_64(), all_100(), all_840(), all_1024();
  other_blocks();
  in_turn();
  types();
  forms();
  nested();
  many();
  return done();
}
