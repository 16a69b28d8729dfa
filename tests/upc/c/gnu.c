// SPDX-License-Identifier: BSD-3-Clause
// GNU C: nested ranges, empty structs, zero arrays, void arithmetic, case ranges, __extension__, built-ins, labels,
// blocks of them.
#include <stdio.h>
#include <string.h>

struct empty {}; struct trailer { int n; char data[0]; };
static const int lookup[256] = {['a' ... 'z'] = 1, ['0' ... '9'] = 2, ['_'] = 3};
static int kind(int c) { switch (c) { case 'a' ... 'z': return 1; case 0 ... 9: return 2; } return 0; }
#define swap(a, b) do { __typeof__(a) t_ = a; a = b; b = t_; } while (0)
#define array_size(a) (sizeof(a) / sizeof((a)[0]) + 0                                                                  \
    * sizeof(struct { int x : __builtin_types_compatible_p(typeof(a), typeof(&(a)[0])) ? -1 : 1; }))
#define min3(a, b, c) ({ typeof(a) a_ = (a), b_ = (b), c_ = (c); a_ < b_ ? a_ < c_ ? a_ : c_ : b_ < c_ ? b_ : c_; })
#define container(ptr, type, m) ({ const typeof(((type *)0)->m) *m_ = (ptr);                                           \
  (type *)((char *)m_ - __builtin_offsetof(type, m)); })
__extension__ typedef long long wide_t; typedef union { int i; float f; } pun_t;
static inline const char *where(void) { return __PRETTY_FUNCTION__; }
static int in_range(int x) { return __extension__({ int lo = 1, hi = 9; x >= lo && x <= hi; }); }
static void *step(void *p) { return p + sizeof(int); }
static int apply(int (*f)(int), int x) { return f(x); }
static int sq(int x) { return x * x; }
struct s { int a; struct { int b; } in; };

int main(void) {
  printf("%d %d %d %zu %zu\n", lookup['q'], lookup['5'], lookup['_'], sizeof(struct empty), sizeof(struct trailer));
  printf("%d %d %d\n", kind('m'), kind(4), kind(50));
  int a = 1, b = 2; swap(a, b); int v[7]; printf("%d %d %zu %d\n", a, b, array_size(v), min3(5, 3, 4));
  struct s s = {1, {2}}; printf("%d %s %d\n", container(&s.in.b, struct s, in.b)->a, where(), in_range(9));
  memset(v, 0, sizeof v); *(int *)step(v) = 6; printf("%d %ld\n", v[1], (long)((void *)&v[2] - (void *)v));
  pun_t p = {.f = 1.0f}; printf("%x %d\n", p.i, ((pun_t)5).i); wide_t w = 1LL << 40;
  printf("%lld %d\n", w, apply(sq, 7));
  printf("%d %d %d\n", ({ int r; if (a > 1) r = 10; else r = 20; r; }), ({ ({ a; }) + 1; }), a ?: b);
  printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 44, "x")); static const char hex[] = "\x41\u00e9\103\e[0m";
  printf("%zu %c\n", sizeof hex, hex[1]);
  printf("%s\n", __builtin_strchr("a:b", ':')); long x = 5; x = ~x & -x; printf("%ld %d\n", x, __builtin_ctzl(x | 64));
  struct { int : 3; int y : 5; } bf = {-3}; printf("%d\n", bf.y);
  enum __attribute__((packed)) tiny { T = 1 }; printf("%zu %d\n", sizeof(enum tiny), T); int arr[2][2] = {1, 2, 3, 4};
  printf("%d %zu\n", arr[1][0], sizeof arr[0]);
  for (int i = 0, *q = v; q < v + 7; q++, i += 2) *q = i; printf("%d %d\n", v[6], *({ int *z = &v[3]; z + 1; }));
  printf("%d\n", __builtin_classify_type(1.0) != __builtin_classify_type(1)); return (int)sizeof(void) - 1;
}
