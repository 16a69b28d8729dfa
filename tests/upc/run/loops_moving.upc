// SPDX-License-Identifier: BSD-3-Clause
// Loops whose accesses become C pointers although the loop is left early, its bound is in memory, its step is a
// variable or its subscripts have factors. Beside each stands a loop that looks like it and must not be taken for it,
// because something in the body changes what the addresses come from. Each result is compared with the same loop over
// private arrays.
#include "../check.h"
#include "../race_ok.h"

#define N (60 * THREADS)
#define MOST (60 * 64)
shared [5] int B[60 * THREADS];
shared int C[60 * THREADS];
shared [60] int K[60 * THREADS];
shared int G[12][THREADS];
shared [3] int H[20][3 * THREADS];
shared [] int *shared dir[THREADS];
shared [] int *W;
shared int many;
static int pb[MOST];

struct grid { shared [5] int *b; int n, off; };
static struct grid grid;
int bound, other;
static shared [5] int *base;

static long value(long i) { return i * 37 % 101 + i; }
static void shrink(void) { if (bound > 20) bound--; }
static void move_base(void) { base = B + 1; }
static int twice(int x) { return 2 * x; } /* changes nothing */

static void fill(void) {
  for (int i = MYTHREAD; i < N; i += THREADS) B[i] = C[i] = K[i] = value(i);
  for (int i = 0; i < N; i++) pb[i] = value(i);
  for (int i = 0; i < 12; i++) G[i][MYTHREAD] = value(i * THREADS + MYTHREAD);
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 3; j++) H[i][3 * MYTHREAD + j] = value((i * THREADS + MYTHREAD) * 3 + j);
  shared [] int *own = upc_alloc(60 * sizeof(int));
  for (int i = 0; i < 60; i++) own[i] = value(i + MYTHREAD);
  dir[MYTHREAD] = own;
  W = (shared [] int *)upc_alloc(60 * sizeof(int));
  for (int i = 0; i < 60; i++) W[i] = value(i);
  if (MYTHREAD == 0) many = 40;
  grid = (struct grid){B, 50, 3};
  base = B;
  upc_barrier;
}

/* Left early. The same text over shared and private arrays. */
#define EARLY(name, a, b)                                                                                              \
  static int name##_return(int from, int to, int want) {                                                               \
    for (int i = from; i < to; i++) if (a[i] == want) return i;                                                        \
    return -1;                                                                                                         \
  }                                                                                                                    \
  static unsigned long name(int lo, int hi) {                                                                          \
    unsigned long s = 0; int i, j;                                                                                     \
    for (i = lo; i < hi; i++) { s = 3 * s + a[i]; if (b[i] > 60) break; s++; }                                         \
    s = 7 * s + i;                                                                                                     \
    for (i = lo; i < hi; i++) { if (i % 3 == 0) continue; if (i == hi - 5) goto out; s = 5 * s + a[i]; }               \
  out: s = 7 * s + i;                                                                                                  \
    for (i = lo; i < hi; i++) {                                                                                        \
      switch (a[i] % 5) { case 0: s += 2; break; case 1: s = 3 * s + b[i]; break; default: s++; }                      \
      for (j = lo; j < hi; j++) { s = 5 * s + b[j]; if (a[j] > 50) break; }                                            \
      do { s += j; if (s % 2) break; s++; } while (s % 3);                                                             \
      while (s % 7) { s++; if (s % 5 == 0) break; }                                                                    \
      if (a[i] > 90) break;                                                                                            \
    }                                                                                                                  \
    s = 7 * s + i;                                                                                                     \
    for (i = lo; a[i] < 80 && i < hi; i++) s = 3 * s + a[i];                                                           \
    for (i = lo; i < hi && b[i] < 70; i++) s = 3 * s + a[i + 1];                                                       \
    for (i = hi - 2; i >= lo; i -= 2) { s = 3 * s + a[i] + a[i + 1]; if (b[i] == 5) break; }                           \
    for (i = lo;; i++) { s = 3 * s + a[i]; if (i >= hi - 1) break; }                                                   \
    return 7 * s + i + 3 * name##_return(lo, hi, 42) + name##_return(lo, hi, -3);                                      \
  }
EARLY(early_private, pb, pb)
EARLY(early_blocked, B, C)
EARLY(early_cyclic, C, K)
EARLY(early_large, K, B)

