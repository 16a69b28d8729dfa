// SPDX-License-Identifier: BSD-3-Clause
// upc_all_sort: arrays of several block sizes, from any element on, of any number; equal elements keep their order, and
// what lies outside stays as it is.
#include "../check.h"
#include <upc_collective.h>

enum { MOST = 12 };
typedef struct { int key, index; char rest[5]; } record;
shared [1] record A1[MOST * THREADS];
shared [3] record A3[MOST * THREADS];
shared [] record A0[MOST];
shared [4] double D[4 * MOST * THREADS];

static int by_key(shared void *a, shared void *b) {
  return ((shared record *)a)->key - ((shared record *)b)->key;
}

static int larger_first(shared void *a, shared void *b) {
  double x = *(shared double *)a, y = *(shared double *)b;
  return (x < y) - (x > y);
}

// What the array holds before, and whether it is right after: one loop for each declaration.
#define SORT(A, BLOCK, ALL) \
  for (int from = 0; from < ALL; from += 2) \
    for (int n = 0; from + n <= ALL; n += 1 + n / 3) { \
      if (MYTHREAD == 0) for (int i = 0; i < ALL; i++) A[i] = (record){i * 7 % 5, i, {(char)i}}; \
      upc_all_sort(&A[from], sizeof(record), n, BLOCK, by_key, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); \
      for (int i = 0; i < ALL; i++) { \
        record r = A[i]; \
        CHECK_EQ(r.key, r.index * 7 % 5); \
        CHECK_EQ(r.rest[0], r.index); \
        if (i < from || i >= from + n) CHECK_EQ(r.index, i); \
        else if (i > from) CHECK(A[i - 1].key < r.key || (A[i - 1].key == r.key && A[i - 1].index < r.index)); \
      } \
      upc_barrier; \
    }

int main(void) {
  SORT(A1, 1, MOST * THREADS)
  SORT(A3, 3, MOST * THREADS)
  SORT(A0, 0, MOST)
  for (int i = MYTHREAD; i < 4 * MOST * THREADS; i += THREADS) D[i] = i * 31 % 17 / 4.0;
  upc_all_sort(D, sizeof(double), 4 * MOST * THREADS, 4, larger_first, 0);
  for (int i = 1; i < 4 * MOST * THREADS; i++) CHECK(D[i - 1] >= D[i]);
  return done();
}
