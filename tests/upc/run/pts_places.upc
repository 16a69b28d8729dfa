// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared wherever a C type can stand: locals, parameters, results, members, arrays, unions, literals.
#include "../check.h"

shared int A[10 * THREADS];
shared [4] double B[10 * THREADS];

struct pair { shared int *a; shared [4] double *b; };
struct deep { struct pair pairs[2]; union { shared int *p; shared [] char *q; } u; shared int *(*choose)(int); };

static shared int *at(int i) { return &A[i]; }
static shared [4] double *step(shared [4] double *p, int n) { return p + n; }
static struct pair make(int i) { return (struct pair){A + i, &B[i]}; }
static int value(shared int *p) { return *p; }
static int first_of(struct pair p) { return *p.a; }
static void set(shared int **where, shared int *p) { *where = p; }
static double sum(int n, shared [4] double *p) { return n ? *p + sum(n - 1, p + 1) : 0; }
static shared int *global;
static shared int *table[3] = {0};
static int at_array(shared int p[], int i) { return p[i]; }
static double at_sized(shared [4] double p[10 * THREADS], int i) { return p[i]; }

int main(void) {
  for (int i = MYTHREAD; i < 10 * THREADS; i += THREADS) A[i] = i, B[i] = i / 2.0;
  upc_barrier;
  int n = 10 * THREADS;
  shared int *p = A, *q = &A[3], *local[4] = {A, A + 1, &A[2], at(3)};
  shared int *const fixed = &A[5];
  shared int **pp = &q, ***ppp = &pp;
  CHECK_EQ(*p, 0); CHECK_EQ(*q, 3); CHECK_EQ(**pp, 3); CHECK_EQ(***ppp, 3); CHECK_EQ(*fixed, 5);
  for (int i = 0; i < 4; i++) CHECK_EQ(*local[i], i);
  **ppp = at(4);
  CHECK_EQ(*q, 4);
  set(&p, at(7)); CHECK_EQ(*p, 7);
  set(local + 2, fixed); CHECK_EQ(*local[2], 5);
  struct pair s = make(6), t = s, many[3];
  CHECK_EQ(*s.a, 6); CHECK_D(*t.b, 3);
  for (int i = 0; i < 3; i++) many[i] = make(i);
  CHECK_EQ(first_of(many[2]), 2);
  CHECK_EQ(*make(9).a, 9);
  CHECK_D(make(4).b[2], 3);
  struct deep d = {.pairs = {[1] = make(8)}, .u.p = at(1), .choose = at}, *dp = &d;
  CHECK_EQ(*dp->pairs[1].a, 8); CHECK_EQ(value(dp->u.p), 1); CHECK_EQ(*dp->choose(2), 2); CHECK(dp->pairs[0].a == 0);
  dp->pairs[0] = dp->pairs[1];
  dp->pairs[0].b += 1;
  CHECK_D(*d.pairs[0].b, 4.5); CHECK_D(*d.pairs[1].b, 4);
  CHECK_EQ(*((shared int *[]){A, at(4)})[1], 4);
  CHECK_EQ(*((struct pair){.a = A + 2}).a, 2);
  CHECK_D(sum(n, B), n * (n - 1) / 4.0);
  CHECK_D(*step(step(B, 7), -4), 1.5);
  global = at(2); table[1] = global;
  CHECK_EQ(*table[1], 2); CHECK(table[2] == 0);
  CHECK_EQ(at_array(A + 1, 5), 6); CHECK_D(at_sized(B, 9), 4.5);
  static shared int *kept;
  CHECK(kept == NULL);
  kept = at(9); CHECK_EQ(*kept, 9);
  shared int **heap = malloc(4 * sizeof *heap);
  for (int i = 0; i < 4; i++) heap[i] = at(i + 3);
  CHECK_EQ(*heap[3], 6);
  heap = realloc(heap, 2 * sizeof *heap);
  CHECK_EQ(**heap * 10 + *heap[1], 34);
  free(heap);
  upc_barrier;
  return done();
}
