// SPDX-License-Identifier: BSD-3-Clause
// An unknown name before an error of syntax, on which Clang's parser crashes when both have been told.
// expect: 5: expected ')'
// expect: 5: use of undeclared identifier 'unknown'
int f(int n) { return unknown & sizeof(shared int; }
