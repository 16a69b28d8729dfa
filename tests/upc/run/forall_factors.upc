// SPDX-License-Identifier: BSD-3-Clause
// upc_forall whose affinity moves by other than one element: by rows that do and do not fill blocks, products with
// variables,
// quotients, remainders, multiples of THREADS, and pointers in structs. Each iteration runs once, on the thread it
// names.
#include "../check.h"

#define ROWS 23
#define COLS 14
#define WIDE 0x2000000000000003UL
shared [COLS] int R[ROWS * COLS * THREADS];
shared [9] int B[ROWS * COLS * THREADS];
shared [ROWS * COLS] int W[ROWS * COLS * THREADS];
shared int C[ROWS * COLS * THREADS];
shared [4] int M[ROWS * THREADS][6];
shared [7] int T[ROWS][THREADS][COLS];
shared int ran[400 * THREADS];
static struct { shared [9] int *b; int columns; } g;
static int total, columns = COLS, none, minus = -3, mine;

#define LOOP(loop, affinity, owner)                                                               \
  {                                                                                               \
    int n = 0;                                                                                    \
    upc_forall (loop; affinity) { n++; mine++; CHECK_EQ(MYTHREAD, owner); }                       \
    int all = 0, own = 0;                                                                         \
    for (loop) { all++; own += (owner) == MYTHREAD; }                                             \
    CHECK_EQ(n, own);                                                                             \
    total += all;                                                                                 \
  }
#define AT(lvalue) (int)upc_threadof(&lvalue)

static void forms(int lo, int hi, int c) {
  int i, j, five = 5;
  LOOP(i = lo; i < hi; i++, &R[i * COLS], AT(R[i * COLS]))
  LOOP(i = lo; i < hi; i++, &R[i * COLS + 3], AT(R[i * COLS + 3]))
  LOOP(i = lo; i < hi; i++, &B[i * COLS], AT(B[i * COLS]))
  LOOP(i = lo; i < hi; i++, &B[i * c + 1], AT(B[i * c + 1]))
  LOOP(i = lo; i < hi; i += 3, &B[i * c + five], AT(B[i * c + five]))
  LOOP(i = lo; i <= hi; i += 2, &B[columns * i], AT(B[columns * i]))
  LOOP(i = lo; i < hi; i++, &g.b[i * g.columns], AT(g.b[i * g.columns]))
  LOOP(i = lo; i < hi; i++, &W[c * (i + 1)], AT(W[c * (i + 1)]))
  LOOP(i = lo; i < hi; i++, &C[2 * i + 1], AT(C[2 * i + 1]))
  LOOP(i = lo; i < hi; i += 2, &C[3 * i], AT(C[3 * i]))
  LOOP(i = lo; i < hi; i++, &C[c * i], AT(C[c * i]))
  LOOP(i = lo; i < hi; i++, &C[i * THREADS + MYTHREAD % 1], 0)
  LOOP(i = lo; i < hi; i++, &M[i][2], AT(M[i][2]))
  LOOP(i = lo; i < hi; i++, &M[i + 1][5], AT(M[i + 1][5]))
  for (j = 0; j < 6; j++) LOOP(i = lo; i < hi; i++, &M[i][j], AT(M[i][j]))
  for (i = lo; i < lo + 3; i++) LOOP(j = 0; j < COLS; j++, &R[i * COLS + j], AT(R[i * COLS + j]))
  for (j = 0; j < COLS; j += 5) LOOP(i = 0; i < THREADS; i++, &T[2][i][j], AT(T[2][i][j]))
  for (j = 0; j < COLS; j += 5) LOOP(i = 0; i < ROWS; i++, &T[i][THREADS - 1][j], AT(T[i][THREADS - 1][j]))
  LOOP(i = lo; i < hi; i++, i / 4, i / 4 % THREADS)
  LOOP(i = lo; i < hi; i += 3, (i + 2) / 5, (i + 2) / 5 % THREADS)
  LOOP(i = lo; i < hi; i++, i * THREADS / 16, i * THREADS / 16 % THREADS)
  LOOP(i = lo; i < hi; i++, i * THREADS / (6 * THREADS), i / 6 % THREADS)
  LOOP(i = lo; i < hi; i++, i * THREADS / hi, i * THREADS / hi % THREADS)
  LOOP(i = lo; i < hi; i += 2, i * c / five, i * c / five % THREADS)
  LOOP(i = lo; i < hi; i++, i * THREADS / (c + THREADS), i * THREADS / (c + THREADS) % THREADS)
  LOOP(i = lo; i < hi; i++, i / c, i / c % THREADS)
  LOOP(i = lo; i < hi; i++, i / g.columns, i / g.columns % THREADS)
  LOOP(i = lo; i < hi; i++, i * c / 16, i * c / 16 % THREADS)
  LOOP(i = lo; i < hi; i++, i % THREADS, i % THREADS)
  LOOP(i = lo; i < hi; i++, 2 * i + c, (2 * i + c) % THREADS)
  LOOP(i = lo; i < hi; i++, c * i, c * i % THREADS)
  LOOP(i = lo; i < hi; i++, hi - i, (hi - i) % THREADS)
  LOOP(long q = lo; q < hi; q++, q / 3, q / 3 % THREADS)
  LOOP(unsigned u = lo; u < (unsigned)hi; u++, u / 3, (int)(u / 3 % THREADS))
  LOOP(i = lo - hi; i < hi; i++, i / 4, ((i / 4) % THREADS + THREADS) % THREADS)
  LOOP(i = lo - hi; i < hi; i++, (i + hi) / 4, (i + hi) / 4 % THREADS)
  LOOP(i = hi; i > lo - hi; i--, i / 4, ((i / 4) % THREADS + THREADS) % THREADS)
  LOOP(i = lo; i < hi; i++, i / minus, ((i / minus) % THREADS + THREADS) % THREADS)
  LOOP(i = lo; i < hi; i++, &B[none * i + c], AT(B[c]))
  LOOP(i = lo; i < hi; i++, &C[none * i + c], AT(C[c]))
  LOOP(i = lo; i < hi; i++, (none * i + c) / 2, c / 2 % THREADS)
  LOOP(unsigned long u = lo; u < (unsigned long)hi; u++, u * WIDE, (int)(u * WIDE % THREADS))
  LOOP(unsigned long u = lo; u < (unsigned long)hi; u++, u * WIDE / c, (int)(u * WIDE / c % THREADS))
}

