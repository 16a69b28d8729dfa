// SPDX-License-Identifier: BSD-3-Clause
// upc_threadof, upc_phaseof, upc_addrfield, upc_resetphase, upc_affinitysize.
#include "../check.h"

shared [3] int A[7 * THREADS];

/* bytes of a totalsize-byte array in blocks of nbytes that lie on thread t, counted one byte at a time */
static size_t counted(size_t total, size_t nbytes, int t) {
  size_t n = 0;
  for (size_t i = 0; i < total; i++) n += nbytes == 0 ? t == 0 : i / nbytes % THREADS == (size_t)t;
  return n;
}

int main(void) {
  for (int i = 0; i < 7 * THREADS; i++) {
    size_t t = upc_threadof(&A[i]), f = upc_phaseof(A + i);
    CHECK_EQ(t, i / 3 % THREADS);
    CHECK_EQ(f, i % 3);
    shared void *r = upc_resetphase(&A[i]);
    CHECK_EQ(upc_phaseof(r), 0);
    CHECK_EQ(upc_threadof(r), t);
    CHECK_EQ(upc_addrfield(r), upc_addrfield(&A[i]));
    shared [3] int *moved = (shared [3] int *)r + 3;
    CHECK_EQ(upc_threadof(moved), (t + 1) % THREADS);
  }
  CHECK_EQ(upc_addrfield(&A[2]) - upc_addrfield(&A[0]), 2 * sizeof(int));
  CHECK_EQ(upc_addrfield(&A[3 * THREADS]) - upc_addrfield(&A[0]), 3 * sizeof(int));
  for (int t = 0; t < THREADS; t++) {
    for (size_t total = 0; total < 30; total++)
      for (size_t n = 1; n < 9; n++) CHECK_EQ(upc_affinitysize(total, n, t), counted(total, n, t));
    CHECK_EQ(upc_affinitysize(40, 0, t), t == 0 ? 40 : 0);
    CHECK_EQ(upc_affinitysize(sizeof(A), 3 * sizeof(int), t), counted(sizeof(A), 3 * sizeof(int), t));
    CHECK_EQ(upc_affinitysize(100, 1000, t), t == 0 ? 100 : 0);
  }
  CHECK_EQ(upc_threadof(NULL), 0);
  CHECK_EQ(upc_phaseof((shared void *)0), 0);
  size_t (*query)(shared void *) = upc_threadof;
  CHECK_EQ(query(&A[3]), 1 % THREADS);
  CHECK_EQ(sizeof(upc_threadof(A)), sizeof(size_t));
  return done();
}
