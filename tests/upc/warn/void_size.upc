// SPDX-License-Identifier: BSD-3-Clause
// GNU C's size of void, and arithmetic on pointers to shared void: each is reported once in a file.
// expect: 5: warning: 'shared void' has no size; GNU C takes it for 1 byte
// expect: 7: warning: arithmetic on the generic 'shared void *' counts as on a 'shared char *'
char one[sizeof(shared void)];
shared void *f(shared void *p, void *q, int n) {
  p = p + 1;
  p += n;
  p++;
  q = (char *)q + sizeof(shared void) + sizeof *p;
  return p - 1;
}
