// SPDX-License-Identifier: BSD-3-Clause
// Structs with pointers-to-shared defined in a function's result type, in a loop's head, in sizeof, a cast or a
// compound
// literal; functions and pointers declared through a typedef first.
#include "../check.h"

typedef void put_t(shared int *, int);
typedef shared int *pts_t, *get_t(void);
put_t put;
get_t get;
extern pts_t kept;

shared int X[2 * THREADS];
shared int *kept = X;
void put(shared int *p, int v) { *p = v; }
shared int *get(void) { return &X[1]; }

struct pair { shared int *a, *b; long n; } pair_of(shared int *a, shared int *b) {
  struct pair p = {a, b, b - a};
  return p;
}
static const struct single { shared int *p; } *single_of(const struct single *s) { return s; }
enum color { RED, BLUE } color_of(shared int *p) { return p ? BLUE : RED; }
struct node { struct node *next; shared struct node *far; } *node_of(shared struct node *far) {
  static struct node n;
  n = (struct node){&n, far};
  return n.next;
}

typedef struct named { shared int *p; } named_t;
static named_t named_of(shared int *p) {
  named_t n = {p};
  return n;
}

int main(void) {
  put_t *by_pointer = put;
  int size = sizeof(struct inner { shared int *z; char c; });
  struct inner zi = {X, 'z'};
  CHECK_EQ(size, 24);
  CHECK(zi.z == X);
  CHECK_EQ(sizeof(struct { shared int *a, *b; }), 32);
  CHECK(((struct literal { shared int *p; int k; }){X, 3}).p == X);
  CHECK_EQ(((struct cast { shared int *p; int k; } *)0 == 0) + sizeof(struct cast), 25);
  for (struct { int i; shared int *p; } it = {0, X}; it.i < 2; it.i++, it.p++) CHECK_EQ(it.p - X, it.i);
  if (MYTHREAD == 0) {
    by_pointer(X, 9);
    put(get(), 11);
    CHECK_EQ(X[0] + X[1], 20);
  }
  CHECK(kept == X);
  CHECK_EQ(pair_of(X, X + 2).n, 2);
  CHECK(pair_of(X, X + 2).b == &X[2]);
  CHECK(single_of(&(struct single){X})->p == X);
  CHECK_EQ(color_of(X), BLUE);
  CHECK(!node_of(0)->far);
  CHECK(named_of(X).p == X);
  return done();
}