/* Factors, several variables, steps that are variables or THREADS. */
#define FACTORS(name, a)                                                                                               \
  static unsigned long name(int n, int step, int rows, int columns) {                                                  \
    unsigned long s = 0; int i, j; unsigned u; short h; unsigned char c;                                               \
    for (i = 0; 2 * i + 1 < n; i++) s = 3 * s + a[2 * i] - a[2 * i + 1];                                               \
    for (i = 0; i < n; i += step) s = 3 * s + a[i];                                                                    \
    for (i = n - 1; i >= 0; i -= step) s = 3 * s + a[i];                                                               \
    for (i = n - 1; i > 0; i += -step) s = 3 * s + a[i];                                                               \
    for (i = 0; i < n; i = i + step) s = 3 * s + a[n - 1 - i];                                                         \
    for (i = 0; i < n; i = step + i) s = 3 * s + a[i];                                                                 \
    for (i = 0; i < rows; i++) for (j = 0; j < columns; j++) s = 3 * s + a[i * columns + j];                           \
    for (j = 0; j < columns; j++) for (i = 0; i < rows; i++) s = 3 * s + a[i * columns + j];                           \
    for (i = 0; i < rows; i++) for (j = 0; j < columns; j++) s = 5 * s + a[j * rows + i];                              \
    for (i = 0, j = n - 1; i < j; i++, j--) s = 3 * s + a[i] * a[j] + a[j - i];                                        \
    for (i = 0, j = 0; i < n / 3; i += 1, j += 3) s = 3 * s + a[j] + a[j - i] - a[(j - 2 * i) / 2];                    \
    for (i = MYTHREAD; i < n; i += THREADS) s = 3 * s + a[i];                                                          \
    for (i = n - 1 - MYTHREAD; i >= 0; i -= THREADS) s = 3 * s + a[i];                                                 \
    for (i = 0; i < n / THREADS; i++) s = 3 * s + a[i * THREADS + MYTHREAD] + a[THREADS * i];                          \
    for (i = 0; i < n; i += 2 * THREADS) s = 3 * s + a[i];                                                             \
    for (u = 0; u < (unsigned)n; u += step) s = 3 * s + a[u];                                                          \
    for (u = n - 1; u < (unsigned)n; u--) s = 3 * s + a[u];                                                            \
    for (u = n - 1; u < (unsigned)n; u -= 2) s = 3 * s + a[u];                                                         \
    for (u = 3; u != 0; u--) s = 3 * s + a[u - 1];                                                                     \
    for (c = 250; c != 10; c++) s = 3 * s + a[c < 20 ? c : 11];                                                        \
    for (c = 255; (unsigned char)(c + 1) < 9; c++) s = 3 * s + a[(unsigned char)(c + 1)];                              \
    for (h = 0; h < 9; h += 2) s = 3 * s + a[h] + a[h << 1];                                                           \
    for (i = -4; i < 5; i++) s = 3 * s + a[i + 4] + a[4 - i] + a[(long)i * 2 + 8];                                     \
    for (i = 5; i < 5; i++) s += a[i / (i - 5)];                                                                       \
    for (long q = 0; q < n; q++) s = 3 * s + a[(int)q];                                                                \
    for (size_t z = n; z > 0; z--) s = 3 * s + a[z - 1];                                                               \
    return s;                                                                                                          \
  }
FACTORS(factors_private, pb)
FACTORS(factors_blocked, B)
FACTORS(factors_cyclic, C)
FACTORS(factors_large, K)

