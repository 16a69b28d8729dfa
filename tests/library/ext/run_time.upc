/* SPDX-License-Identifier: BSD-3-Clause
 * Sections of run-time arrays in the paper's syntax, from variables, members of structs and calls. */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

typedef struct { upc_stride_array_t A; int k; } matrix_t;
shared [] int src[4];
shared int wrong[THREADS];

static upc_stride_array_t pick(matrix_t *m) { return m->A; }

static int element(upc_stride_array_t A, int i, int j) {
  size_t at[2];
  at[0] = (size_t)i, at[1] = (size_t)j;
  return *(shared [] int *)upc_stride_at(A, at);
}

static void expect(upc_stride_array_t A, int row, int value) {
  int i, j;
  upc_barrier;
  for (i = 0; i < 3; i++)
    for (j = 0; j < THREADS; j++) {
      int got = element(A, i * 2, j * 2), wanted = i <= row ? value : 0;
      if (i == row && got != wanted && wrong[MYTHREAD]++ < 5)
        printf("block (%d, %d): expected %d, got %d\n", i, j, wanted, got);
    }
  upc_barrier;
}

int main(void) {
  size_t shape[2], block[2] = {2, 2};
  int t, sum = 0, i;
  matrix_t m, *p = &m;
  shape[0] = 6, shape[1] = (size_t)THREADS * 2;
  m.A = upc_stride_all_alloc(2, shape, block, sizeof(int), 0, NULL);
  m.k = 1;
  if (MYTHREAD == 0)
    for (i = 0; i < 4; i++) src[i] = 7 + i;
  upc_stride_array_t V = m.A;
  upc_stride_broadcast(V<0, :>, src, 16, 0);
  expect(m.A, 0, 7);
  if (MYTHREAD == 0) src[0] = 8;
  upc_stride_broadcast(m.A<m.k, :>, src, 16, 0);
  expect(m.A, 1, 8);
  if (MYTHREAD == 0) src[0] = 9;
  upc_stride_broadcast(p->A<p->k + 1>, src, 16, 0);
  expect(m.A, 2, 9);
  if (MYTHREAD == 0) src[0] = 10;
  upc_stride_broadcast(pick(p)<(m.k < 2), :>, src, 16, 0);
  expect(m.A, 1, 10);
  upc_stride_all_free(m.A);
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
