// SPDX-License-Identifier: BSD-3-Clause
// Pointers to shared arrays of variable length: the length is what it was where the type was declared, and is computed
// once.
#include "../check.h"

shared int A[64 * THREADS];
shared [3] int B[64 * THREADS];
static int computed;
static int length(int n) { computed++; return n; }

static int element(int n, shared int (*rows)[n]) { n = 1; return rows[2][0]; }
static long rowsBetween(int n, shared int (*p)[n], shared int (*q)[n + 0]) { n = 1; return q - p; }
static int ofParameter(int n, int m, shared [3] int rows[n][m]) { m = 1; return rows[2][1]; }
static int oldStyle(n, rows) int n; shared [3] int (*rows)[n]; { n++; return (*++rows)[0]; }

int main(void) {
  for (int i = MYTHREAD; i < 64; i += THREADS) A[i] = B[i] = i;
  upc_barrier;
  int n = 3, m = 2;
  shared int (*p)[n] = (shared int (*)[n])A, (*start)[n] = p;
  shared [3] int (*planes)[n][m] = (shared [3] int (*)[n][m])B;
  n = 5, m = 7;
  CHECK_EQ(p[1][0], 3); p++; CHECK_EQ((*p)[1], 4); CHECK_EQ(p - start, 1); CHECK_EQ(sizeof *p, 3 * sizeof(int));
  CHECK_EQ(planes[1][2][1], 11); planes += 2; CHECK_EQ((*planes)[0][0], 12); CHECK_EQ((*planes)[1] - (*planes)[0], 2);
  shared int (*once)[length(4)] = (shared void *)A;
  once++, once += 2, once = &once[-1]; CHECK_EQ((*once)[0], 8); CHECK_EQ(sizeof *once, 16); CHECK_EQ(computed, 1);
  CHECK_EQ(element(7, (shared int (*)[7])A), 14); CHECK_EQ(ofParameter(3, 4, (shared [3] int (*)[4])B), 9);
  CHECK_EQ(rowsBetween(7, (shared int (*)[7])A, (shared int (*)[7])&A[28]), 4);
  CHECK_EQ(oldStyle(4, (shared [3] int (*)[4])B), 4);

  n = 6; typedef shared int row_t[n], (*rows_t)[n]; n = 2;
  row_t *row = (row_t *)A; rows_t rows = (rows_t)A; row += 2, rows++;
  CHECK_EQ((*row)[0], 12); CHECK_EQ(row - rows, 1); CHECK_EQ(sizeof(row_t), 24);
  typeof(p) same = start; typeof(shared int (*)[n]) other = (void shared *)A; __auto_type copy = start;
  n = 9; same++, other++, copy += 2; CHECK_EQ((*same)[0], 3); CHECK_EQ((*other)[0], 2); CHECK_EQ((*copy)[0], 6);
  n = 4; shared int *list[n][2]; typeof(list) *lists = &list; list[3][1] = &A[1]; n = 1;
  CHECK_EQ(sizeof list, 8 * sizeof(shared int *)); CHECK_EQ(*(*lists)[3][1], 1);
  CHECK_EQ(sizeof(typeof(list)), sizeof list);
  for (int i = 1; i < 4; i++) { shared int (*x)[i] = (shared int (*)[i])A; x++; CHECK_EQ((*x)[0], i); }
  n = 2;
  for (shared int (*x)[n] = (shared int (*)[n])A, (*y)[n] = x + 2; x < y; x++, n++) CHECK_EQ((*x)[0], 2 * (n - 2));
  n = 3; typedef int plain_t[n]; typedef plain_t plains_t[n - 1]; n = 7;
  shared plain_t *q = (shared plain_t *)A; shared plains_t *qs = (shared plains_t *)A; n = 5;
  q++, qs++; CHECK_EQ((*q)[0], 3); CHECK_EQ((*qs)[1][0], 9); CHECK_EQ(sizeof(plains_t), 24); CHECK_EQ(sizeof *qs, 24);
  n = 8; shared int (*many[2])[n] = {[1] = (shared int (*)[n])A}; n = 3; CHECK_EQ((*(many[1] + 1))[1], 9);
  struct { int k; } s = {A[3]}; shared int (*z)[s.k + A[1]] = (void shared *)A; s.k = 0; CHECK_EQ(z[2][0], 8);
  upc_barrier;
  return done();
}
