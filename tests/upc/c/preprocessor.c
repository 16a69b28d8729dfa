// SPDX-License-Identifier: BSD-3-Clause
// Macros: nesting, pasting, stringising, varargs, recursion guards, _Pragma, __VA_OPT__, X-macros, line control.
#include <stdio.h>
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(...) #__VA_ARGS__
#define XSTR(...) STR(__VA_ARGS__)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define COUNT_(a, b, c, d, e, n, ...) n
#define LOG(fmt, ...) printf("[%d] " fmt "\n", __LINE__ - base, ##__VA_ARGS__)
#define SAY(fmt, ...) printf(fmt "\n" __VA_OPT__(, ) __VA_ARGS__)
#define COLOURS X(red, 1) X(green, 2) X(blue, 4)
#define X(name, value) name = value,
enum { COLOURS };
#undef X
#define f(x) (f(x) + 1)
static int (f)(int x) { return x * 2; }
#define EMPTY
#define CALL(m) m EMPTY (3)
#define REPEAT2(m) m m
#define REPEAT8(m) REPEAT2(REPEAT2(REPEAT2(m)))
static int self_(void) {
#undef SELF
  int SELF = 1;
#define SELF 4 + SELF
  return SELF;
}
#define WRAP(x) do { int XCAT(tmp, __LINE__) = (x); printf("%d ", XCAT(tmp, __LINE__)); } while (0)
_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused\"")
static int unused_here(void) { return 1; }
_Pragma("GCC diagnostic pop")

//< a comment that documentation tools read
/*!< another */ static int commented; ///< and one \
more
#pragma weak never_defined
extern int never_defined(void);
#pragma weak other_name = named
int named(void) { return 17; }
int other_name(void);

int main(void) {
  int base = __LINE__, ab = 7, tmp1 = 9;
  LOG("none"); LOG("one %d", 1); LOG("two %d %s", 2, STR(a, "b\n" 'c'));
  SAY("plain"); SAY("%d-%d", CAT(a, b), XCAT(tmp, 1));
  printf("%d %d %d\n", COUNT(x), COUNT(x, y, z), COUNT(1, (2, 3), 4, 5));
  printf("%s %s\n", XSTR(CAT(x, y) + SELF_), STR(CAT(x, y)));
#define X(name, value) printf(#name "=%d ", name + value);
  COLOURS puts("");
#undef X
  printf("%d %d\n", f(3), CALL(f));
  int n = 0; REPEAT8(n += 3;) printf("%d %d\n", n, self_() - 5 + unused_here());
  WRAP(1 + 2); WRAP(ab); puts("");
#if defined(ab) || !(3 > 2 ? 1 : 0) || (0x10 & 1)
  puts("wrong");
#elif CAT(1, 2) == 12 && 'a' < 'b' && -1 < 1u == 0
  puts("elif");
#else
  puts("else");
#endif
#line 500 "renamed.c"
  printf("%s %d %s\n", __FILE__, __LINE__, __func__);
#define JOIN(a) a \
  + \
  a
  printf("%d %d\n", JOIN(4), 1 /* comment // here */ + 2 // and \
     this too
  );
  printf("%d\n", sizeof(STR(\n)) == 3 ? 1 : (int)sizeof(STR(\n)));
  printf("??= %s\n", "trigraphs are not" " replaced");
  int digraph<:2:> = <%4, 5%>; printf("%d\n", digraph<:1:>);
%:define HASH 6
  printf("%d\n", HASH);
  printf("%d %d %d\n", never_defined ? 1 : 0, other_name(), commented);
  return 0;
}
