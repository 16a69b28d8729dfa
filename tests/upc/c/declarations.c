// SPDX-License-Identifier: BSD-3-Clause
// Declarators, initialisers, compound literals, anonymous members, flexible arrays, bit-fields, packing, typeof.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*op_t)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static op_t pick(int which) { return which ? mul : add; }
static int (*(*table[2])(int))(int, int) = {pick, pick};
static int (*rows(int (*m)[3], int i))[3] { return m + i; }
struct point { int x, y; };
struct shape {
  char kind;
  union { struct point centre; struct { int width, height; }; };
  struct { unsigned a : 3, : 2, b : 7; int : 0; signed c : 5; _Bool d : 1; };
};
struct flexible { size_t n; short v[]; };
#pragma pack(push, 1)
struct packed { char c; long l; short s; };
#pragma pack(pop)
struct __attribute__((packed, aligned(4))) odd { char a; int b; };
enum colour { RED = -3, GREEN, BLUE = 1 << 4, LAST };
static const int squares[] = {[4] = 16, [1] = 1, 4, [7] = 49};
static const struct point points[] = {[2].x = 5, [0] = {1, 2}, {.y = 9}};
static const char *const names[] = {[RED + 3] = "red", [GREEN + 3] = "green"};
static int matrix[][3] = {{1, 2, 3}, {4}, {[2] = 9}};
extern int later;
int later = 12;
static struct node { int v; struct node *next; } n2 = {2}, n1 = {1, &n2};

int main(void) {
  printf("%d %d %d\n", pick(0)(3, 4), table[1](1)(3, 4), (*(*rows(matrix, 1) + 0)));
  struct shape s = {'r', {.width = 3, .height = 4}, {7, 100, -16, 2}};
  printf("%c %d %d %u %u %d %d %zu\n", s.kind, s.centre.x, s.height, s.a, s.b, s.c, s.d, sizeof s);
  struct flexible *f = malloc(sizeof *f + 5 * sizeof(short));
  f->n = 5;
  for (size_t i = 0; i < f->n; i++) f->v[i] = (short)(i * i);
  printf("%d %zu %zu\n", f->v[4], sizeof *f, offsetof(struct flexible, v));
  free(f);
  printf("%zu %zu %zu %zu\n", sizeof(struct packed), offsetof(struct packed, s), sizeof(struct odd),
      _Alignof(struct odd));
  printf("%d %d %d %zu %d %d\n", squares[2], squares[7], GREEN, sizeof squares / sizeof *squares, LAST, BLUE);
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) printf("(%d,%d)", points[i].x, points[i].y);
  printf(" %s %d %d %d\n", names[1], matrix[2][2], n1.next->v, later);
  struct point *p = &(struct point){.y = 8, .x = 7}, q = *p;
  int *v = (int[]){1, 2, 3, [5] = 6};
  printf("%d %d %d %zu\n", q.x * p->y, v[5], ((struct point){3, 4}).y, sizeof((char[]){"literal"}));
  typeof(s.centre) t = {1, 2};
  __typeof__(int[4]) w = {4, 3, 2, 1};
  typeof(&w[0]) x = w + 1;
  __auto_type y = *x * 2.5;
  printf("%d %d %.2f %zu\n", t.y, *x, y, sizeof(typeof(w)));
  int (*pm)[3] = matrix, (*whole)[3][3] = &matrix;
  printf("%d %d %td\n", (*++pm)[0], (*whole)[0][2], &matrix[2] - matrix);
  register int r = 5;
  volatile const int vc = 6;
  const volatile int *const *pcv = &(const volatile int *const){&vc};
  printf("%d %d\n", r, **pcv);
  for (struct { int i; const char *c; } it = {0, "abc"}; it.i < 3; it.i++) putchar(it.c[it.i]);
  putchar('\n');
  char text[] = "one" "two\0three", exact[3] = "xyz";
  printf("%zu %zu %c\n", sizeof text, strlen(text), exact[2]);
  return later - 12;
}
