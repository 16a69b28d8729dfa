// SPDX-License-Identifier: BSD-3-Clause
// A value is not cast to a shared type.
// expect: 6: shared
int x;
int f(void) {
  return (shared int)x;
}
