// SPDX-License-Identifier: BSD-3-Clause
// switch with fallthrough and Duff's device, goto, computed goto, nested loops, labels as values, recursion of main.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void duff(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++; /* fallthrough */
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}
static int machine(const char *code) {
  static const void *const op[] = {&&inc, &&dec, &&twice, &&stop};
  int x = 0;
  const char *ops = "+-*.";
  goto *op[strchr(ops, *code++) - ops];
inc: x++; goto *op[strchr(ops, *code++) - ops];
dec: x--; goto *op[strchr(ops, *code++) - ops];
twice: x *= 2; goto *op[strchr(ops, *code++) - ops];
stop: return x;
}
static int classify(int x) {
  switch (x) {
  case -5 ... -1: return -1;
  case 0: case 2: case 4: x += 100;
  case 1: x += 10; break;
  default:
    if (x > 100) { case 99: return 99; }
    x = 7;
  }
  return x;
}
static int search(int m[4][4], int want) {
  int i, j;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 4; j++) {
      if (m[i][j] == want) goto found;
      if (m[i][j] > want) goto out;
    }
out:
  return -1;
found:
  return i * 10 + j;
}
static long ackermann(long m, long n) { return m == 0 ? n + 1 : n == 0
    ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int depth;

int main(int argc, char **argv) {
  if (depth++ < 3) {
    int inner = main(argc + 10, argv);
    if (depth-- > 1) return inner + argc;
    printf("main %d\n", inner);
  } else {
    depth--;
    return argc * 1000;
  }
  char to[12] = {0};
  duff(to, "abcdefghijk", 11);
  puts(to);
  printf("%d %d\n", machine("++*+*."), machine("-*."));
  for (int x = -6; x < 7; x++) printf("%d ", classify(x));
  printf("%d %d\n", classify(99), classify(1000));
  int m[4][4];
  for (int i = 0; i < 16; i++) m[i / 4][i % 4] = i * 3;
  printf("%d %d %d\n", search(m, 27), search(m, 28), search(m, 0));
  printf("%ld %d %d\n", ackermann(2, 3), even(10), odd(7));
  int n = 0;
  do { if (n == 3) continue; n += 2; if (n > 20) break; } while (n++ < 50);
  for (;;) { if (n++ > 30) break; else continue; }
  while (n --> 25) if (n % 2) ; else n--;
  printf("%d\n", n);
  { int k = 0; again: if (k < 3) { k++; goto again; } printf("%d\n", k); }
  switch (0) default: puts("lone default");
  if (n) if (n > 100) puts("no"); else puts("dangling");
  { __label__ local; goto local; local: puts("local label"); }
  return 0;
}
