// SPDX-License-Identifier: BSD-3-Clause
// Where a row's length is not known, no initialiser can be laid out.
// expect: 6: needs all dimensions but the first as constants
// expect: 7: THREADS is not a constant
#include <upc.h>
shared int rows[2][THREADS] = {{1}, {2}};
shared int last[THREADS] = {[THREADS - 1] = 3};
