// SPDX-License-Identifier: BSD-3-Clause
// A designator is a constant, which THREADS is not in the dynamic environment: not even beyond the array, where Clang,
// to which THREADS is a large number, speaks first.
// expect: 10: THREADS is not a constant in the dynamic THREADS environment, and a designator must be one
// expect: 11: THREADS is not a constant in the dynamic THREADS environment, and a designator must be one
// expect: 12: THREADS is not a constant in the dynamic THREADS environment, and a designator must be one
// expect: 13: array designator index (7) exceeds array bounds (5)
#include <upc.h>

shared int a[2 * THREADS] = {[2 * THREADS + 1] = 7};
int b[5] = {[THREADS] = 1};
struct s { int x[3]; } s = {.x[3 * THREADS] = 2};
int c[5] = {[7] = 1};
int main(void) { return 0; }
