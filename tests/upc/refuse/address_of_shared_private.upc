// SPDX-License-Identifier: BSD-3-Clause
// The address of a shared object initialises no private pointer at file scope.
// expect: 5: does not convert to the private 'int *' without a cast
shared int x;
int *p = &x;
