// SPDX-License-Identifier: BSD-3-Clause
// A static variable whose value names what only its function knows gets it where it is declared. A jump may pass.
// expect: 11: 't' gets its value here, and a jump may pass
// expect: 22: 'late' gets its value here, and a jump may pass
typedef struct { int *q; shared int *p; } both_t;
shared int n[THREADS];
int by_switch(int which) {
  switch (which) {
    static shared int *p = &n[0];
    static int own = 3;
    static both_t t = {&own, &n[0]};
  case 1: return *t.q + (t.p == p);
  default: return 0;
  }
}
int by_goto(int passes) {
  static int own = 4;
  static both_t early = {&own, &n[0]};
again:
  if (passes) goto behind;
  {
    static both_t late = {&own, &n[0]};
    if (*late.q < 4) goto again;
  behind:
    if (late.p != early.p) goto end;
  }
end:
  return passes;
}
