/* SPDX-License-Identifier: BSD-3-Clause
 * A reduction gives all threads the same bits, also if they are rounded otherwise when two operands are swapped: by a
 * function of the program, without and with a context, and products of complex numbers. */
#include <upc.h>
#include <upc_collective.h>
#include <upc_stride_coll.h>

#include <stdio.h>
#include <string.h>

enum { COUNT = 100 };

/* The mean of some values. */
typedef struct { double values, mean; } mean_t;
typedef struct { double re, im; } complex_t;

static int wrong;

static void join(const void *in, void *inout, size_t count) {
  const mean_t *x = in;
  mean_t *y = inout;
  size_t i;
  for (i = 0; i < count; i++) {
    const double all = x[i].values + y[i].values;
    y[i].mean = x[i].mean + (y[i].mean - x[i].mean) * (y[i].values / all);
    y[i].values = all;
  }
}

static void join_values(const void *in, void *inout, size_t count) { join(in, inout, count / 2); }

static void join_with(const void *in, void *inout, size_t count, void *context) {
  join(in, inout, count);
  ++*(int *)context;
}

static upc_stride_array_t new_array(void) {
  size_t shape[1], block[] = {COUNT};
  shape[0] = (size_t)COUNT * THREADS;
  return upc_stride_all_alloc(1, shape, block, sizeof(mean_t), 0, NULL);
}

static shared void *first_of(upc_stride_array_t A, int thread) {
  size_t at[1];
  at[0] = (size_t)COUNT * thread;
  return upc_stride_at(A, at);
}

/* Each thread compares its result with that of thread 0. */
static void compare(upc_stride_array_t A, const char *what) {
  static char other[COUNT * sizeof(mean_t)];
  upc_barrier;
  upc_memget(other, first_of(A, 0), sizeof other);
  if (memcmp(other, (char *)first_of(A, MYTHREAD), sizeof other) != 0 && wrong++ == 0)
    printf("thread %d: %s: not the bits that thread 0 has\n", MYTHREAD, what);
  memset(other, 0, sizeof other);
  upc_barrier;
  memset((char *)first_of(A, MYTHREAD), MYTHREAD, sizeof other);
  upc_barrier;
}

int main(void) {
  upc_stride_array_t src = new_array(), dst = new_array();
  upc_stride_section_t from = UPC_SECTION(src, UPC_STRIDE_ALL), to = UPC_SECTION(dst, UPC_STRIDE_ALL);
  mean_t *mine = (mean_t *)first_of(src, MYTHREAD);
  int calls = 0, i;
  for (i = 0; i < COUNT; i++) mine[i].values = 1 + (MYTHREAD + i) % 5, mine[i].mean = 1.0 / (3 + MYTHREAD * 7 + i);
  upc_stride_reduce_all(to, from, 2 * COUNT, UPC_FUNC, UPC_DOUBLE, join_values, 0);
  compare(dst, "a function");
  upc_stride_reduce_all_with(to, from, COUNT, sizeof(mean_t), UPC_FUNC, join_with, &calls, 0);
  compare(dst, "a function with a context");
  upc_stride_reduce_all(to, from, COUNT, UPC_MULT, UPC_STRIDE_COMPLEX_DOUBLE, NULL, 0);
  compare(dst, "products of complex numbers");
  upc_barrier;
  printf(wrong == 0 ? MYTHREAD == 0 ? "PASS\n" : "" : "FAIL\n");
  return wrong != 0;
}
