// SPDX-License-Identifier: BSD-3-Clause
// Nor are pointers to different types subtracted.
// expect: 5: compatible
long f(shared int *p, shared double *q) {
  return p - q;
}
