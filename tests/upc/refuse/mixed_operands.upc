// SPDX-License-Identifier: BSD-3-Clause
// No binary operator takes a pointer-to-shared and a private pointer (6.4.2), and none that compares an integer but 0.
// expect: 10: pointer-to-shared
// expect: 11: pointer-to-shared
// expect: 13: a pointer-to-shared cannot be compared with an integer other than 0
// expect: 14: a pointer-to-shared is neither before nor after a null pointer
// expect: 15: pointer-to-shared
#include <upc.h>
int f(shared int *s, int *p) {
  if (s == p) return 1;
  if (s < p) return 2;
  if (s == 0 || NULL != s) return 3;
  if (s == *p) return 4;
  if (s > NULL) return 5;
  return s - p;
}