/* What a chunk works on, beside what it was given out by. */
static void work(void) {
  int i, j, c = COLS;
  upc_forall (i = 0; i < ROWS * THREADS; i++; &R[i * c])
    for (j = 0; j < c; j++) { R[i * c + j] = i + j; B[i * c + j] = i - j; C[i * c + j] = i * j; }
  upc_barrier;
  for (i = 0; i < ROWS * THREADS; i++)
    for (j = 0; j < c; j++) CHECK_EQ(R[i * c + j] * 1000000 + B[i * c + j] * 1000 + C[i * c + j],
        (i + j) * 1000000 + (i - j) * 1000 + i * j);
  upc_barrier;
  upc_forall (i = 0; i < ROWS * COLS * THREADS; i++; i * THREADS / (ROWS * COLS * THREADS)) {
    W[i] = i; C[i] += W[i]; B[i]++; }
  upc_forall (i = 0; i < 7 * THREADS; i += 2; i / 7) ran[i] = 1 + MYTHREAD;
  upc_barrier;
  for (i = 0; i < ROWS * COLS * THREADS; i++) {
    int row = i / c, column = i % c;
    CHECK_EQ(W[i], i); CHECK_EQ(C[i], row * column + i); CHECK_EQ(B[i], row - column + 1);
  }
  for (i = 0; i < 7 * THREADS; i++) CHECK_EQ(ran[i], i % 2 ? 0 : 1 + i / 7);
  upc_barrier;
}

int main(void) {
  g.b = B, g.columns = COLS;
  for (int lo = 0; lo < 6; lo += 2)
    for (int hi = lo; hi < 18; hi += 5) forms(lo, hi, 1 + lo);
  ran[MYTHREAD] = mine;
  upc_barrier;
  int all = 0;
  for (int t = 0; t < THREADS; t++) all += ran[t];
  CHECK_EQ(all, total);
  upc_barrier;
  ran[MYTHREAD] = 0;
  upc_barrier;
  work();
  return done();
}
