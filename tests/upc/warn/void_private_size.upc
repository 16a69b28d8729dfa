// SPDX-License-Identifier: BSD-3-Clause
// The size of void is a constraint of C (6.5.3.4), which GNU C lifts: reported once in a file, as for shared void.
// expect: 6: warning: 'void' has no size; GNU C takes it for 1 byte
int f(void *p) {
  char *q = (char *)p + 1; // arithmetic alone is not reported
  return (int)sizeof(void) + (int)(q - (char *)p);
}
char twice[sizeof(void)];
