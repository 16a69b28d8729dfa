// SPDX-License-Identifier: BSD-3-Clause
// Promotions, conversions, shifts, comma, conditional, compound assignment, sizeof, side effects, statement
// expressions.
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
struct big { int v[20]; };
static struct big make(int x) { struct big b = {{x, x + 1}}; return b; }
static int sum(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.v[i]; return s; }

int main(void) {
  unsigned char uc = 250; signed char sc = -5; unsigned u = 1; short s = -1; long long ll = LLONG_MIN;
  uint64_t u64 = UINT64_MAX; bool b = 7; float f = 16777217; char c = '\xff';
  printf("%d %d %d %d %d\n", uc + 10, ~uc, -uc, uc << 4, (unsigned char)(uc + 10));
  printf("%d %d %d %d\n", sc < u, s == 0xffff, (unsigned short)s == 0xffff, sc >> 1);
  printf("%lld %llu %d %.1f %d\n", ll / 2, (unsigned long long)u64 >> 60, b, f, c < 0);
  printf("%d %d %u %d\n", -7 / 2, -7 % 2, -7u % 2, 7 / -2);
  int i = 3, j = 0, a[6] = {0, 1, 2, 3, 4};
  j = i++ + 10; j += ++i * 2; a[i--] = j; a[1] <<= a[2]; a[2] ^= a[3] |= 8;
  printf("%d %d %d %d %d %d\n", i, j, a[1], a[2], a[3], a[4] );
  printf("%d %d %d\n", (next(), next(), calls * 2), MAX(next(), next()), calls);
  printf("%d %d\n", 0 && next(), 1 || next());
  printf("%d %zu %zu %d\n", i ?: 9, sizeof(i++), sizeof(char[i + 1]), i);
  printf("%d %d\n", make(5).v[1], sum((calls > 2) ? make(1) : make(2)));
  struct big x = make(3), y; y = x; y.v[19] = 100; (i ? &x : &y)->v[0]++;
  printf("%d %d\n", sum(x), sum(y));
  int *p = a, **pp = &p; *p++ = 5; (*pp)++; **pp += 3; p[-1]--; 2[a] = 77;
  printf("%d %d %d %td\n", a[0], a[1], *p, p - a);
  _Bool t = 0.25; t += 5; t--; printf("%d %d\n", t, !!p + !p);
  double d = 1e300 * 1e10, nan = d - d; printf("%d %d %d %g\n", d > 1e308, nan == nan, nan != nan, -0.0);
  printf("%d %d %x %o %#x\n", 'ab', '\101', 0x7fffffff, 0777, 0b1011);
  printf("%.3f %a %Lg %.6e\n", 0x1.8p3, 0.1f, 1e-400L, 1.0f / 3);
  printf("%d\n", ({ int k = 0; for (int n = 0; n < 5; n++) k += n; k; }) + ({ 5; }));
  unsigned shift = 31; printf("%u %d %lld\n", 1u << shift, INT_MIN >> 31, 1ll << 40);
  i = 5; i = i++ ? 6 : 0, j = (i, i + 1); printf("%d %d\n", i, j);
  const char *str = "hello"; printf("%c%c%c %c\n", *str, str[1], 4 [str], *(str + 2));
  printf("%d %d %d\n", __builtin_popcount(255), __builtin_constant_p(3), __builtin_types_compatible_p(int, signed));
  intptr_t ip = (intptr_t)&a[2] - (intptr_t)&a[0]; printf("%ld %d\n", (long)ip, (char *)&a[1] - (char *)a == 4);
  __int128 w = (__int128)UINT64_MAX * 3; printf("%llu\n", (unsigned long long)(w >> 64));
  return 0;
}
