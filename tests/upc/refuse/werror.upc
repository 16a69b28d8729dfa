// SPDX-License-Identifier: BSD-3-Clause
// -Werror makes errors of all warnings, also of those that are errors for Clang and warnings here.
// flags: -Werror
// expect: 9: discards qualifiers
// expect: 10: incompatible pointer types
// expect: 11: incompatible pointer to integer conversion
int *p;
const int *q;
void constant(void) { p = q; }
double *other(void) { return p; }
int integer(void) { return p; }
