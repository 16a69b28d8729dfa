// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared that live in shared space themselves, and chains of them.
#include "../check.h"

shared int A[4 * THREADS];
shared int *shared one;
shared [3] int *shared [2] many[5 * THREADS];
shared [3] int B[6 * THREADS];
shared [] int *shared dir[THREADS];
shared int *shared *shared top;
shared int *shared middle;
typedef struct cell { int value; shared struct cell *next; } cell_t;
shared cell_t cells[THREADS];
shared struct { shared int *p; shared [] int *dir[2]; } box[THREADS];

int main(void) {
  CHECK(one == NULL);
  A[MYTHREAD] = MYTHREAD * 11;
  B[3 * MYTHREAD + 1] = MYTHREAD;
  upc_barrier;
  if (MYTHREAD == THREADS - 1) one = &A[THREADS - 1], middle = A, top = &middle;
  for (int i = MYTHREAD; i < 5 * THREADS; i += THREADS) many[i] = &B[i];
  dir[MYTHREAD] = upc_alloc(3 * sizeof(int));
  for (int k = 0; k < 3; k++) dir[MYTHREAD][k] = 10 * MYTHREAD + k;
  cells[MYTHREAD].value = 100 + MYTHREAD;
  cells[MYTHREAD].next = &cells[(MYTHREAD + 1) % THREADS];
  box[MYTHREAD].p = &A[MYTHREAD];
  box[MYTHREAD].dir[1] = dir[MYTHREAD] + 1;
  upc_barrier;
  CHECK_EQ(*one, 11 * (THREADS - 1));
  CHECK_EQ(one[1 - THREADS], 0);
  CHECK_EQ(**top, 0);
  CHECK_EQ((*top)[THREADS - 1], 11 * (THREADS - 1));
  for (int i = 0; i < 5 * THREADS; i++) {
    CHECK(many[i] == &B[i]);
    CHECK_EQ(upc_phaseof(many[i]), i % 3);
    CHECK_EQ(*many[i], i % 3 == 1 && i / 3 < THREADS ? i / 3 : 0);
    CHECK_PLACE(&many[i], many, i, 2);
  }
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(upc_threadof(&dir[t]), t);
    CHECK_EQ(upc_threadof(dir[t]), t);
    for (int k = 0; k < 3; k++) CHECK_EQ(dir[t][k], 10 * t + k);
    CHECK_EQ(*box[t].p, 11 * t);
    CHECK_EQ(box[t].dir[1][1], 10 * t + 2);
    CHECK(box[t].dir[0] == 0);
  }
  shared cell_t *c = cells;
  for (int k = 0; k < 2 * THREADS; k++, c = c->next) CHECK_EQ(c->value, 100 + k % THREADS);
  CHECK_EQ(cells[0].next->next->value, 100 + 2 % THREADS);
  upc_barrier;
  /* arithmetic and increments on pointers kept in shared space */
  if (MYTHREAD == 0) {
    one = A;
    one++;
    CHECK(one == &A[1]);
    CHECK(one++ == A + 1);
    CHECK(++one == A + 3);
    one -= 2;
    CHECK(one-- == A + 1);
    CHECK(one == A);
    many[1] += 3;
    CHECK(many[1] == B + 4);
    cells[0].next += THREADS - 1;
    CHECK(cells[0].next == &cells[1 % THREADS] + (THREADS - 1));
    top = &one;
    (*top) += 2;
    CHECK(one == A + 2);
    **top = -5;
    CHECK_EQ(A[2], -5);
  }
  return done();
}
