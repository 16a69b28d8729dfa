// SPDX-License-Identifier: BSD-3-Clause
// Private pointers kept in shared objects: anyone may read them, their owner may follow them.
#include "../check.h"

int *shared mine[2 * THREADS];
struct view { int n; double *data; const char *name; int (*f)(int); };
shared struct view views[THREADS];
int **shared deeper;
static int twice(int x) { return 2 * x; }

int main(void) {
  int numbers[5] = {1, 2, 3, 4, 5}, *start = numbers;
  double room[3] = {.5, 1, 1.5};
  CHECK(mine[MYTHREAD] == NULL);
  mine[MYTHREAD] = numbers;
  views[MYTHREAD] = (struct view){3, room, "room", twice};
  if (MYTHREAD == 0) deeper = &start;
  upc_barrier;
  CHECK_EQ(*mine[MYTHREAD], 1);
  CHECK_EQ(mine[MYTHREAD][3], 4);
  mine[MYTHREAD]++;
  CHECK_EQ(*mine[MYTHREAD], 2);
  CHECK_EQ(*mine[MYTHREAD]++, 2);
  CHECK_EQ(*++mine[MYTHREAD], 4);
  mine[MYTHREAD] += 1;
  mine[MYTHREAD] -= 3;
  CHECK_EQ(*mine[MYTHREAD], 2);
  CHECK_EQ(mine[MYTHREAD] - numbers, 1);
  CHECK_EQ((*mine[MYTHREAD])++, 2);
  CHECK_EQ(numbers[1], 3);
  *mine[MYTHREAD] *= 7;
  CHECK_EQ(numbers[1], 21);
  views[MYTHREAD].data[2] += 1;
  CHECK_D(room[2], 2.5);
  CHECK_EQ(views[MYTHREAD].name[1], 'o');
  CHECK_EQ(views[MYTHREAD].f(21), 42);
  CHECK_EQ((*views[MYTHREAD].f)(4), 8);
  if (MYTHREAD == 0) {
    CHECK_EQ(**deeper, 1);
    (*deeper)++;
    CHECK(start == numbers + 1);
    **deeper = 9;
    CHECK_EQ(numbers[1], 9);
  }
  /* private pointers into one's own shared part */
  static shared [2] int A[2 * THREADS];
  mine[THREADS + MYTHREAD] = (int *)&A[2 * MYTHREAD];
  mine[THREADS + MYTHREAD][1] = MYTHREAD;
  upc_barrier;
  for (int t = 0; t < THREADS; t++) CHECK_EQ(A[2 * t + 1], t);
  return done();
}
