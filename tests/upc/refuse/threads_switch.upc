// SPDX-License-Identifier: BSD-3-Clause
// Nor in a case label, a bit-field width, a static initialiser or #if.
// expect: 5: constant
// expect: 8: constant
static int x = THREADS;
int f(int i) {
  switch (i) {
  case THREADS: return 1;
  }
  return 0;
}
