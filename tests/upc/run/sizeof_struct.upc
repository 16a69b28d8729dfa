// SPDX-License-Identifier: BSD-3-Clause
// sizeof of a struct that is defined in the operand, where C needs a constant: with pointers-to-shared, and shared; and
// private sizes that are none of THREADS', whatever number they are.
#include "../check.h"

char plain[sizeof(struct { shared int *p; })];
char nested[sizeof(struct { shared int *p; struct { shared [2] char *q; int k; } in; } [3])];
char pointer[sizeof(struct named { shared int *p; char c; } *)];
struct named named;
int of_shared[sizeof(shared [3] struct tagged { int a; shared char *b; })];
int of_elements[upc_elemsizeof(shared [] union { char c[5]; short s; }[7])];
struct tagged tagged;
char prime[1146833], twice[2][1146833]; /* the number that stands for THREADS while upcc parses, see tokens.h */
typedef char prime_t[1146833];
prime_t typed;
struct { prime_t member; } holder;
shared [] char whole[3 * 1146833];

int main(void) {
  char inside[sizeof(struct { shared int *p; })];
  CHECK_EQ(sizeof plain, sizeof(shared int *)); CHECK_EQ(sizeof inside, sizeof plain);
  CHECK_EQ(sizeof nested, 3 * (2 * sizeof(shared int *) + 8)); CHECK_EQ(sizeof pointer, sizeof(int *));
  CHECK_EQ(sizeof named, sizeof(shared int *) + 8);
  CHECK_EQ(sizeof of_shared / sizeof *of_shared, sizeof tagged); CHECK_EQ(sizeof of_elements / sizeof *of_elements, 6);
  CHECK_EQ(sizeof(shared struct { int a, b; }), 8);
  CHECK_EQ(sizeof(shared [2] struct { char c; double d; } [3 * THREADS]), 48 * THREADS);
  CHECK_EQ(upc_localsizeof(shared [3] union { int x; char y[9]; } [6 * THREADS]), 72);
  CHECK_EQ(upc_blocksizeof(shared [3] struct { int x; }), 3);
  CHECK_EQ(sizeof(strict shared struct __attribute__((packed)) { char c; int i; }), 5);
  CHECK_EQ(sizeof(shared struct { char c; int i; } __attribute__((packed))), 5);
  CHECK_EQ(sizeof(shared enum { LAST = 5 }) + LAST, sizeof(int) + 5);
  CHECK_EQ(sizeof prime, 1146833); CHECK_EQ(sizeof twice, 2 * 1146833); CHECK_EQ(sizeof typed, 1146833);
  CHECK_EQ(sizeof holder, 1146833); CHECK_EQ(sizeof whole, 3 * 1146833); CHECK_EQ(upc_localsizeof(whole), 3 * 1146833);
  if (MYTHREAD == 0)
    for (int i = 0; i < 3 * 1146833; i += 1146832) whole[i] = i % 100;
  upc_barrier;
  for (int i = 0; i < 3 * 1146833; i += 1146832) CHECK_EQ(whole[i], i % 100);
  upc_barrier;
  return done();
}
