// SPDX-License-Identifier: BSD-3-Clause
// The names of shared types, and structs with pointers-to-shared, wherever C takes the name of a type.
#include "../check.h"
#include <stdarg.h>
#include <stddef.h>

typedef struct { shared int *p; int q; } pair_t; // what the structs below are laid out as
enum { PAIR = sizeof(pair_t), POINTER = sizeof(shared int *), AT = offsetof(pair_t, q), ALIGN = _Alignof(pair_t) };

shared int x[2 * THREADS];

// Alignments and attributes, of what is copied and of what is written anew.
_Alignas(shared int *) char one[64];
_Alignas(struct { shared int *p; char c; }) char two[64];
int three __attribute__((aligned(sizeof(shared int *))));
shared int *four __attribute__((aligned(2 * sizeof(shared int *))));
static _Alignas(sizeof(shared int *)) shared int *five;
struct six { char c; int d __attribute__((aligned(sizeof(shared int *)))); };
struct seven { char c; shared int *d __attribute__((aligned(4 * sizeof(shared int *)))); };
typedef int eight __attribute__((aligned(sizeof(shared [] double *))));
struct nine { char c; _Alignas(shared int *) char d; };

// Parameters.
static int by_pointer(struct { shared int *p; int q; } *z) { return z->q + (z->p == x); }
static int both(shared int *p, struct { shared int *p; int q; } *z) { return z->q + (z->p == p); }
static int called(int (*f)(struct { shared int *p; int q; } *), pair_t *z) { return ((int (*)(pair_t *))f)(z); }
static int sized(int n, char (*a)[sizeof(struct { shared int *p; int q; })]) { return n + (int)sizeof *a; }
static int extended(__typeof__(struct { shared int *p; int q; }) *z) { return z->q; }

static int varied(int n, ...) {
  va_list list;
  va_start(list, n);
  int q = va_arg(list, __typeof__(struct { shared int *p; int q; })).q;
  shared int *p = va_arg(list, shared int *);
  va_end(list);
  return q + (p == &x[1]);
}
static int after_pointer(shared int *p, ...) {
  va_list list;
  va_start(list, p);
  int n = va_arg(list, int);
  va_end(list);
  return n + (p == x);
}

__typeof__(struct { shared int *p; int q; }) outside;
__typeof__(struct { shared int *p; int q; } *) shared across;
typedef __typeof__(struct { shared int *p; int q; }) named_t;
struct holder { char c; __typeof__(struct { shared int *p; int q; }) inner; };

int main(void) {
  CHECK_EQ(_Alignof(shared int *), _Alignof(void *));
  CHECK_EQ(_Alignof(struct { shared int *p; int q; }), ALIGN);
  CHECK_EQ(_Alignof(struct { char c; upc_lock_t *p; }), ALIGN);
  CHECK_EQ(_Alignof(union { shared [] char *p; char c; }), ALIGN);
  CHECK_EQ(_Alignof(struct { shared int *p; int q; }[3]), ALIGN);
  CHECK_EQ((size_t)&three % POINTER, 0);
  CHECK_EQ((size_t)&four % (2 * POINTER), 0);
  CHECK_EQ((size_t)&five % POINTER, 0);
  CHECK_EQ((size_t)one % ALIGN, 0);
  CHECK_EQ((size_t)two % ALIGN, 0);
  CHECK_EQ(offsetof(struct six, d), POINTER);
  CHECK_EQ(offsetof(struct seven, d), 4 * POINTER);
  CHECK_EQ(offsetof(struct nine, d), ALIGN);
  CHECK_EQ(_Alignof(eight), POINTER);

  CHECK_EQ(offsetof(struct { shared int *p; int q; }, q), AT);
  int k = 2;
  CHECK_EQ(offsetof(struct { shared int *p; int q[4]; }, q[k]), AT + 2 * sizeof(int));
  CHECK_EQ(sizeof(struct { shared int *p; int q; }), PAIR);
  CHECK_EQ(sizeof(shared struct { shared int *p; int q; }), PAIR);

  __typeof__(struct { shared int *p; int q; }) z = {x, 5};
  CHECK_EQ(z.q, 5);
  CHECK(z.p == x);
  __typeof__(struct { shared int *p; int q; }) *to = (void *)&z;
  CHECK(to->p == x);
  static __typeof__(struct { shared int *p; int q; }) kept[2];
  kept[1].p = &x[1];
  CHECK(kept[1].p == &x[1]);
  outside.p = x, outside.q = 7;
  CHECK(outside.p == x);
  named_t n = {&x[1], 3};
  CHECK(n.p == &x[1] && n.q == 3);
  struct holder h = {0};
  CHECK_EQ(offsetof(struct holder, inner.q), ALIGN + AT);
  CHECK(h.inner.p == NULL);
  CHECK_EQ(sizeof across, sizeof(void *));

  pair_t pair = {x, 11};
  CHECK_EQ(by_pointer((void *)&pair), 12);
  CHECK_EQ(both(x, (void *)&pair), 12);
  CHECK_EQ(called((void *)by_pointer, &pair), 12);
  char bytes[PAIR];
  CHECK_EQ(sized(1, &bytes), 1 + PAIR);
  CHECK_EQ(extended((void *)&pair), 11);
  CHECK_EQ(after_pointer(x, 4), 5);
  CHECK_EQ(((struct { shared int *p; int q; }){x, 8}).q, 8);
  CHECK_EQ(((struct { shared int *p; int q; } *)&pair)->q, 11);
  CHECK_EQ(_Generic(pair.p, shared int *: 1, default: 2), 1);
  CHECK_EQ(__builtin_constant_p(pair.p), 0);
  CHECK(__builtin_classify_type(x[0]) == __builtin_classify_type(1));
  (void)varied;
  upc_barrier;
  return done();
}