/* In memory: bounds, pointers and offsets, that stay, and that do not. */
static unsigned long bounds(void) {
  unsigned long s = 0; struct grid *g = &grid; int *alias = &bound, i, t, none = 0;
  float *apart = (float *)calloc(4, 4);
  int local = 30, *to_local = &local, table[4] = {0, 10, 20, 30};
  bound = 50;
  for (i = 0; i < bound; i++) s = 3 * s + B[i];
  for (i = 0; i < bound; i++) { s = 3 * s + B[i]; shrink(); }
  s = 7 * s + bound;
  for (bound = 50, i = 0; i < bound; i++) { s = 3 * s + B[i] + K[i]; if (i == 9) *alias = 33; }
  s = 7 * s + bound;
  for (bound = 50, i = 0; i < bound; i++) {
    s = 3 * s + B[i] + twice(i); apart[i & 3] = i; if (bound == 50 && i == 11) bound = 20; }
  s = 7 * s + bound;
  for (i = 0; i < g->n; i++) s = 3 * s + g->b[i + g->off];
  for (i = 0; i < g->n; i++) { s = 3 * s + g->b[i + g->off]; if (i == 7) g->off = 5; if (i == 8) grid.n = 30; }
  grid.n = 50, grid.off = 3;
  for (i = 0; i < g->n; i++) { s = 3 * s + g->b[i]; if (i == 7) g->b = B + 4; }
  grid.b = B;
  for (i = 0; i < 20; i++) { s = 3 * s + base[i]; if (i == 4) move_base(); }
  base = B;
  for (i = 0; i < 20; i++) { s = 3 * s + base[i]; if (i == 4) base++; }
  base = B;
  for (i = 0; i < local; i++) { s = 3 * s + B[i]; if (i == 4) *to_local = 11; }
  for (t = 0; t < 3; t++) for (i = table[t]; i < table[t + 1]; i++) {
    s = 3 * s + B[i] + B[table[t]]; if (i == 12) table[2] = 17; }
  for (i = 0; i < many; i++) s = 3 * s + C[i] + B[i];
  for (i = 0; i < 60; i++) s = 3 * s + dir[MYTHREAD][i] - dir[0][i];
  for (i = 0; i < 30; i++) { s = 3 * s + dir[MYTHREAD][i]; if (i == 6) dir[MYTHREAD] = dir[MYTHREAD] + 2; }
  dir[MYTHREAD] = dir[MYTHREAD] - 2;
  for (i = 0; i < 50; i++) s = 3 * s + W[i] + W[50 - i];
  for (i = 0; i < 9; i++) if (none) s += B[i + 7 / none] + B[i % none];
  g = 0;
  for (i = 0; i < 9; i++) { if (!g) continue; s += g->b[i + g->off]; }
  for (i = 0; g && i < g->n; i++) s += g->b[i + g->off];
  shared [] int *nowhere = NULL;
  for (i = 0; i < 9; i++) if (nowhere) s += nowhere[i];
  free(apart);
  return s;
}
static unsigned long bounds_private(void) {
  unsigned long s = 0; int i, t;
#define MINE(i) value((i) + MYTHREAD)
  for (i = 0; i < 50; i++) s = 3 * s + pb[i];
  for (bound = 50, i = 0; i < bound; i++) { s = 3 * s + pb[i]; shrink(); }
  s = 7 * s + bound;
  for (i = 0; i < 33; i++) s = 3 * s + pb[i] + pb[i];
  s = 7 * s + 33;
  for (i = 0; i < 20; i++) s = 3 * s + pb[i] + 2 * i;
  s = 7 * s + 20;
  for (i = 0; i < 50; i++) s = 3 * s + pb[i + 3];
  for (i = 0; i < 30; i++) s = 3 * s + pb[i + (i > 7 ? 5 : 3)];
  for (i = 0; i < 50; i++) s = 3 * s + pb[i + (i > 7 ? 4 : 0)];
  for (int twice = 0; twice < 2; twice++) for (i = 0; i < 20; i++) s = 3 * s + pb[i + (i > 4)];
  for (i = 0; i < 11; i++) s = 3 * s + pb[i];
  static const int from[] = {0, 10, 17, 30};
  for (t = 0; t < 3; t++) for (i = from[t]; i < from[t + 1]; i++) s = 3 * s + pb[i] + pb[t == 1 ? 10 : from[t]];
  for (i = 0; i < 40; i++) s = 3 * s + pb[i] + pb[i];
  for (i = 0; i < 60; i++) s = 3 * s + MINE(i) - value(i);
  for (i = 0; i < 30; i++) s = 3 * s + MINE(i + (i > 6 ? 2 : 0));
  for (i = 0; i < 50; i++) s = 3 * s + pb[i] + pb[50 - i];
  return s;
}

/* What an iteration does is done once: in conditions, subscripts and increments. */
static int calls;
static int called(int x) { calls++; return x; }
static void once(void) {
  unsigned long s = 0, want = 0; int i, k = 0;
  calls = 0;
  for (i = 0; called(i) < 30; i++) s = 3 * s + B[i] + C[i];
  CHECK_EQ(calls, 31);
  for (i = 0; i < 30; i++, called(0)) s = 3 * s + B[called(i)] + C[i];
  CHECK_EQ(calls, 91);
  for (i = 0; i < 20; i++, k += 2) s = 3 * s + B[k++] + C[i];
  CHECK_EQ(k, 60);
  for (i = 0; i < 20 && k-- > 0; i++) s = 3 * s + B[i] + K[i];
  CHECK_EQ(k, 40);
  for (i = 0; i < 20; i++) B[i]++, ++C[i], K[i] += called(2);
  CHECK_EQ(calls, 111);
  for (i = 0; i < 30; i++) want = 3 * want + pb[i] + pb[i];
  for (i = 0; i < 30; i++) want = 3 * want + pb[i] + pb[i];
  for (i = 0; i < 20; i++) want = 3 * want + pb[i * 3] + pb[i];
  for (i = 0; i < 20; i++) want = 3 * want + pb[i] + pb[i];
  CHECK_EQ(s, want);
  for (i = 0; i < 20; i++) { CHECK_EQ(B[i], pb[i] + 1); CHECK_EQ(C[i], pb[i] + 1); CHECK_EQ(K[i], pb[i] + 2); }
  for (i = 0; i < 20; i++) B[i]--, --C[i], K[i] -= 2;
}

