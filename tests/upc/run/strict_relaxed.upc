// SPDX-License-Identifier: BSD-3-Clause
// Pragmas and their scopes, qualifiers and headers all parse and keep their values; what is strict is not visible here.
#include <upc_strict.h>
#include "../check.h"
#include <upc_relaxed.h>

shared int plain; strict shared int s; relaxed shared int r; shared strict long sl; shared relaxed double rd;
#pragma upc strict
static int in_strict(int x) { plain = x; return plain; }
#pragma upc relaxed
static int in_relaxed(int x) {
#pragma upc strict
  plain = x;
  {
#pragma upc relaxed
    int y = plain;
    if (y == x) {
#pragma upc strict
      plain += 1;
    }
  }
  for (int i = 0; i < 2; i++) {
#pragma upc relaxed
    plain += 1;
  }
  return plain;
}
static strict shared int *sp = &s;
static relaxed shared int *rp = &r;

int main(void) {
  if (MYTHREAD == 0) {
    CHECK_EQ(in_strict(4), 4); CHECK_EQ(in_relaxed(10), 13);
    s = 1; s += 2; s++; CHECK_EQ(s, 4); r = s; r *= 2; CHECK_EQ(--r, 7); sl = -1L; rd = s / 8.0; CHECK_EQ(sl, -1);
    CHECK_D(rd, .5);
    *sp = 20; *rp = 30; CHECK_EQ(s + r, 50); (*sp)--; ++*rp; CHECK_EQ(*sp * 100 + *rp, 1931);
    strict shared int *to_plain = &plain; *to_plain = 5; CHECK_EQ(plain, 5);
    sp = (strict shared int *)rp; CHECK_EQ(*sp, 31);
    static strict shared struct { int a[2]; double d; } box; box.a[1] = 3; box.d = box.a[1]; CHECK_D(box.d, 3);
  }
  upc_fence;
  return done();
}
