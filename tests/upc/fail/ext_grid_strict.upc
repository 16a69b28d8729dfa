// SPDX-License-Identifier: BSD-3-Clause
// With UPC_PROCESSORS=strict a grid that does not fit THREADS is fatal.
// threads: 2 3
// environment: UPC_PROCESSORS=strict
// fails: grid 'square' (2 x 2)
#include <upc.h>
#pragma processors square(2, 2)
shared [2][2] (square) int A[4][4];
int main(void) { return A[0][0]; }
