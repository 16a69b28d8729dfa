// SPDX-License-Identifier: BSD-3-Clause
// A pointer into a multi-blocked array has the type of an element's address. The array's layout belongs to arrays.
// expect: 18: a multi-blocked layout belongs to an array
// expect: 19: a multi-blocked layout belongs to an array
// expect: 20: a multi-blocked layout belongs to an array
// expect: 21: a multi-blocked layout belongs to an array
// expect: 22: this array has 1 dimensions and 2 block sizes
// expect: 23: a multi-blocked layout needs an array, and this is 'shared [2][3] int'
// expect: 25: a multi-blocked layout belongs to an array
// expect: 29: shared variable 'x' has automatic storage
// expect: 31: this parameter takes the name of an array
// expect: 32: this parameter takes the name of an array
// expect: 33: does not convert to the private
// expect: 35: 'upc_localsizeof' needs the name of a multi-blocked array
#pragma processors line(THREADS)
shared [2][3] double A[4][6 * THREADS];
shared [3] (line) long V[9 * THREADS];
shared [2][2] int *p;
shared [3] (line) long *q;
typeof(shared [2][2] int) *r;
typeof(A[0]) *s;
typeof(A[0]) row;
shared [2][3] int scalar;
static void f(shared [2][3] double X[4][6 * THREADS]) { X[0][0] = 0; }
static void g(shared [3] (line) long X[9 * THREADS]) { typeof(X) y; X[0] = 0; }

int main(void) {
  typeof(&A[0][0]) e = &A[0][0];
  typeof(A[0][0]) x;
  __auto_type v = &V[0];
  f(e);
  g(v);
  double *private = e;
}
unsigned long bytes(void) { return upc_localsizeof(typeof(A)); }
