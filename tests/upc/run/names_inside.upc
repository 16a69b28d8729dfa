// Functions have variables, parameters, typedefs and enumerators with the names of the file's typedefs, which types of
// shared objects are made of.
#include "../check.h"
#include <stddef.h>
#include <stdint.h>
#include <upc_relaxed.h>

typedef double real;
typedef struct { int a, b; real x; } particle;
typedef struct node node;
struct node { int key; shared node *next; };
typedef shared [4] real *block;
typedef real row[3];
typedef enum { RED, GREEN } colour;
typedef int number;

shared particle P[4 * THREADS];
shared [4] real R[16 * THREADS];
shared node N[2 * THREADS];
shared row rows[THREADS];
shared colour C[THREADS];
shared int32_t I[THREADS];

static double sum(shared [4] real *from, int n) {
  double s = 0;
  for (short real = 0; real < n; real++) s += from[real];
  shared [4] double *p = from;
  for (char real = 0; real < n; real++) s += *p++;
  return s;
}

static int lengths(int particle, int node) {
  P[particle].a = 3, P[particle].x = 0.5, P[particle].b++;
  shared struct node *n = &N[node];
  n->key = particle;
  n = n + 1, n--;
  return n->key + P[particle].a + P[particle].b + (int)(2 * P[particle].x);
}

static int types(void) {
  typedef char real;
  enum { particle = 7, colour };
  int row = 1, int32_t = 2, number = 0;
  P[MYTHREAD].x = particle, rows[MYTHREAD][row] = 4, I[MYTHREAD] = int32_t, C[MYTHREAD] = GREEN;
  rows[MYTHREAD][2] += rows[MYTHREAD][row] * 2;
  struct { int a, b; double x; } copy = {P[MYTHREAD].a, P[MYTHREAD].b, P[MYTHREAD].x};
  number += I[MYTHREAD] + C[MYTHREAD] + (int)sizeof(real);
  return (int)(copy.x + rows[MYTHREAD][row] + rows[MYTHREAD][2]) + number;
}

// The typedef is a function's, and a block inside has a variable of its name.
static int within(void) {
  typedef struct { long key, value; } entry;
  static shared entry entries[THREADS];
  typedef int whole;
  static shared [] whole *w;
  w = (shared [] whole *)&I[MYTHREAD];
  long all = 0;
  for (int entry = 0; entry < 1; entry++) {
    char whole = 1;
    entries[MYTHREAD].value = 40 + whole, entries[MYTHREAD].key = entry;
    all += *(w + entry);
  }
  return (int)(all + entries[MYTHREAD].value + entries[MYTHREAD].key);
}

int main(void) {
  if (MYTHREAD == 0)
    for (int i = 0; i < 16 * THREADS; i++) R[i] = i;
  upc_barrier;
  int n = 16 * THREADS;
  CHECK_D(sum(R, n), n * (n - 1.0));
  upc_barrier;
  if (MYTHREAD == 0) CHECK_EQ(lengths(1, 1), 1 + 3 + 1 + 1);
  upc_barrier;
  CHECK_EQ(types(), 7 + 4 + 8 + 2 + 1 + 1);
  CHECK_EQ(within(), 2 + 41);
  block particle = &R[4 * MYTHREAD];
  CHECK_D(particle[1], 4 * MYTHREAD + 1);
  return done();
}
