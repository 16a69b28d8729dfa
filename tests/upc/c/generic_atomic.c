// SPDX-License-Identifier: BSD-3-Clause
// _Generic, _Static_assert, _Alignas, _Noreturn, _Atomic, _Thread_local, inline, restrict, UTF and wide literals.
#include <locale.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <tgmath.h>
#include <uchar.h>
#include <wchar.h>

#define NAME(x) _Generic((x), char: "char", signed char: "schar", int: "int", unsigned: "unsigned", long: "long",      \
    float: "float",                                                                                                    \
  double: "double", long double: "ldouble", char *: "char *", const char *: "const char *", int *: "int *", \
  void (*)(void): "function", default: "other")
_Static_assert(sizeof(int) == 4, "int");
_Static_assert(_Generic(1.0f, float: 1, default: 0), "generic");
static atomic_int counter;
static _Atomic(long) total = 5;
static _Thread_local int mine = 3;
static __thread int also_mine;
alignas(64) static char line[64];
struct wide { _Alignas(32) char c; int i; };
static inline int square(int x) { return x * x; }
static void nothing(void) {}
static void add(int n, const int *restrict a, const int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i]; }
static noreturn void leave(void) { puts("left"); exit(7); }
static void *work(void *arg) {
  for (int i = 0; i < 1000; i++) { counter++; atomic_fetch_add_explicit(&total, 2, memory_order_relaxed); }
  mine += *(int *)arg; also_mine++;
  return (void *)(long)(mine * 10 + also_mine);
}

int main(void) {
  char c = 0; const char *s = "x"; int array[2];
  printf("%s %s %s %s %s %s %s\n", NAME(c), NAME('c'), NAME(1u), NAME(2L), NAME(1.f), NAME(1.), NAME(1.L));
  printf("%s %s %s %s %s %s\n", NAME(s), NAME((char *)0), NAME(array), NAME(nothing), NAME((short)1), NAME(c + c));
  pthread_t t[4]; int args[4] = {1, 2, 3, 4}; long sum = 0;
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, &args[i]);
  for (int i = 0; i < 4; i++) { void *r; pthread_join(t[i], &r); sum += (long)r; }
  printf("%d %ld %ld %d\n", counter, total, sum, mine);
  int expected = 4000; printf("%d %d\n", atomic_compare_exchange_strong(&counter, &expected, 1), atomic_load(&counter));
  total += 10; total *= 2; total--; printf("%ld %d\n", total, atomic_flag_test_and_set(&(atomic_flag)ATOMIC_FLAG_INIT));
  printf("%zu %zu %d %zu\n", alignof(struct wide), sizeof(struct wide), (int)((unsigned long)line % 64),
      _Alignof(double));
  float f = 2; double d = 2; long double ld = 2; double _Complex z = 3 + 4 * I;
  printf("%zu %zu %zu %.3f %.3f\n", sizeof(sqrt(f)), sizeof(sqrt(d)), sizeof(sqrt(ld)), fabs(z),
      creal(sqrt(-1 + 0 * I)) + cimag(sqrt(-1 + 0 * I)));
  wchar_t w[] = L"wide \u00e9"; char16_t u16[] = u"\U0001F600"; char32_t u32[] = U"\U0001F600";
  const char *u8 = u8"\u00e9";
  printf("%zu %ls %zu %x %zu %x %zu %x\n", wcslen(w), L"abc", sizeof u16, u16[0], sizeof u32, (unsigned)u32[0],
      sizeof(u8"\u00e9"), (unsigned char)u8[0]);
  int a[3] = {1, 2, 3}, b[3] = {4, 5, 6}, r[3]; add(3, a, b, r); printf("%d %d %lc\n", r[2], square(9), L'z');
  int \u00e9t\u00e9 = 5; printf("%d\n", \u00e9t\u00e9);
  leave();
}
