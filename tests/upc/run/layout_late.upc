// SPDX-License-Identifier: BSD-3-Clause
// Initialisers of file scope that start-up evaluates: their compound literals live as long as the program. A tentative
// definition may have a type that the file completes later.
#include "../check.h"

shared struct later x, *px = &x;
shared [] struct later y;
shared int A[4*THREADS];
struct s {
  shared int *p;
  const char *text;
  struct point { int i, j; } *at;
  int *numbers;
  shared int **pp;
};
struct s here = {&A[2], "abc", &(struct point){3, 4}, (int[]){5, 6, 7}, &(shared int *){&A[3]}};
shared struct s there[2*THREADS] = {{&A[1], "xyz", &(struct point){30, 40}, (int[]){50, 60, 70},
    (shared int *[]){A, &A[3]}}, {.at = &(struct point){1, 2}}};
static int useLater(void);

static int overwriteStack(int n) {
  volatile char b[4000];
  for (int i = 0; i < 4000; i++) b[i] = n;
  return b[77];
}

int main(void) {
  overwriteStack(9);
  CHECK(px == &x);
  CHECK_EQ(here.at->i * 10 + here.at->j, 34); CHECK_EQ(here.numbers[2], 7); CHECK(*here.pp == &A[3]);
  CHECK(here.p == &A[2]);
  if (MYTHREAD == 0) {
    struct s s = there[0];
    CHECK_EQ(s.at->j, 40); CHECK_EQ(s.numbers[1], 60); CHECK(s.pp[1] == &A[3]); CHECK_EQ(s.text[2], 'z');
    CHECK(s.p == A + 1);
  }
  if (upc_threadof(&there[1]) == MYTHREAD) CHECK_EQ(there[1].at->j, 2);
  CHECK_EQ(useLater(), 8);
  return done();
}

struct later { int a; double b; int c[3]; };
static int useLater(void) {
  if (MYTHREAD == 0) x.a = 3, y.c[2] = 5;
  upc_barrier;
  return x.a + y.c[2];
}
