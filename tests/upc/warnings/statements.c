/* SPDX-License-Identifier: BSD-3-Clause
 * Warnings of statements, functions and declarations. */
#include <stdarg.h>
#include <stdlib.h>
#include <setjmp.h>
#include <string.h>

enum colour { RED, GREEN, BLUE };
static int unused_static;
static int unused_function(void) { return 0; }
static void undefined_static(void);
int tentative;
extern int tentative;
extern int initialised_extern = 3;
int no_prototype() { return 1; }
implicit_int(x) { return x; }
static inline int unused_inline(void) { return 2; }
__attribute__((made_up)) int unknown_attribute;
__attribute__((noreturn)) int ignored_attribute;
int misplaced __attribute__((packed));
__attribute__((deprecated("use new_one"))) int old_one(void);
__attribute__((warn_unused_result)) int must_use(void);
__attribute__((nonnull)) void wants_pointer(char *);
_Noreturn void ends(void) { }
struct empty { };
struct padded { char c; long l; char d; };
struct flexible { int n; int data[]; };
union first { float f; int i; };
struct outer { struct flexible inner; int after; };
typedef int whole;
typedef int whole;
struct undeclared_parameter *f_undeclared(struct only_here *p) { return (void *)p; }

int missing_return(int n) {
  if (n) return 1;
}
int *returns_local(void) { int local = 3; return &local; }

int switches(enum colour c, int n) {
  switch (c) { case RED: n++; case GREEN: break; }
  switch (c) { case RED: case GREEN: case BLUE: break; default: n--; }
  switch (c) { case 17: n++; break; default: break; }
  switch (n) { case 1: n++; }
  switch (n > 1) { case 0: break; case 5: n = 2; }
  switch (n) { default: n = 3; }
  return n;
}

int flow(int n) {
  int never_set, sometimes, unused, set_only;
  set_only = 3;
  if (n) sometimes = 1;
  while (n < 10);
    n++;
  for (int i = 0; i < 10; n++) n += i;
  if (n);
  if (n)
    n++;
    n--;
  for (int j = 0; j < n; j++) j++;
  do { continue; n++; } while (0);
  while (1) { n++; }
  return never_set + sometimes;
unused_label:
  n = 5;
}

int reached(int n) {
  return n;
  n++;
  if (0) return 3;
  abort();
  return 2;
}

int calls(const char *text, ...) {
  va_list list;
  char *s = text;
  int count = 3, count2 = ({ int inner = 4; inner; });
  undeclared_call(count);
  must_use();
  wants_pointer(0);
  old_one();
  s = strchr(text, 'a');
  if (s = strchr(s, 'b')) count++;
  { int count = 4; count2 += count; }
  va_start(list, count);
  alloca(count);
  no_prototype(1, 2);
  return calls == 0;
}

int vla(int n, int size[n]) { int a[n]; int unused_array[3]; return sizeof a / sizeof *a + size[0]; }
int parameters(int unused_one, register int two, int shadow) { { int shadow = two; two = shadow; } return two; }
void stars(int (*p)[3], void *v) { (void)(v + 1); (void)sizeof(void); (void)p[0][5]; }
float floats(float f, double d) { if (f == 0.1) return 0; return d + (f == d); }
long double mixed(int i, long l) { return i * 3 + l + 1.0f; }
int gnu(int n) { int nested[0]; switch (n) { case 1 ... 3: return n ?: 2; }
  return sizeof nested + __builtin_constant_p(n) + 0b11; }
