/* SPDX-License-Identifier: BSD-3-Clause
 * Sections of declared multi-blocked arrays in the language: grids of one row, one column and two, [*] and [ ], edge
 * blocks, steps, negative steps, empty intervals. Every element is read back through its subscripts. */
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_stride_coll.h>

#define TX (THREADS % 2 == 0 ? 2 : 1)
#define TY (THREADS / TX)
#pragma processors row(1, THREADS)
#pragma processors column(THREADS, 1)
#pragma processors board(TX, TY)
_Pragma("processors line(THREADS)")

shared [3][4] int A[20][30];
shared [3][4] (row) int B[20][30];
shared [3][4] (column) int C[20][30];
shared [3][4] (board) int D[20][30];
shared [*][*] (board) int E[20][30];
shared [2][ ] (line) int F[20][30];
shared [2][3][4] int G[7][8][9];
shared [] int src[64];
shared int wrong[THREADS];

/* 1 if i is one of lo, lo+step, .. up to or down to hi. */
static int in(int i, int lo, int step, int hi) {
  return step > 0 ? i >= lo && i <= hi && (i - lo) % step == 0 : i <= lo && i >= hi && (lo - i) % -step == 0;
}

static void expect(const char *name, int i, int j, int got, int wanted) {
  if (got != wanted && wrong[MYTHREAD]++ < 5) printf("%s[%d][%d]: expected %d, got %d\n", name, i, j, wanted, got);
}

#define POISON(X) do { \
    upc_barrier; \
    for (int i = 0; i < 20; i++) upc_forall (int j = 0; j < 30; j++; &X[i][j]) X[i][j] = -1; \
    upc_barrier; \
  } while (0)

/* 1 if X has the first `words` words of src in the blocks of these rows and columns, and poison in the others. */
#define CHECK(X, b0, b1, words, rows, columns) do { \
    upc_barrier; \
    for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) { \
      int r = i / (b0), c = j / (b1), place = i % (b0) * (b1) + j % (b1); \
      expect(#X, i, j, X[i][j], (rows) && (columns) && place < (words) ? 500 + place : -1); \
    } \
  } while (0)

static void two_dimensions(void) {
  POISON(A);
  upc_stride_broadcast(A<1:2:6, :>, src, 12 * sizeof(int), 0);
  CHECK(A, 3, 4, 12, in(r, 1, 2, 6), 1);
  POISON(B);
  upc_stride_broadcast(B<6:-2:1, 0:3:7>, src, 5 * sizeof(int), UPC_OUT_MYSYNC);
  CHECK(B, 3, 4, 5, in(r, 6, -2, 1), in(c, 0, 3, 7));
  POISON(C);
  upc_stride_broadcast(C<2>, src, 12 * sizeof(int), 0);
  CHECK(C, 3, 4, 12, r == 2, 1);
  POISON(D);
  upc_stride_broadcast(D<, 3>, src, 12 * sizeof(int), 0);
  CHECK(D, 3, 4, 12, 1, c == 3);
  POISON(D);
  upc_stride_broadcast(D<5:4, :>, src, 12 * sizeof(int), 0);
  CHECK(D, 3, 4, 0, 0, 0);
  POISON(D);
  upc_stride_broadcast(D<:, 7:7>, src, 12 * sizeof(int), 0);
  CHECK(D, 3, 4, 12, 1, c == 7);
  POISON(E);
  upc_stride_broadcast(E<0, :>, src, 3 * sizeof(int), 0);
  CHECK(E, (20 + TX - 1) / TX, (30 + TY - 1) / TY, 3, r == 0, 1);
  POISON(F);
  upc_stride_broadcast(F<(1 > 0 ? 1 : 0):9>, src, 60 * sizeof(int), 0);
  CHECK(F, 2, 30, 60, r >= 1, 1);
}

/* The owner of block (i, 2) of D broadcasts it along its row of blocks, in place. */
static void along_its_own_row(void) {
  POISON(D);
  for (int i = 0; i < 3; i++)
    if (upc_threadof(&D[i + 3][8]) == MYTHREAD)
      for (int j = 0; j < 4; j++) D[i + 3][j + 8] = 500 + i * 4 + j;
  upc_stride_broadcast(D<1, 1:4>, &D[3][8], 12 * sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  CHECK(D, 3, 4, 12, r == 1, c >= 1 && c <= 4);
}

static void three_dimensions(void) {
  int i, j, k;
  if (MYTHREAD == 0)
    for (i = 0; i < 7; i++) for (j = 0; j < 8; j++) for (k = 0; k < 9; k++) G[i][j][k] = -1;
  upc_barrier;
  upc_stride_broadcast(G<3:-3:0, 1, :>, src, 24 * sizeof(int), 0);
  upc_barrier;
  for (i = 0; i < 7; i++) for (j = 0; j < 8; j++) for (k = 0; k < 9; k++) {
    int place = (i % 2 * 3 + j % 3) * 4 + k % 4, picked = (i / 2 == 3 || i / 2 == 0) && j / 3 == 1;
    expect("G", i, j * 100 + k, G[i][j][k], picked ? 500 + place : -1);
  }
}

/* Piece i of block (0, j) of B goes to piece j of block (i, 0) of C: 7 blocks each. */
static void exchange(void) {
  int i, j;
  POISON(B);
  POISON(C);
  for (i = 0; i < 7; i++)
    upc_forall (j = 0; j < 7; j++; &B[0][j * 4]) B[i / 4][j * 4 + i % 4] = j * 100 + i;
  upc_stride_exchange(C<:, 0>, B<0, 0:6>, sizeof(int), 0);
  upc_barrier;
  for (i = 0; i < 6; i++)
    for (j = 0; j < 7; j++) expect("C", i, j, C[i * 3 + j / 4][j % 4], j * 100 + i);
}

static void affinity(void) {
  int i, j, some = 0;
  for (i = 0; i < 7; i += 2)
    for (j = 1; j < 8; j += 3) some |= upc_threadof(&D[i * 3][j * 4]) == MYTHREAD;
  expect("affinity", 0, 0, upc_haveaffinity(D<0:2:6, 1:3:7>), some);
  expect("affinity to nothing", 0, 0, upc_haveaffinity(D<3:2, :>), 0);
  expect("mapped A", 0, 0, upc_stride_mapped(A), 0);
  expect("mapped D", 0, 0, upc_stride_mapped(D), 1);
  expect("blocks of E", 0, 0, (int)upc_stride_nblocks(E, 1) <= TY, 1);
}

int main(void) {
  int t, i, sum = 0;
  if (MYTHREAD == 0)
    for (i = 0; i < 64; i++) src[i] = 500 + i;
  two_dimensions();
  along_its_own_row();
  three_dimensions();
  exchange();
  affinity();
  upc_barrier;
  for (t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) puts(sum == 0 ? "PASS" : "FAIL");
  return sum != 0;
}
