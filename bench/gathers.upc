// SPDX-License-Identifier: BSD-3-Clause
// Elements whose subscripts a loop reads from memory, in the cache, compared with the same loops in C on private
// memory, in one run: `make bench-access`. Thread 0 runs while the others wait; then all threads run at once, and each
// reads and updates elements of its own part of the numbers, without those at the ends: lines of the cache there have
// elements of two parts, which C's private memory has not.
//   product   sum += v[k] * x[col[k]]
//   sum       sum += x[col[k]]
//   eight     the product, 8 elements at a time, as in a sparse matrix
//   update    x[col[k]] += v[k]
//   xor       table[r & mask] ^= r, of long
// Each line: nanoseconds that C takes for an element on thread 0, and the time of UPC over that of C, x an array of the
// file and the same through a pointer-to-shared from upc_all_alloc: medians of REPETITIONS of ROUNDS rounds.
//   gathers [LOOP]...    these loops only
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>
#include "measure/median.h"

#define SHARE 2048               /* elements of x a thread */
#define ALL (SHARE * THREADS)
#define ACCESSES 4096
#define EIGHT 8
#define LEFT_OUT 64              /* elements at each end of a part */
#define ROUNDS 200
#define REPETITIONS 15

#define KERNEL static __attribute__((noinline))

static int column[ACCESSES], start[ACCESSES / EIGHT + 1];
static double v_double[ACCESSES];
static long v_long[ACCESSES];
static int v_int[ACCESSES];

/* The loops over x, which `parameters` declares, or an array of the file. */
#define KERNELS(T, name, parameters, x)                                                   \
  KERNEL T product_##name parameters {                                                    \
    const T *v = v_##T;                                                                   \
    const int *col = column;                                                              \
    T sum = 0;                                                                            \
    for (int k = 0; k < n; k++) sum += v[k] * x[col[k]];                                  \
    return sum;                                                                           \
  }                                                                                       \
  KERNEL T sum_##name parameters {                                                        \
    const int *col = column;                                                              \
    T sum = 0;                                                                            \
    for (int k = 0; k < n; k++) sum += x[col[k]];                                         \
    return sum;                                                                           \
  }                                                                                       \
  KERNEL T eight_##name parameters {                                                      \
    const T *v = v_##T;                                                                   \
    const int *col = column;                                                              \
    T all = 0;                                                                            \
    for (int i = 0; i < n / EIGHT; i++) {                                                 \
      T sum = 0;                                                                          \
      for (int k = start[i]; k < start[i + 1]; k++) sum += v[k] * x[col[k]];              \
      all += sum / 2;                                                                     \
    }                                                                                     \
    return all;                                                                           \
  }                                                                                       \
  KERNEL T update_##name parameters {                                                     \
    const T *v = v_##T;                                                                   \
    const int *col = column;                                                              \
    for (int k = 0; k < n; k++) x[col[k]] += v[k];                                        \
    return 0;                                                                             \
  }

#define XOR(name, parameters, x)                                                          \
  KERNEL long xor_##name parameters {                                                     \
    unsigned long r = 1;                                                                  \
    for (int k = 0; k < n; k++) {                                                         \
      r = r << 1 ^ ((long)r < 0 ? 7 : 0);                                                 \
      x[r & (SHARE - 1)] ^= (long)r;                                                      \
    }                                                                                     \
    return 0;                                                                             \
  }