/* Waiting in a loop: strict and volatile objects are read anew each time. */
strict shared int flag[THREADS];
shared volatile int soft[THREADS];
static void waiting(void) {
  if (MYTHREAD == 0) upc_race_ok(soft);
  upc_barrier;
  int to = (MYTHREAD + 1) % THREADS;
  flag[to] = 1;
  for (long i = 0; !flag[MYTHREAD]; i++) ;
  soft[to] = 1;
  for (long i = 0; !soft[MYTHREAD]; i++) upc_fence;
  CHECK_EQ(flag[MYTHREAD] + soft[MYTHREAD], 2);
  upc_barrier;
}

/* A loop's variable in memory: of the file, in shared memory, changed by a call. */
static int in_file;
shared int in_shared;
static void skip(void) { in_file++; }
static unsigned long variables(void) {
  unsigned long s = 0;
  int *p = &in_file;
  for (in_file = 0; in_file < 20; in_file++) s = 3 * s + B[in_file] + twice(in_file);
  for (in_file = 0; in_file < 20; in_file++) { s = 3 * s + B[in_file]; if (in_file == 5) skip(); }
  for (in_file = 0; in_file < 20; in_file++) { s = 3 * s + B[in_file]; if (in_file == 8) *p = 11; }
  for (in_file = 0; in_file < 20; in_file++) { s = 3 * s + B[in_file] + B[*p]; }
  for (in_shared = 0; in_shared < 20; in_shared++) s = 3 * s + B[in_shared] + C[in_shared + 1];
  return 7 * s + in_file + in_shared;
}
static unsigned long variables_private(void) {
  unsigned long s = 0;
  for (int i = 0; i < 20; i++) s = 3 * s + pb[i] + 2 * i;
  for (int i = 0; i < 20; i++) { s = 3 * s + pb[i]; if (i == 5) i++; }
  for (int i = 0; i < 20; i++) { s = 3 * s + pb[i]; if (i == 8) i = 11; }
  for (int i = 0; i < 20; i++) s = 3 * s + 2 * pb[i];
  for (int i = 0; i < 20; i++) s = 3 * s + pb[i] + pb[i + 1];
  return 7 * s + 40;
}

/* Rows of THREADS elements, and of THREADS blocks. */
static void rows(void) {
  unsigned long s = 0, want = 0;
  for (int t = 0; t < THREADS; t++) {
    for (int i = 0; i < 12; i++) { s = 3 * s + G[i][t]; want = 3 * want + value(i * THREADS + t); }
    for (int i = 11; i >= 0; i -= 2) { s = 3 * s + G[i][t]; want = 3 * want + value(i * THREADS + t); }
  }
  for (int j = 0; j < 3 * THREADS; j++)
    for (int i = 0; i < 20; i++) { s = 3 * s + H[i][j]; want = 3 * want + value(i * 3 * THREADS + j); }
  for (int i = 0; i < 12; i++)
    for (int t = 0; t < THREADS; t++) { s = 3 * s + G[i][t]; want = 3 * want + value(i * THREADS + t); }
  CHECK_EQ(s, want);
}

int main(void) {
  fill();
  if (MYTHREAD == 0) {
    for (int lo = 0; lo < 20; lo += 7)
      for (int hi = lo + 6; hi < 60; hi += 13) {
        unsigned long want = early_private(lo, hi);
        CHECK_EQ(early_blocked(lo, hi), want); CHECK_EQ(early_cyclic(lo, hi), want);
        CHECK_EQ(early_large(lo, hi), want);
      }
  }
  for (int n = 20; n <= 60; n += 10)
    for (int step = 1; step < 9; step += 2) {
      unsigned long want = factors_private(n, step, 4, n / 4);
      CHECK_EQ(factors_blocked(n, step, 4, n / 4), want);
      CHECK_EQ(factors_cyclic(n, step, 4, n / 4), want);
      CHECK_EQ(factors_large(n, step, 4, n / 4), want);
    }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) {
    if (t == MYTHREAD) {
      unsigned long want = bounds_private();
      CHECK_EQ(bounds(), want);
      CHECK_EQ(variables(), variables_private());
      once();
    }
    upc_barrier;
  }
  rows();
  waiting();
  return done();
}
