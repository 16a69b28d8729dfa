// The type of the address of an element of a multi-blocked array is `shared [] T *`, also by typeof and __auto_type.
#include "../check.h"

#define ROWS (THREADS % 2 == 0 ? 2 : 1)
#pragma processors grid(ROWS, THREADS / ROWS)
#pragma processors line(THREADS)

typedef struct { int a; double b[2]; } pair;
shared [2][3] double A[4][6 * THREADS];
shared [*][*] (grid) int G[6][8 * THREADS];
shared [3] (line) long V[3 * THREADS];
strict shared [2][2] int S[4][4 * THREADS];
shared [2][2] pair P[4][4 * THREADS];

typedef typeof(&A[0][0]) element;
typeof(&A[0][0]) global;
shared typeof(&G[0][0]) published[THREADS];
extern shared [] int *again;
typeof(&G[0][0]) again;
struct place { typeof(&A[0][0]) at, row[2]; };

typeof(&A[0][0]) elementAt(int i, int j) { return &A[i][j]; }
static double sum(typeof(&A[0][0]) p, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) s += p[k];
  return s;
}
static double ofWritten(shared [] double *p) { return *p; }
static int kind(int i, int j) {
  return _Generic(&A[i][j], shared [] double *: 1, default: 2);
}
static long first(shared [3] (line) long X[3 * THREADS]) { // a parameter of one dimension is no pointer
  __auto_type p = &X[0];
  X[1] += 100;
  return X[1] + *p;
}

int main(void) {
  if (!MYTHREAD) {
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 6 * THREADS; j++) A[i][j] = 100 * i + j;
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 8 * THREADS; j++) G[i][j] = 100 * i + j;
    for (int i = 0; i < 3 * THREADS; i++) V[i] = 7 + i;
    for (int i = 0; i < 4 * THREADS; i++) P[1][i].b[1] = i, S[3][i] = i;
  }
  upc_barrier;
  int last = 6 * THREADS - 3;                 // the first column of the last block
  typeof(&A[1][2]) p = &A[2][last];           // declarations
  __auto_type q = &A[3][last];
  CHECK(*p == 200 + last && p[1] == *p + 1 && p[3] == 300 + last); // the next row of the block
  CHECK(p + 3 == q && q - p == 3);
  CHECK(upc_threadof(p) == upc_threadof(&A[2][last]) && upc_phaseof(p + 1) == 0);
  CHECK(sizeof p == sizeof(shared [] double *) && sizeof *p == sizeof(double));
  CHECK_EQ(upc_blocksizeof(*p), 0);
  shared [] double *written = p;
  p = written, p++;
  CHECK_EQ(*p, 201 + last);
  typeof(p) same = q;                         // nested
  typeof(typeof(&A[0][0])) twice = q;
  __typeof__(*q) *back = q;
  const typeof(&A[0][0]) fixed = q;
  CHECK(same == q && twice == q && back == q && fixed == q);
  element many[2][2] = {{p, q}, {&A[0][0], (typeof(&A[1][1]))(shared void *)q}}; // arrays, casts
  CHECK_EQ(*many[0][1] + *many[1][0] + *many[1][1], 600 + 2 * last);
  element *pointer = &many[0][1];
  typeof(&many[0]) rows = many;
  CHECK_EQ(**pointer + *rows[1][1], 600 + 2 * last);
  CHECK_EQ(*elementAt(1, 5) + sum(elementAt(0, 3), 3) + ofWritten(elementAt(1, 1)), 105 + 12 + 101); // functions
  typeof(elementAt) *function = elementAt;
  __auto_type result = function(1, 2);
  typeof(elementAt(0, 0)) other = MYTHREAD % 2 ? result : q;
  CHECK_EQ(*other, MYTHREAD % 2 ? 102 : 300 + last);
  struct place place = {q, {p, &A[0][1]}};
  __auto_type copy = place;
  copy.row[0] = &A[1][4];
  CHECK_EQ(*copy.at + *copy.row[0] + *copy.row[1], 300 + last + 104 + 1);
  global = &A[0][2];
  CHECK_EQ(*global, 2);
  CHECK_EQ(kind(0, 0), 1);
  typeof(A[0][0]) *by = &A[1][0];             // the type of an element
  __typeof_unqual__(A[0][0]) value = *by;
  __auto_type own = A[1][1];
  value += own++;
  CHECK_EQ(value, 201);
  upc_barrier;
  double *mine = 0;
  for (int j = 0; j < 6 * THREADS; j += 3) {
    __auto_type at = &A[2][j];
    if (upc_threadof(at) == MYTHREAD) mine = (double *)at, *mine += 0.25;
  }
  upc_barrier;
  for (int j = 0; j < 6 * THREADS; j += 3) CHECK(A[2][j] == 200 + j + 0.25);

  again = &G[5][8 * THREADS - 1];             // a grid and [*]
  published[MYTHREAD] = again;
  upc_barrier;
  CHECK_EQ(*published[(MYTHREAD + 1) % THREADS], 500 + 8 * THREADS - 1);
  __auto_type v = &V[3 * THREADS - 1];        // one dimension
  typeof(&V[0]) w = v - 1;
  CHECK_EQ(*v * 100 + *w, (6 + 3 * THREADS) * 100 + 5 + 3 * THREADS);
  if (!MYTHREAD) CHECK_EQ(first(V), 108 + 7);
  __auto_type s = &S[3][1];                   // strict
  strict shared [] int *strictly = s;
  CHECK_EQ(*strictly, 1);
  typeof(&P[0][0]) whole = &P[1][3];          // structs
  pair got = *whole;
  CHECK(whole->b[1] == 3 && got.b[1] == 3);
  static typeof(A[0][0]) lone;                // shared [] double
  upc_barrier;
  if (!MYTHREAD) lone = 5;
  upc_barrier;
  CHECK(lone == 5 && upc_threadof(&lone) == 0);
  CHECK_EQ(upc_blocksizeof(typeof(A)), 6);    // sizes
  CHECK_EQ(upc_blocksizeof(typeof(A)), upc_blocksizeof(A));
  return done();
}
