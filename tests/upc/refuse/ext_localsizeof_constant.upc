// SPDX-License-Identifier: BSD-3-Clause
// What a thread has of a multi-blocked array is in the array's record, which the program reads when it runs.
// expect: 8: variable length array declaration not allowed at file scope
// expect: 9: not a compile-time constant
// expect: 11: variable length array declaration cannot have 'static' storage duration
#include <upc.h>
shared [2][3] int A[7][8];
int room[upc_localsizeof(A)];
size_t bytes = upc_localsizeof(A);
void f(shared [2][3] int X[7][8]) {
  static char copy[sizeof(X)];
}
