// SPDX-License-Identifier: BSD-3-Clause
// Functions that take and return pointers-to-shared: prototypes, pointers to them, K&R, variadic, static inline,
// recursive.
#include <stdarg.h>
#include "../check.h"

shared [3] int A[9 * THREADS];
typedef shared [3] int *ptr_t;
typedef int (*reader_t)(shared [3] int *, int);
typedef shared [3] int *mover_t(shared [3] int *, long);

static int read_at(shared [3] int *p, int i) { return p[i]; }
static ptr_t move(ptr_t p, long n) { return p + n; }
static mover_t move_back;
static ptr_t move_back(ptr_t p, long n) { return p - n; }
static int kr(p, n, scale) shared [3] int *p; int n; double scale; { return (int)(p[n] * scale); }
static shared [3] int *kr2(p) ptr_t p; { return p + 1; }
static inline __attribute__((always_inline)) void swap(ptr_t *a, ptr_t *b) { ptr_t t = *a; *a = *b; *b = t; }
static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int total = 0;
  while (n--) total = total * 100 + *va_arg(ap, ptr_t);
  va_end(ap);
  return total;
}
static long total(ptr_t from, ptr_t to) { return from == to ? 0 : *from + total(from + 1, to); }
static reader_t pick(void) { return read_at; }
static int apply(int f(shared [3] int *, int), ptr_t p) { return f(p, 2); }
static int many(int a, ptr_t p, double d, ptr_t q, char c, ptr_t r, long l, ptr_t s) {
  return a + *p + (int)d + *q + c + *r + (int)l + *s;
}
static void fill(shared [3] int *p, shared [3] int *end) { while (p < end) *p++ = 5; }
static const struct { const char *name; mover_t *move; reader_t read; }
table[] = {{"on", move, read_at}, {"back", &move_back, 0}};
static shared int *nothing(void) { return NULL; }
shared [3] int *global_mover(shared [3] int *, long);
shared [3] int *global_mover(ptr_t p, long n) { return p + 2 * n; }

int main(void) {
  for (int i = MYTHREAD; i < 9 * THREADS; i += THREADS) A[i] = i;
  upc_barrier;
  CHECK_EQ(read_at(A, 4), 4); CHECK_EQ(*move(A, 5), 5); CHECK_EQ(*move_back(A + 7, 3), 4);
  CHECK_EQ(*global_mover(A, 4), 8);
  CHECK_EQ(kr(A, 6, 1.5), 9); CHECK_EQ(*kr2(A + 2), 3);
  ptr_t a = A + 1, b = A + 8;
  swap(&a, &b); CHECK_EQ(*a * 10 + *b, 81);
  CHECK_EQ(sum(3, A + 1, a, move(A, 3)), 10803);
  CHECK_EQ(total(A, A + 9), 36);
  CHECK_EQ(pick()(A, 3), 3); CHECK_EQ((*pick())(A + 1, 3), 4); CHECK_EQ(apply(read_at, A + 4), 6);
  CHECK_EQ(many(1, A, 2.5, A + 1, 3, A + 2, 4, A + 3), 1 + 2 + 3 + 4 + 6);
  CHECK_EQ(*table[0].move(A, 2) + *table[1].move(A + 2, 1) + table[0].read(A, 7), 10);
  mover_t *f = MYTHREAD % 2 ? move : move_back;
  CHECK_EQ(*f(A + 4, 1), MYTHREAD % 2 ? 5 : 3);
  CHECK(nothing() == NULL);
  CHECK_EQ(*(MYTHREAD % 2 ? move : move_back)(A + 4, 1), MYTHREAD % 2 ? 5 : 3);
  CHECK_EQ((f == move ? &move : 0 ? f : move)(A, 1)[1], 2);
  CHECK_EQ(*(f ?: move)(A + 4, 0), 4); CHECK_EQ(*(0, move)(A, 3), 3); CHECK_EQ(*({ move; })(A, 3), 3);
  CHECK_EQ((f ? read_at : NULL)(A + 2, 1), 3);
  CHECK_EQ(move(A, 3)[1], 4); CHECK_EQ(*(move(A, 3) + 2), 5); CHECK_EQ(move(A, 5) - A, 5);
  CHECK_EQ(upc_threadof(move(A, 3)), 1 % THREADS);
  upc_barrier;
  fill(A + 9 * MYTHREAD, A + 9 * (MYTHREAD + 1));
  *move(A, 9 * MYTHREAD + 3) = 6;
  move(A, 9 * MYTHREAD)[4] += 2;
  ++*move(A, 9 * MYTHREAD + 5);
  upc_barrier;
  for (int i = 0; i < 9 * THREADS; i++) CHECK_EQ(A[i], i % 9 == 3 ? 6 : i % 9 == 4 ? 7 : i % 9 == 5 ? 6 : 5);
  return done();
}
