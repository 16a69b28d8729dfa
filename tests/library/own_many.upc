/* SPDX-License-Identifier: BSD-3-Clause
 * gather_all_own of all threads, and exchange_own in which each thread has pieces for three others, cheap enough for a
 * thousand simulated threads. Every byte that arrives is checked, and every size.
 * usage: own_many [BYTES]     the largest piece */
#include <upc_stride_coll.h>
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t most = 8, *counts, *received;
static int failures;

static void expect(const char *what, int from, size_t got, size_t wanted) {
  if (got == wanted || failures++ > 0) return;
  printf("thread %d: %s of thread %d: %zu, must be %zu\n", MYTHREAD, what, from, got, wanted);
}

static unsigned char byte_of(int from, int to, size_t at) { return (unsigned char)(31 * from + 7 * to + (int)at + 1); }

/* A block of so many bytes on each thread. */
static upc_stride_array_t blocks(size_t bytes) {
  const size_t shape = (size_t)THREADS * bytes;
  return upc_stride_all_alloc(1, &shape, &bytes, 1, 0, NULL);
}

static unsigned char *own(upc_stride_array_t A) { return upc_stride_own_block(A, 0, NULL); }

static void look(const char *what, const unsigned char *at, int from, int to, size_t bytes) {
  size_t i;
  expect(what, from, received[from], bytes);
  for (i = 0; i < bytes; i++) expect("a byte", from, at[i], byte_of(from, to, i));
}

static size_t size_of(int thread) { return (size_t)thread * 7 % (most + 1); }

static void gather_all(void) {
  upc_stride_array_t S = blocks(most), D = blocks(most * THREADS);
  size_t i, at = 0;
  int t;
  counts[0] = size_of(MYTHREAD);
  for (i = 0; i < counts[0]; i++) own(S)[i] = byte_of(MYTHREAD, 0, i);
  upc_stride_gather_all_own(UPC_SECTION(D, UPC_STRIDE_ALL), UPC_SECTION(S, UPC_STRIDE_ALL), counts, NULL, received, 0);
  for (t = 0; t < THREADS; at += size_of(t++)) look("gather_all_own", own(D) + at, t, 0, size_of(t));
  upc_stride_all_free(S);
  upc_stride_all_free(D);
}

/* Each has pieces for the threads 1, 4 and 9 on, if there are so many. */
static size_t size_between(int from, int to) {
  const int distance = (to - from + THREADS) % THREADS;
  return distance == 1 || distance == 4 || distance == 9 ? most : 0;
}

static void exchange(void) {
  upc_stride_array_t S = blocks(3 * most), D = blocks(3 * most);
  size_t i, at = 0;
  int t;
  for (t = 0; t < THREADS; at += counts[t++]) {
    counts[t] = size_between(MYTHREAD, t);
    for (i = 0; i < counts[t]; i++) own(S)[at + i] = byte_of(MYTHREAD, t, i);
  }
  upc_stride_exchange_own(UPC_SECTION(D, UPC_STRIDE_ALL), UPC_SECTION(S, UPC_STRIDE_ALL), counts, NULL, NULL, received,
                          0);
  for (t = 0, at = 0; t < THREADS; at += size_between(t++, MYTHREAD))
    look("exchange_own", own(D) + at, t, MYTHREAD, size_between(t, MYTHREAD));
  upc_stride_all_free(S);
  upc_stride_all_free(D);
}

int main(int argc, char **argv) {
  if (argc > 1) most = (size_t)atoi(argv[1]);
  counts = calloc(THREADS, sizeof *counts), received = calloc(THREADS, sizeof *received);
  gather_all();
  exchange();
  if (failures > 0) printf("thread %d: %d failures\n", MYTHREAD, failures);
  upc_barrier;
  if (MYTHREAD == 0 && failures == 0) puts("PASS");
  return failures > 0;
}
