// SPDX-License-Identifier: BSD-3-Clause
// Sections in every form, seen through upc_haveaffinity, against a model that lists the picked blocks.
#include <upc_stride_coll.h>
#include "../multiblock.h"
#pragma processors g(1, THREADS)

shared [2][3] int A[10][12];       /* 5 x 4 blocks */
shared [2][3] (g) int G[10][12];
shared [2][1][2] int T[4][2][6];   /* 2 x 2 x 3 blocks */
shared [4] int L[40 * THREADS];    /* 10 THREADS blocks */
shared [] int one[10];
static const blocked_t a = {2, {10, 12}, {2, 3}};

/* does the caller own one of the blocks lo0:step0:hi0, lo1:step1:hi1? */
static int have(const blocked_t *a, int lo0, int step0, int hi0, int lo1, int step1, int hi1) {
  for (int i = lo0; step0 > 0 ? i <= hi0 : i >= hi0; i += step0)
    for (int j = lo1; step1 > 0 ? j <= hi1 : j >= hi1; j += step1)
      if (owner_of(a, (long[]){i, j}, i * 4 + j) == MYTHREAD) return 1;
  return 0;
}
static int blocks(int lo, int step, int hi) { /* of L */
  for (int b = lo; step > 0 ? b <= hi : b >= hi; b += step) if (b % THREADS == MYTHREAD) return 1;
  return 0;
}
static int two(int x, int y) { return x - y; }
struct { int r; int v[3]; } s = {1, {0, 2, 3}}, *sp = &s;

