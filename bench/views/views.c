/* SPDX-License-Identifier: BSD-3-Clause
 * What a view of memory of the program costs beside an array of the library:
 *   views WHERE [ROUNDS]
 * prints a line for each call and size, WHERE,call,bytes,array,first,later,made. These are microseconds of the call
 * between arrays of the library; of the first call between views of memory of malloc, with making both views; of later
 * calls; of making both. Each is the fastest of the rounds, of the slowest thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef ON_MPI
#include <upc_stride_mpi.h>
#else
#include <upc_stride.h>
#endif
#include "measure/clock.h"

enum { CALLS = 3, LATER = 20 };
static const char *const names[CALLS] = {"exchange", "reduce_all", "copy"};
static int me, threads;
static upc_stride_array_t times;          /* an element for each thread */

/* The largest of a value of all threads. */
static double slowest(double value) {
  double all = 0, one;
  size_t index[] = {(size_t)me};
  upc_stride_put(upc_stride_at(times, index), &value, sizeof value);
  upc_stride_barrier_all();
  for (int t = 0; t < threads; t++) {
    index[0] = (size_t)t;
    upc_stride_get(&one, upc_stride_at(times, index), sizeof one);
    if (one > all) all = one;
  }
  upc_stride_barrier_all();
  return all;
}

static void call(int which, upc_stride_array_t to, upc_stride_array_t from, size_t bytes) {
  upc_stride_section_t dst = UPC_SECTION(to, UPC_STRIDE_ALL), src = UPC_SECTION(from, UPC_STRIDE_ALL);
  const upc_flag_t flags = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  if (which == 0) upc_stride_exchange(&dst, &src, bytes / (size_t)threads, flags);
  else if (which == 1) upc_stride_reduce_all(&dst, &src, bytes / sizeof(double), UPC_ADD, UPC_DOUBLE, NULL, flags);
  else { /* an eighth of a block to the next thread */
    const long long words = (long long)(bytes / sizeof(double)), most = words * threads - 1, by = words / 8;
    dst = UPC_SECTION(to, UPC_STRIDE_RANGE(by, most)), src = UPC_SECTION(from, UPC_STRIDE_RANGE(0, most - by));
    upc_stride_copy(&dst, &src, flags);
  }
}

static double timed(int which, upc_stride_array_t to, upc_stride_array_t from, size_t bytes) {
  upc_stride_barrier_all();
  double start = now();
  call(which, to, from, bytes);
  return slowest(now() - start);
}

static void least(double *best, double value) {
  if (*best == 0 || value < *best) *best = value;
}

static void measure(const char *where, int which, size_t bytes, int rounds) {
  const size_t words = bytes / sizeof(double), shape[] = {words * (size_t)threads}, block[] = {words};
  double array = 0, first = 0, later = 0, made = 0;
  for (int round = 0; round < rounds; round++) {
    upc_stride_array_t A = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
    upc_stride_array_t B = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
    double *x = malloc(bytes), *y = malloc(bytes), start;
    for (size_t i = 0; i < words; i++) x[i] = (double)me, y[i] = 0;
    timed(which, B, A, bytes);
    for (int k = 0; k < LATER; k++) least(&array, timed(which, B, A, bytes));
    upc_stride_barrier_all();
    start = now();
    upc_stride_array_t V = upc_stride_array_of(x, bytes, 1, shape, block, sizeof(double), 0, NULL);
    upc_stride_array_t W = upc_stride_array_of(y, bytes, 1, shape, block, sizeof(double), 0, NULL);
    double making = slowest(now() - start);
    double once = making + timed(which, W, V, bytes);
    least(&made, making), least(&first, once);
    for (int k = 0; k < LATER; k++) least(&later, timed(which, W, V, bytes));
    if (which == 1 && y[words - 1] != (double)threads * (threads - 1) / 2) {
      fprintf(stderr, "thread %d: reduce_all: %g\n", me, y[words - 1]);
      upc_stride_exit(1);
    }
    upc_stride_barrier_all();
    upc_stride_all_free(V), upc_stride_all_free(W), upc_stride_all_free(A), upc_stride_all_free(B);
    free(x), free(y);
  }
  if (me == 0)
    printf("%s,%s,%zu,%.1f,%.1f,%.1f,%.1f\n", where, names[which], bytes, array * 1e6, first * 1e6, later * 1e6,
           made * 1e6);
}

int main(int argc, char **argv) {
  const char *where = argc > 1 ? argv[1] : "here";
  int rounds = argc > 2 ? atoi(argv[2]) : 5;
#ifdef ON_MPI
  MPI_Init(NULL, NULL);
  upc_stride_init_mpi(MPI_COMM_WORLD, NULL);
#else
  upc_stride_init(NULL);
#endif
  me = upc_stride_mythread(), threads = upc_stride_threads();
  size_t shape[] = {(size_t)threads}, block[] = {1};
  times = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  for (int which = 0; which < CALLS; which++)
    for (size_t bytes = 4096; bytes <= (size_t)4 << 20; bytes *= 32) measure(where, which, bytes, rounds);
  upc_stride_finalize();
#ifdef ON_MPI
  MPI_Finalize();
#endif
  return 0;
}
