// SPDX-License-Identifier: BSD-3-Clause
// A long reduction between far threads does not block other calls: one that starts after it completes before it.
// Runs on a simulated machine without computing times, so that what the host does meanwhile changes nothing.
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

enum { VALUES = 20000 };

static upc_stride_array_t rows(size_t length) { // one row of doubles on each thread
  size_t shape[2], block[2];
  shape[0] = THREADS, shape[1] = length;
  block[0] = 1, block[1] = length;
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
}

static shared [] double *row(upc_stride_array_t A, int thread) {
  size_t at[2];
  at[0] = (size_t)thread, at[1] = 0;
  return (shared [] double *)upc_stride_at(A, at);
}

static void expect(const char *what, double got, double wanted) {
  if (got == wanted) return;
  printf("thread %d, %s: expected %g, got %g\n", (int)MYTHREAD, what, wanted, got);
  upc_global_exit(1);
}

int main(void) {
  upc_stride_array_t A = rows(VALUES), B = rows(VALUES), C = rows(1), D = rows(1);
  double *from = (double *)row(A, MYTHREAD), *to = (double *)row(B, MYTHREAD);
  double *word = (double *)row(C, MYTHREAD), *shifted = (double *)row(D, MYTHREAD);
  int *next = malloc(sizeof(int) * (size_t)THREADS), i, t;
  upc_stride_handle_t reduction, shift;
  for (t = 0; t < THREADS; t++) next[t] = (t + 1) % THREADS;
  for (i = 0; i < VALUES; i++) from[i] = MYTHREAD + i, to[i] = -1;
  *word = 10 + MYTHREAD, *shifted = -1;
  upc_barrier;
  upc_stride_permute(UPC_SECTION(D, UPC_STRIDE_ALL), UPC_SECTION(C, UPC_STRIDE_ALL), next, sizeof(double),
                     UPC_IN_MYSYNC | UPC_OUT_MYSYNC); // the first call between two threads also sets up their channel
  *shifted = -1;
  upc_barrier;
  reduction = upc_stride_reduce_all_nb(UPC_SECTION(B, UPC_STRIDE_ALL), UPC_SECTION(A, UPC_STRIDE_ALL), VALUES, UPC_ADD,
                                       UPC_DOUBLE, NULL, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  shift = upc_stride_permute_nb(UPC_SECTION(D, UPC_STRIDE_ALL), UPC_SECTION(C, UPC_STRIDE_ALL), next, sizeof(double),
                                UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_stride_wait(&shift);
  expect("a word from the thread before", *shifted, 10 + (MYTHREAD + THREADS - 1) % THREADS);
  expect("1 if the reduction has ended before", upc_stride_test(&reduction), 0);
  upc_stride_wait(&reduction);
  upc_barrier;
  for (i = 0; i < VALUES; i++) expect("a sum", to[i], THREADS * (THREADS - 1) / 2 + (double)THREADS * i);
  free(next);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