/* Shared data in blocks of B, whose name has `tag`. */
#define SHARED(T, B, tag)                                                                 \
  static shared [B] T array_##T##_##tag[ALL];                                             \
  static shared [B] T *memory_##T##_##tag;                                                \
  KERNELS(T, array_##T##_##tag, (int n), array_##T##_##tag)                               \
  KERNELS(T, memory_##T##_##tag, (shared [B] T *x, int n), x)
#define DATA(T)                                                                           \
  static T *c_##T;                                                                        \
  KERNELS(T, c_##T, (T *x, int n), x)                                                     \
  SHARED(T, 1, 1) SHARED(T, 64, 64) SHARED(T, 100, 100) SHARED(T, SHARE, share)
DATA(double) DATA(long) DATA(int)
XOR(c_long, (long *x, int n), x)
XOR(array_long_1, (int n), array_long_1)
XOR(memory_long_1, (shared long *x, int n), x)
XOR(array_long_64, (int n), array_long_64)
XOR(memory_long_64, (shared [64] long *x, int n), x)

static int at_once; /* all threads run */
static void together(void) {
  if (at_once) upc_barrier;
}

/* Runs `call` for all rounds, which take `took` nanoseconds; `got` is the sum of what the calls return. */
#define TIME(T, call, took, got)                                                          \
  do {                                                                                    \
    together();                                                                           \
    double from = now();                                                                  \
    got = 0, v_##T[0] = 0;                                                                \
    for (int r = 0; r < ROUNDS; r++) got += call, v_##T[0] = r;                           \
    took = (now() - from) * 1e9;                                                          \
  } while (0)

static int wrong;

static void report(const char *loop, const char *type, const char *size, double *c, double *array, double *memory) {
  if (MYTHREAD == 0)
    printf("%-8s%-7s blocks of %-11s C %.2f ns   UPC / C: array %.2f, pointer %.2f\n", loop, type, size,
           median(c, REPETITIONS) / ROUNDS / ACCESSES, median(array, REPETITIONS), median(memory, REPETITIONS));
}

#define COMPARE(T, loop, tag, size)                                                       \
  do {                                                                                    \
    double c[REPETITIONS], array[REPETITIONS], memory[REPETITIONS], in_c, in_array, in_memory; \
    for (int i = 0; i < REPETITIONS; i++) {                                               \
      TIME(T, loop##_c_##T(c_##T, ACCESSES), c[i], in_c);                                 \
      TIME(T, loop##_array_##T##_##tag(ACCESSES), array[i], in_array);                    \
      TIME(T, loop##_memory_##T##_##tag(memory_##T##_##tag, ACCESSES), memory[i], in_memory); \
      array[i] /= c[i], memory[i] /= c[i];                                                \
      wrong |= in_c != in_array || in_c != in_memory;                                     \
    }                                                                                     \
    report(#loop, #T, size, c, array, memory);                                            \
  } while (0)

/* Fills what the loops of one block size use, and checks afterwards what the updates have made of it. */
static int first, elements; /* the numbers of the elements that this thread reads and updates */
#define FILL(T, tag)                                                                      \
  for (int i = first; i < first + elements; i++)                                          \
    *(&array_##T##_##tag[0] + i) = memory_##T##_##tag[i] = c_##T[i] = i % 13
#define CHECK(T, tag)                                                                     \
  for (int i = first; i < first + elements; i++)                                          \
    wrong |= *(&array_##T##_##tag[0] + i) != c_##T[i] || memory_##T##_##tag[i] != c_##T[i]
#define BLOCKS(T, tag, size)                                                              \
  do {                                                                                    \
    FILL(T, tag);                                                                         \
    if (wanted("product")) COMPARE(T, product, tag, size);                                \
    if (wanted("sum")) COMPARE(T, sum, tag, size);                                        \
    if (wanted("eight")) COMPARE(T, eight, tag, size);                                    \
    if (wanted("update")) COMPARE(T, update, tag, size);                                  \
    CHECK(T, tag);                                                                        \
  } while (0)
#define TYPE(T)                                                                           \
  do {                                                                                    \
    BLOCKS(T, 1, "1");                                                                    \
    BLOCKS(T, 64, "64");                                                                  \
    BLOCKS(T, 100, "100");                                                                \
    BLOCKS(T, share, "n/THREADS");                                                        \
  } while (0)

#define ALLOCATE(T)                                                                       \
  do {                                                                                    \
    memory_##T##_1 = upc_all_alloc(ALL, sizeof(T));                                       \
    memory_##T##_64 = upc_all_alloc(ALL / 64, 64 * sizeof(T));                            \
    memory_##T##_100 = upc_all_alloc((ALL + 99) / 100, 100 * sizeof(T));                  \
    memory_##T##_share = upc_all_alloc(THREADS, SHARE * sizeof(T));                       \
    c_##T = allocate(ALL, sizeof(T), "a vector in C");                                    \
    for (int k = 0; k < ACCESSES; k++) v_##T[k] = k % 7;                                  \
  } while (0)

static char **loops;
static int wanted(const char *loop) {
  for (char **l = loops; *l; l++)
    if (strcmp(*l, loop) == 0) return 1;
  return !*loops;
}

/* Compares the loops on so many elements, from one on. */
static void compare_all(int from, int count) {
  unsigned long r = 1;
  first = from, elements = count;
  for (int k = 0; k < ACCESSES; k++) {
    r = r * 6364136223846793005UL + 1442695040888963407UL;
    column[k] = from + (int)((r >> 33) % (unsigned long)count);
  }
  TYPE(double);
  TYPE(long);
  TYPE(int);
}

/* The numbers of this loop are its own: only one thread may run. */
static void compare_xor(void) {
  if (!wanted("xor")) return;
  FILL(long, 1);
  COMPARE(long, xor, 1, "1");
  CHECK(long, 1);
  FILL(long, 64);
  COMPARE(long, xor, 64, "64");
  CHECK(long, 64);
}

int main(int argc, char **argv) {
  (void)argc, loops = argv + 1;
  for (int i = 0; i <= ACCESSES / EIGHT; i++) start[i] = i * EIGHT;
  ALLOCATE(double);
  ALLOCATE(long);
  ALLOCATE(int);
  upc_barrier;
  if (MYTHREAD == 0) {
    printf("%d threads, in the cache, medians of %d\nthread 0 alone\n", THREADS, REPETITIONS);
    compare_all(0, ALL);
    compare_xor();
    printf("all threads at once\n");
  }
  upc_barrier;
  at_once = 1;
  compare_all(MYTHREAD * SHARE + LEFT_OUT, SHARE - 2 * LEFT_OUT);
  if (wrong) printf("thread %d: a loop in UPC had another result than in C\n", MYTHREAD);
  upc_barrier;
  return wrong;
}
