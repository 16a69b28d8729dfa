// SPDX-License-Identifier: BSD-3-Clause
// Members of one shared union are the same memory: a store by one is seen by a load of another, in order, also where
// the union is a member, has arrays and structs, or is reached by two pointers.
#include <upc_relaxed.h>
#include "../check.h"

typedef union { int i; float f; short s[2]; struct { short low, high; } halves; } word_t;
typedef struct { int before; union { long l; double d; int *p; }; word_t words[2]; } holder_t;
shared word_t a[4 * THREADS];
shared [3] word_t b[30 * THREADS];
shared holder_t h[THREADS];
shared [] union { long double ld; short s[8]; } *wide;

#define F1 0x3f800000 // 1.0f
#define APART __attribute__((noinline)) static
APART float float_then_int(shared word_t *p, shared word_t *q) { p->f = 1; q->i = 0; return p->f; }
APART int int_then_float(shared word_t *p, shared word_t *q) { p->i = 7; q->f = 1; return p->i; }
APART int short_then_float(shared word_t *p, shared word_t *q, int k) { p->s[k] = 7; q->f = 1; return p->s[k]; }
APART int struct_then_float(shared word_t *p, shared word_t *q) { p->halves.high = 7; q->f = 1; return p->halves.high; }
APART long anonymous(shared holder_t *p, shared holder_t *q) { p->l = 7; q->d = 0; return p->l; }
APART int in_array(shared holder_t *p, shared holder_t *q, int k) {
  p->words[k].i = 7;
  q->words[1].f = 1;
  return p->words[k].i;
}
APART int updated(shared word_t *p, shared word_t *q) { p->i = 5; q->f += 1; p->i++; return p->i; }
APART float strict_then(strict shared word_t *p, shared word_t *q) { q->i = F1; p->f += 1; return q->f; }

APART void loop(int n) {
  static word_t c[30 * 8];
  for (int i = 0; i < n; i++) { b[i].f = i * 1.5f; b[i * 7 % n].f += 2; b[i].i += 1; }
  for (int i = 0; i < n; i++) { c[i].f = i * 1.5f; c[i * 7 % n].f += 2; c[i].i += 1; }
  for (int i = 0; i < n; i++) CHECK_EQ(b[i].i, c[i].i);
}

int main(void) {
  if (MYTHREAD == 0) {
    shared word_t *p = a + THREADS - 1; // the last thread's
    CHECK_EQ((int)(10 * float_then_int(p, p)), 0);
    CHECK_EQ(int_then_float(p, p), F1);
    CHECK_EQ(short_then_float(p, p, 1), F1 >> 16);
    CHECK_EQ(struct_then_float(p, p), F1 >> 16);
    shared holder_t *s = h + THREADS - 1;
    CHECK_EQ(anonymous(s, s), 0);
    CHECK_EQ(in_array(s, s, 1), F1);
    union { int i; float f; } sum = {.i = 5};
    sum.f += 1;
    CHECK_EQ(updated(p, p), sum.i + 1);
    CHECK_EQ((int)(10 * strict_then((strict shared word_t *)p, p)), 20);
    wide = upc_alloc(sizeof *wide);
    wide->ld = 1;
    wide->s[4] = 0;
    wide->s[3] = 0;
    CHECK_EQ(wide->ld == 1, 0);
    loop(30 * THREADS);
  }
  return done();
}
