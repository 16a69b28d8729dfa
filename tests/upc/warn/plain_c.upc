// SPDX-License-Identifier: BSD-3-Clause
// Warnings of plain C in a program of UPC, and of what UPC and C have in common.
// expect: 14: warning: array index 10 is past the end of the array (that has type 'int[10]') [-Warray-bounds]
// expect: 15: warning: division by zero is undefined [-Wdivision-by-zero]
// expect: 16: warning: self-comparison always evaluates to true [-Wtautological-compare]
// expect: 17: warning: unknown attribute 'made_up' ignored [-Wunknown-attributes]
// expect: 18: warning: cast to 'char *' from smaller integer type 'int' [-Wint-to-pointer-cast]
// expect: 19: warning: array index 4 is past the end of the array (that has type 'shared [] int[4]') [-Warray-bounds]
#include <upc.h>
shared int a[10 * THREADS];
shared [] int few[4];
int main(void) {
  int local[10], i = 0;
  local[10] = a[THREADS];
  i = i / 0;
  if (i == i) a[9 * THREADS] = 1;
  int other __attribute__((made_up)) = 3;
  char *p = (char *)i;
  few[4] = few[3] + other;
  upc_barrier;
  return p && local[0];
}
