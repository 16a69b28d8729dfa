// SPDX-License-Identifier: BSD-3-Clause
// Shared objects with initialisers hold them on every thread before main.
#include "../check.h"

shared int a = 42;
static shared double d = 2.5, e = -1;
strict shared long l = 1L << 40;
shared char c = 'q';
shared struct { int x; char name[8]; double y[2]; } s = {7, "seven", {1.5, .5}};
shared struct point { int x, y; } origin = {.y = 3};
shared [] int table[] = {1, 2, 3, 5, 8};
shared [] int sparse[10] = {[3] = 30, [7] = 70};
shared [] const char text[] = "shared text";
shared [] int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
shared int B[THREADS];
shared int *p = &a;
shared int *shared sp = &a;
shared int *q = B;
shared [] int *r = &table[2];
shared void *v = &d;
int private_value = 5;

static int counted(void) {
  static shared int n = 10;
  if (MYTHREAD == 0) n++;
  return n;
}

int main(void) {
  CHECK_EQ(a, 42); CHECK_D(d, 2.5); CHECK_D(e, -1); CHECK_EQ(l, 1L << 40); CHECK_EQ(c, 'q');
  CHECK_EQ(s.x, 7); CHECK_EQ(s.name[0], 's'); CHECK_EQ(s.name[4], 'n'); CHECK_EQ(s.name[5], 0);
  CHECK_D(s.y[0] + s.y[1], 2);
  CHECK_EQ(origin.x * 10 + origin.y, 3);
  CHECK_EQ(sizeof(table), 5 * sizeof(int));
  int sum = 0;
  for (int i = 0; i < 5; i++) sum = sum * 10 + table[i];
  CHECK_EQ(sum, 12358);
  for (int i = 0; i < 10; i++) CHECK_EQ(sparse[i], i == 3 ? 30 : i == 7 ? 70 : 0);
  CHECK_EQ(sizeof(text), 12);
  for (int i = 0; i < 12; i++) CHECK_EQ(text[i], "shared text"[i]);
  for (int i = 0; i < 6; i++) CHECK_EQ(grid[i / 3][i % 3], i + 1);
  CHECK_EQ(*p, 42); CHECK(p == &a);
  CHECK_EQ(*sp, 42);
  CHECK(q == &B[0]); CHECK_EQ(r[1], 5);
  CHECK_D(*(shared double *)v, 2.5);
  upc_barrier;
  if (MYTHREAD == THREADS - 1) a = 43, table[0] = -1;
  upc_barrier;
  CHECK_EQ(*p, 43); CHECK_EQ(*sp, 43); CHECK_EQ(r[-2], -1);
  if (MYTHREAD == 0) CHECK_EQ(counted(), 11);
  return done();
}
