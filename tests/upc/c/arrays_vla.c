// SPDX-License-Identifier: BSD-3-Clause
// Variable-length arrays: locals, multi-dimensional, parameters, pointers to them, sizeof, typedefs, static and [*].
#include <stdio.h>
#include <stdlib.h>

static double trace(int n, double m[n][n]) { double t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static double corner(int n, int m, double a[static n][m]);
static double corner(int n, int m, double a[static n][m]) { return a[n - 1][m - 1]; }
static void star(int n, int m, int a[*][*]);
static void star(int n, int m, int a[n][m]) { for (int i = 0; i < n * m; i++) ((int *)a)[i] = i; }
static int row(int n, int (*a)[n], int i) { int s = 0; for (int j = 0; j < n; j++) s += a[i][j]; return s; }
static size_t side(int n) { int count = 0; char v[(count++, n++, n)]; (void)v; return sizeof v * 100 + count * 10 + n; }
static int kr(n, a) int n; int a[n]; { int s = 0; while (n--) s += a[n]; return s; }
static int nested(int n) {
  int v[n]; v[0] = n;
  { char v[n * 2]; v[0] = 1; (void)v; }
  if (n > 1) { int w[v[0]]; w[n - 1] = nested(n - 1); return v[0] + w[n - 1]; }
  return v[0];
}

int main(void) {
  int n = 4;
  double m[n][n];
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) m[i][j] = i * n + j;
  printf("%g %g %zu %zu\n", trace(n, m), corner(2, n, m), sizeof m, sizeof m[0]);
  int a[3][n]; star(3, n, a); printf("%d %d\n", row(n, a, 2), a[1][3]);
  double (*heap)[n + 1] = malloc(3 * sizeof *heap); heap[2][n] = 7; n = 9;
  printf("%g %zu %zu\n", heap[2][4], sizeof *heap, (char *)(heap + 1) - (char *)heap); free(heap);
  typedef int vec[n]; vec v, *pv = &v; n = 2; for (int i = 0; i < 9; i++) v[i] = i;
  printf("%zu %d %zu\n", sizeof(vec), (*pv)[8], sizeof *pv);
  printf("%zu %d %d\n", side(3), kr(9, v), nested(5));
  for (int k = 1; k < 4; k++) { int t[k]; t[k - 1] = k; printf("%zu:%d ", sizeof t / sizeof *t, t[k - 1]); }
  puts("");
  int i = 2; size_t s = sizeof(int[i++]); printf("%zu %d %zu\n", s, i, sizeof(char[i][i]));
  goto skip;
skip:;
  int *vp = __builtin_alloca(n * sizeof(int)); vp[1] = 3; printf("%d\n", vp[1]);
  return 0;
}