int main(void) {
  const blocked_t g = {2, {10, 12}, {2, 3}, 2, {1, THREADS}};
  int i = 2, j = 1, k = 3;
  CHECK_EQ(upc_haveaffinity(A<2, 1>), have(&a, 2, 1, 2, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<i, j>), have(&a, 2, 1, 2, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<i, :>), have(&a, 2, 1, 2, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<i,:>), have(&a, 2, 1, 2, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<:, j>), have(&a, 0, 1, 4, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<:,j>), have(&a, 0, 1, 4, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<:,:>), 1 && have(&a, 0, 1, 4, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<:>), have(&a, 0, 1, 4, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<i>), have(&a, 2, 1, 2, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<i, >), have(&a, 2, 1, 2, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(A< , j>), have(&a, 0, 1, 4, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<1:3, j>), have(&a, 1, 1, 3, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<1:i,j:k>), have(&a, 1, 1, 2, 1, 1, 3));
  CHECK_EQ(upc_haveaffinity(A<0:2:4, 1:2:3>), have(&a, 0, 2, 4, 1, 2, 3));
  CHECK_EQ(upc_haveaffinity(A<4:-2:0, 3:-1:2>), have(&a, 4, -2, 0, 3, -1, 2));
  CHECK_EQ(upc_haveaffinity(A<3:1, :>), 0);
  CHECK_EQ(upc_haveaffinity(A<5:4, :>), 0); /* a bound that nothing reaches may lie outside */
  CHECK_EQ(upc_haveaffinity(A<1:-1:2, 0>), 0);
  CHECK_EQ(upc_haveaffinity(A<0:3:5, 0>), have(&a, 0, 3, 3, 0, 1, 0));
  CHECK_EQ(upc_haveaffinity(A<i + 1 : k + 1, two(3, 2)>), have(&a, 3, 1, 4, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(A<(i > 1 ? 1 : 0), sp->v[j]>), have(&a, 1, 1, 1, 2, 1, 2));
  CHECK_EQ(upc_haveaffinity(A<s.v[0]:s.v[1], (j << 1)>), have(&a, 0, 1, 2, 2, 1, 2));
  CHECK_EQ(upc_haveaffinity(A<i*2-k:i, ({ j; })>), have(&a, 1, 1, 2, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(G<:, j>), have(&g, 0, 1, 4, 1, 1, 1));
  CHECK_EQ(upc_haveaffinity(G<MYTHREAD % 5, :>), have(&g, MYTHREAD % 5, 1, MYTHREAD % 5, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(G<:, MYTHREAD % 4>), have(&g, 0, 1, 4, MYTHREAD % 4, 1, MYTHREAD % 4));
  if (THREADS > 1) { /* no step of 0 then */
    CHECK_EQ(upc_haveaffinity(L<0:THREADS / 2:9>), blocks(0, THREADS / 2, 9));
    CHECK_EQ(upc_haveaffinity(L<9:(1 - THREADS):0>), blocks(9, 1 - THREADS, 0));
  }
  int n = 0;
  CHECK_EQ(upc_haveaffinity(A<n++, 2>), have(&a, 0, 1, 0, 2, 1, 2));
  CHECK_EQ(n, 1); /* once */
  /* three dimensions; a one-block array; an ordinary blocked one */
  int number = 0;
  for (int x = 0; x < 2; x++) for (int y = 0; y < 2; y++) for (int z = 0; z < 3; z++, number++) {
    CHECK_EQ(upc_haveaffinity(T<x, y, z>), number % THREADS == MYTHREAD);
    CHECK_EQ(upc_haveaffinity(T<x, y, z:z>), number % THREADS == MYTHREAD);
  }
  CHECK_EQ(upc_haveaffinity(T<:, 1>), ({ int h = 0;
    for (int b = 0; b < 12; b++) h |= b / 3 % 2 == 1 && b % THREADS == MYTHREAD; h; }));
  CHECK_EQ(upc_haveaffinity(one<0>), MYTHREAD == 0); CHECK_EQ(upc_haveaffinity(one<:>), MYTHREAD == 0);
  CHECK_EQ(upc_haveaffinity(L<3:2:9>), blocks(3, 2, 9)); CHECK_EQ(upc_haveaffinity(L<THREADS>), MYTHREAD == 0);
  CHECK_EQ(upc_haveaffinity(L<9:-4:0>), blocks(9, -4, 0));
  /* run-time arrays in the same syntax */
  size_t shape[2] = {10, 12}, block[2] = {2, 3};
  upc_stride_array_t R = upc_stride_all_alloc(2, shape, block, sizeof(int), 0, NULL);
  CHECK_EQ(upc_haveaffinity(R<i, :>), have(&a, 2, 1, 2, 0, 1, 3));
  CHECK_EQ(upc_haveaffinity(R<0:2:4, 1:2:3>), have(&a, 0, 2, 4, 1, 2, 3));
  CHECK_EQ(upc_haveaffinity(UPC_SECTION(R, UPC_STRIDE_AT(i), UPC_STRIDE_ALL)), have(&a, 2, 1, 2, 0, 1, 3));
  /* declared ones by the library's macro */
  CHECK_EQ(upc_haveaffinity(UPC_SECTION(L, UPC_STRIDE_STEP(3, 2, 9))), blocks(3, 2, 9));
  CHECK_EQ(upc_haveaffinity(UPC_SECTION(T, UPC_STRIDE_AT(1), UPC_STRIDE_RANGE(1, 1), UPC_STRIDE_AT(2))),
      11 % THREADS == MYTHREAD);
  /* the name of a declared array as its handle */
  size_t last[] = {4, 3}, element[] = {8, 9}, number_of[] = {8 * 12 + 9};
  int found;
  if (upc_stride_owner(A, last) == MYTHREAD) A[8][9] = 1234;
  upc_barrier;
  CHECK_EQ(upc_stride_nblocks(A, 0), 5); CHECK_EQ(upc_stride_nblocks((G), 1), 4);
  CHECK_EQ(upc_stride_mapped(A), 0); CHECK_EQ(upc_stride_mapped(G), 1);
  CHECK(upc_stride_at(A, element) == &A[8][9]);
  CHECK(upc_threadof(&A[8][9]) != MYTHREAD || upc_stride_near_block(A, last) == (int *)&A[8][9]);
  upc_stride_fetch(&found, A, number_of, 1, 0);
  CHECK_EQ(found, 1234);
  upc_barrier;
  upc_stride_all_free(R);
  return done();
}
