// SPDX-License-Identifier: BSD-3-Clause
// expect: 8: THREADS may stand in one dimension of a shared array type only
// expect: 9: THREADS may stand in one dimension of a shared array type only
// expect: 10: THREADS cannot stand in a dimension of a shared array type with an indefinite block size
// expect: 12: THREADS may stand in one dimension of a shared array type only
// expect: 14: THREADS may stand in one dimension of a shared array type only
#include <upc.h>
shared int (**p)[THREADS][THREADS];
typedef shared int (*t)[THREADS][13][THREADS];
shared [] int (*q)[THREADS];
shared int *r;
shared int (*f(void))[THREADS][2 * THREADS];
int main(void) {
  shared void *v = (shared int (*)[THREADS][THREADS])r;
  return v == 0;
}
