// SPDX-License-Identifier: BSD-3-Clause
// K&R definitions with promotions, variadics, function pointers, callbacks, nested calls, inline, attributes, setjmp,
// signals.
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int old(c, s, f, p) char c; short s; float f; const char *p; { return c + s + (int)(f * 2) + p[0]; }
static double old_array(v, n) double v[]; int n; { double t = 0; while (n-- > 0) t += *v++; return t; }
int old_int(x) int x; { return x + 1; }
static int nothing() { return 4; }
static double average(int n, ...) {
  va_list ap, copy; va_start(ap, n); va_copy(copy, ap);
  double t = 0; for (int i = 0; i < n; i++) t += va_arg(ap, double);
  for (int i = 0; i < n; i++) t += va_arg(copy, double);
  va_end(ap); va_end(copy); return t / (2 * n);
}
struct mixed { int a; double b; char c[3]; };
static int many(const char *kinds, ...) {
  va_list ap; va_start(ap, kinds); int t = 0;
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': t += va_arg(ap, int); break;
    case 'l': t += (int)va_arg(ap, long); break;
    case 'd': t += (int)va_arg(ap, double); break;
    case 's': t += (int)strlen(va_arg(ap, char *)); break;
    case 'm': { struct mixed m = va_arg(ap, struct mixed); t += m.a + m.c[2]; } break;
    case 'L': t += (int)va_arg(ap, long double); break;
  }
  va_end(ap); return t;
}
static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *fmt, ...) { va_list ap; va_start(ap, fmt); vprintf(fmt, ap); va_end(ap); }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
typedef struct { const char *name; int (*f)(int); } entry_t;
static int inc(int x) { return x + 1; }
static int dec(int x) { return x - 1; }
static const entry_t entries[] = {{"inc", inc}, {"dec", &dec}, {0}};
static int compose(int (*f)(int), int (*g)(int), int x) { return (*f)(g(x)); }
static int (*choose(const char *name))(int) {
  for (const entry_t *e = entries; e->name; e++) if (!strcmp(e->name, name)) return e->f; return NULL; }
static int counter(void) { static int n = 10; return n++; }
static struct mixed change(struct mixed m) { m.a *= 2; m.c[1] = 'q'; return m; }
__attribute__((noinline, pure)) static int pure(int x) { return x * 3; }
__attribute__((constructor)) static void before(void) { setvbuf(stdout, NULL, _IOFBF, 4096); printf("constructor\n"); }
__attribute__((destructor)) static void after(void) { printf("destructor\n"); }
static void clean(int *p) { printf("cleanup %d\n", *p); }
static jmp_buf env; static volatile sig_atomic_t caught;
static void handler(int sig) { caught = sig; }
static void at_exit(void) { printf("atexit\n"); }
__attribute__((weak)) int weak(void) { return 1; }
int aliased(void) { return 42; }
int alias(void) __attribute__((alias("aliased")));

int main(void) {
  printf("%d %g %d %d\n", old('a', (short)3, 1.5f, "z"), old_array((double[]){1, 2, 3}, 3), old_int(4), nothing());
  printf("%g %d\n", average(3, 1.0, 2.0, 6.0),
      many("ildsmL", 1, 2L, 3.5, "four", (struct mixed){5, 6, {0, 0, 7}}, 8.0L));
  say("%s %05.1f %-4d|%+d %%\n", "say", 3.14159, 5, 6);
  int v[] = {5, 3, 9, 1}, key = 9; qsort(v, 4, sizeof *v, compare);
  printf("%d %d %td\n", v[0], v[3], (int *)bsearch(&key, v, 4, sizeof *v, compare) - v);
  printf("%d %d %d\n", compose(inc, dec, 5), choose("dec")(3), choose("none") == NULL); printf("%d", counter());
  printf(" %d\n", counter());
  struct mixed m = {1, 2, "ab"}, n = change(m); printf("%d %c %c %d\n", n.a, n.c[1], m.c[1], change(change(m)).a);
  printf("%d %d\n", pure(4), weak()); { int x __attribute__((cleanup(clean))) = 5; x++; }
  volatile int tries = 0; int r = setjmp(env); if (r < 3) { tries++; longjmp(env, r + 1); } printf("%d %d\n", r, tries);
  signal(SIGUSR1, handler); raise(SIGUSR1); printf("%d\n", caught == SIGUSR1);
  errno = 0; strtol("999999999999999999999999", NULL, 10); printf("%d %d\n", errno == ERANGE, alias());
  atexit(at_exit); if (fflush(stdout)) return 2; return 3;
}
