// SPDX-License-Identifier: BSD-3-Clause
// Typedefs of arrays with THREADS in a dimension, and of pointers to them.
#include "../check.h"
typedef int cube[5][THREADS][7];
typedef cube *to_cube;
typedef int (*to_cube_too)[5][THREADS][7];
typedef int row[THREADS];
typedef row *to_row;
typedef to_row rows[3];
typedef row two[2], *also_to_row;
typedef two *to_two, **deep;
typedef shared int line[THREADS], *element;
typedef line *to_line;
shared int data[THREADS];

static int sum(to_row r) {
  int total = 0;
  for (int i = 0; i < THREADS; i++) total += (*r)[i];
  return total;
}
static int sum_too(row *r, int (*f)(to_row)) { return f(r); }

int main(void) {
  CHECK_EQ(sizeof(*(to_cube)0), 140 * THREADS); CHECK_EQ(sizeof(cube), 140 * THREADS);
  CHECK_EQ(sizeof(*(to_cube_too)0), 140 * THREADS);
  CHECK_EQ(sizeof(to_cube), sizeof(void *)); CHECK_EQ(sizeof(rows), 3 * sizeof(void *));
  CHECK_EQ(sizeof(*(to_row)0), 4 * THREADS); CHECK_EQ(sizeof(*(to_two)0), 8 * THREADS);
  CHECK_EQ(sizeof(**(deep)0), 8 * THREADS);
  row r;
  to_row p = &r;
  const also_to_row q = (also_to_row)p;
  rows many = {p, q, &r};
  for (int i = 0; i < THREADS; i++) r[i] = i;
  CHECK_EQ(sum(p), THREADS * (THREADS - 1) / 2); CHECK_EQ(sum_too(q, sum), sum(many[2]));
  cube *c = malloc(sizeof(cube));
  to_cube d = c;
  (*d)[4][THREADS - 1][6] = 3;
  CHECK_EQ(((int *)c)[35 * THREADS - 1], 3);
  CHECK_EQ(sizeof *d, sizeof *c); CHECK_EQ((char *)(d + 1) - (char *)d, 140 * THREADS);
  typedef row inner;
  typedef inner *to_inner;
  static to_inner kept;
  kept = p;
  CHECK_EQ(sizeof *kept, 4 * THREADS); CHECK_EQ((*kept)[THREADS - 1], THREADS - 1);
  free(c);
  to_line l = &data;
  element e = *l;
  if (MYTHREAD == 0) *e = 0;
  upc_barrier;
  (*l)[MYTHREAD] = MYTHREAD;
  upc_barrier;
  CHECK_EQ(data[THREADS - 1], THREADS - 1); CHECK_EQ(sizeof(*l), 4 * THREADS);
  return done();
}
