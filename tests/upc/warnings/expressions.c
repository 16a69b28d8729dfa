/* SPDX-License-Identifier: BSD-3-Clause
 * Warnings of expressions and types. tests/tools/compiler/warnings.sh compares upcc's with the C compiler's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN, BLUE };
struct pair { int a, b; };
extern int table[8];
extern int undefined_function(int) __attribute__((pure));

int bounds(int i) {
  int a[10] = {0}, m[3][4] = {{0}};
  char text[4] = "abc";
  a[10] = 1;
  a[-1] = i;
  m[1][4] = 2;
  m[3][0] = 2;
  text[5] = 'x';
  *(a + 11) = 3;
  memcpy(text, "0123456789", 11);
  return a[i] + table[8] + m[0][i] + "abc"[7];
}

int divisions(int x, double d) {
  const int zero = 0;
  return x / 0 + x % 0 + x / zero + (int)(d / 0) + 1 / (sizeof(int) - sizeof(int));
}

int comparisons(unsigned u, int i, enum colour c, char ch, short s, int *p, struct pair *q) {
  if (u < 0) return 1;
  if (u >= 0 || i < 2) return 2;
  if (i == i) return 3;
  if (i > 3 && i < 2) return 4;
  if (i < 5 || i > 2) return 5;
  if (ch == 300) return 6;
  if (s > 40000) return 7;
  if (&q->a == 0) return 8;
  if (c == 7) return 9;
  if ((i & 4) == 3) return 10;
  if (!i == 2) return 11;
  if (i = 3) return 12;
  if ((i == 4)) return 13;
  if (p == 7) return 14;
  if (i < u) return 15;
  if ("a" == "b") return 16;
  if (table) return 17;
  if (!!i & 2) return 18;
  if (1 < i < 3) return 19;
  if (i || 8) return 20;
  if (~i) return 21;
  return table == table;
}

long casts(void *v, int *p, long l, unsigned char uc, float f, int (*call)(int)) {
  int small = (int)p, from_void = (int)v;
  char *back = (char *)small;
  void *vback = (void *)from_void;
  short *aligned = (short *)back;
  int shrunk = l, sign = uc - 300, whole = f;
  unsigned negative = -1;
  float narrow = 3.14159265358979;
  int big = 5000000000;
  const int *constant = p;
  int *lost = (int *)constant;
  double (*other)(double) = (double (*)(double))call;
  uc = 300;
  *lost = (int)l + shrunk + sign + whole + (int)negative + (int)narrow + big;
  return (long)aligned + (long)vback + (long)other;
}

int operators(int a, int b, int c, int *p) {
  int r = a << 33 | a >> -1;
  r += a & b == c;
  r += a && b || c;
  r += a << b + c;
  r += a ? b : c + a ? 1 : 2;
  r ^= 2 ^ 8;
  r += a++ + a;
  a = a++;
  a == b;
  a + b;
  *p++;
  !a;
  (void)(a, b);
  a, b;
  r = r;
  r += sizeof(r++) + sizeof(a == b);
  r =+ a;
  r += (1 << 31) + 2147483647 + 1;
  return r - - a;
}

static int sums(int n, int values[10], const char *format, ...) {
  int total = 0, *heap = malloc(10), local[4];
  total += sizeof(values) / sizeof(values[0]) + sizeof(heap) / sizeof(heap[0]) + sizeof(local) / sizeof(char);
  memset(heap, sizeof(heap), 0);
  memset(local, 0, sizeof(heap));
  memcpy(heap, values, sizeof(values));
  strncat((char *)local, "abc", sizeof(local));
  printf("%d %s %ld\n", 1.0, n, n);
  printf(format, n);
  printf("%d\n");
  printf("%d\n", n, n);
  printf("%q\n", n);
  printf("%", n);
  scanf("%d", total);
  free(&n);
  free(local);
  abs(3u);
  abs(n - 2.5);
  undefined_function(n);
  puts(format), strlen(format);
  return total + local[0];
}

struct pair initialisers(int n) {
  struct pair p = {1, 2, 3}, q = {.a = 1, .a = 2}, half = {1};
  int many[2] = {1, 2, 3}, twice[4] = {[0] = 1, [0] = 2};
  char five[4] = "hello";
  enum colour c = 9, d = p.a;
  int *pointer = n, number = &n;
  const struct pair *to = &half;
  struct pair *dropped = to;
  _Bool yes = 5;
  int self = self + 1;
  return n ? p : c == d ? q : (struct pair){five[0] + many[0] + twice[0] + *pointer + number + yes + self, dropped->a};
}

char file_scope[sizeof(struct pair) * 2], *one_pointer;
int of_pointer = sizeof(one_pointer) / sizeof(*one_pointer);
int in_brackets(int *p) { int v[sizeof(p) / sizeof(*p)] = {0}; return v[0] + v[9]; }
int shift_at_file_scope = 1 << 40, division_at_file_scope[2 > 1 ? 3 : 1 / 0];
_Static_assert(sizeof(struct pair) == 8 && 1, "size");
int use(void) { return sums(1, table, "") + file_scope[99]; }
