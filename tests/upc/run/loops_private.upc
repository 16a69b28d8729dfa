// SPDX-License-Identifier: BSD-3-Clause
// flags: -O2
// Loops over shared arrays that write the thread's own part of them by private pointers: by stores, by calls of C's
// library, by functions, by what upc_cast gives, through members and backwards. What is far is read ahead, what is near
// when its turn comes. Each function is there twice: on shared arrays, and on private ones with the same values.
#include <upc_relaxed.h>
#include <upc_castable.h>
#include <math.h>
#include <string.h>
#include "../check.h"

enum { W = 8, ROWS = 80 }; // elements of a block; blocks of a thread: strips of 1,024 rounds end in the middle of one
#define N (W * ROWS * THREADS)
typedef unsigned long value_t; // whose sums may wrap
typedef struct { int key; double weight; } item_t;
shared [W] long A[N], B[N];
shared [W] int C[N];
shared [W] double D[N];
shared [W] item_t S[N];
shared [W * ROWS] int T[N];
static long *a, *b;
static int *c, *t;
static double *d;
static item_t *s;
#define NOINLINE __attribute__((noinline))

static NOINLINE void put(long *to, long value) { *to = value; }
static NOINLINE void raise_all(long *to, int n) { for (int i = 0; i < n; i++) to[i] += i; }

// FUNCTIONS(start of their names, arrays, a private pointer to the block that begins with element n of an array)
#define FUNCTIONS(_, A, B, C, D, S, T, MINE)                                                                           \
  static NOINLINE value_t _##adds(int n, int own) {                                                                    \
    value_t sum = 0;                                                                                                   \
    long *mine = MINE(long, A, own);                                                                                   \
    for (int i = 0; i < n; i++) { *mine += 1; sum = 3 * sum + A[i]; }                                                  \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##before(int n, int own) {                                                                  \
    value_t sum = 0;                                                                                                   \
    long *mine = MINE(long, A, own);                                                                                   \
    for (int i = 0; i < n; i++) { sum = 3 * sum + A[i] + B[i]; mine[(i + 3) % W] = sum % 1000; }                       \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##backwards(int n, int own) {                                                               \
    value_t sum = 0;                                                                                                   \
    long *p = MINE(long, A, own) + W;                                                                                  \
    for (int i = n - 1; i >= 0; i--) { *--p ^= i; sum = 3 * sum + A[i]; if (i % W == 0) p += W; }                      \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##rounds(int n, int own) {                                                                  \
    value_t sum = 0;                                                                                                   \
    long *mine = MINE(long, A, own);                                                                                   \
    for (int j = 0; j < 9; j++) {                                                                                      \
      mine[j % W] = 100 + j;                                                                                           \
      for (int i = 0; i < n / 8; i++) sum = 3 * sum + A[(own / 2 + i) % n];                                            \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##calls(int n, int own) {                                                                   \
    value_t sum = 0;                                                                                                   \
    long *mine = MINE(long, A, own);                                                                                   \
    for (int i = 0; i < n; i++) { put(&mine[i % W], 7 * i); sum = 3 * sum + A[i] + A[own + i % W]; }                   \
    for (int i = 0; i < n; i++) { raise_all(mine, W); sum = 3 * sum + A[i]; }                                          \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##members(int n, int own) {                                                                 \
    value_t sum = 0;                                                                                                   \
    item_t *mine = MINE(item_t, S, own);                                                                               \
    for (int i = 0; i < n; i++) { mine[i % W].weight += 1; mine[2].key = i; sum += S[i].key + (long)S[i].weight; }     \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##bytes(int n, int own) {                                                                   \
    value_t sum = 0;                                                                                                   \
    long *mine = MINE(long, A, own), *other = MINE(long, B, own);                                                      \
    for (int i = 0; i < n; i++) { memset(mine + i % W, i, 3); sum = 3 * sum + A[i]; }                                  \
    for (int i = 0; i < n; i++) { memcpy(mine, other + 1, (size_t)(i % W) * sizeof *mine); sum = 3 * sum + A[i]; }     \
    for (int i = 0; i < n; i++) { memmove(mine + 1, mine, 12); mine[0] = i; sum = 3 * sum + A[i]; }                    \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##library(int n, int own) {                                                                 \
    double sum = 0, *mine = MINE(double, D, own);                                                                      \
    int *number = MINE(int, C, own), *exponent = number + 1;                                                           \
    char text[16];                                                                                                     \
    for (int i = 0; i < n; i++) { sum += modf(i * 1.25, mine + i % W); sum += D[i]; }                                  \
    for (int i = 0; i < n; i++) { sum += frexp(i * 3.5, exponent + i % 5); sum += C[i]; }                              \
    for (int i = 0; i < n; i++) { remquo(i, 3, number + i % W); sum += C[i]; }                                         \
    for (int i = 0; i < n; i++) { snprintf(text, sizeof text, "%d", 7 * i); sscanf(text, "%d", number); sum += C[i]; } \
    for (int i = 0; i < n; i++) { snprintf((char *)number, 8, "%d", i); sum += C[i] % 1000; }                          \
    for (int i = 0; i < n; i++) { mine[i % W] = strtod("12.5", 0) + i; sum += D[i] - D[own]; }                         \
    return (value_t)(64 * sum);                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##words(int n, int own) { /* strtok goes on in a text that it had before */                 \
    value_t sum = 0;                                                                                                   \
    char *text = (char *)MINE(int, C, own);                                                                            \
    for (int j = 0; j < 4; j++) {                                                                                      \
      memcpy(text, "1,2,3,4,5,6,7,8", 16);                                                                             \
      const char *word = strtok(text, ",");                                                                            \
      for (int i = 0; i < 8 && word; i++) { sum = 3 * sum + A[C[own + i % 4] % n]; word = strtok(0, ","); }            \
    }                                                                                                                  \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##columns(int n, int own) { /* what is read elsewhere depends on what is written */         \
    value_t sum = 0;                                                                                                   \
    int *mine = MINE(int, C, own), *all = MINE(int, T, own / W % THREADS * W * ROWS);                                  \
    for (int i = 0; i < n; i++) { sum = 3 * sum + A[C[i] % n]; mine[i % W] = 5 * i % n; }                              \
    for (int i = 0; i < n; i++) { sum = 3 * sum + A[T[i] % n] * B[i]; all[i % 600] = (i + 1) % n; }                    \
    for (int i = 0; i < n && C[i] != 5000; i++) { mine[(i + 1) % W] = i % 7; sum = 3 * sum + A[C[i]]; }                \
    for (int i = 0; i < n; i++) { if (C[i] & 1) mine[3]++; sum = 3 * sum + C[own + 3] + C[i]; }                        \
    for (int i = 0; i < W * ROWS - 1; i++) { all[i + 1] = all[i] + 2; sum = 3 * sum + A[all[i] % n]; }                 \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##clean(int n, int own) { /* nothing that the loop reads is written, but it cannot tell */  \
    value_t sum = 0;                                                                                                   \
    int *mine = MINE(int, T, own / W % THREADS * W * ROWS);                                                            \
    for (int i = 0; i < n; i++) { sum = 3 * sum + A[C[i] % n] + B[i]; mine[i % (W * ROWS)] = i; }                      \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE value_t _##turns(int n, int own) { /* private subscripts that the round before has written */        \
    value_t sum = own;                                                                                                 \
    int *now = calloc(64, sizeof *now), *next = calloc(64, sizeof *next), *keep;                                       \
    for (int i = 0; i < n; i++) {                                                                                      \
      sum = 3 * sum + A[now[i % 64]];                                                                                  \
      next[(i + 1) % 64] = (now[i % 64] + 11 * i) % n;                                                                 \
      keep = now, now = next, next = keep;                                                                             \
    }                                                                                                                  \
    free(now), free(next);                                                                                             \
    return sum;                                                                                                        \
  }                                                                                                                    \
  static NOINLINE void _##all(value_t *sum, int n, int own) {                                                          \
    *sum++ = _##adds(n, own), *sum++ = _##before(n, own), *sum++ = _##backwards(n, own), *sum++ = _##rounds(n, own);   \
    *sum++ = _##calls(n, own), *sum++ = _##members(n, own), *sum++ = _##bytes(n, own), *sum++ = _##library(n, own);    \
    *sum++ = _##words(n, own), *sum++ = _##columns(n, own), *sum++ = _##clean(n, own), *sum++ = _##turns(n, own);      \
  }

static int castable; // to the private pointer that upc_cast gives
#define OF_SHARED(type, array, n) (castable ? (type *)upc_cast(&(array)[n]) : (type *)&(array)[n])
#define OF_PRIVATE(type, array, n) (&(array)[n])
FUNCTIONS(shared, A, B, C, D, S, T, OF_SHARED)
FUNCTIONS(own, a, b, c, d, s, t, OF_PRIVATE)

static void fill(int n) {
  for (int i = 0; i < n; i++) {
    a[i] = i * i % 1009, b[i] = 1000 + i, c[i] = 7 * i % 531, t[i] = 11 * i % n, d[i] = i % 77;
    s[i].key = 3 * i, s[i].weight = i % 19;
    if (upc_threadof(&A[i]) == MYTHREAD) A[i] = a[i], B[i] = b[i], C[i] = c[i], D[i] = d[i], S[i] = s[i];
    if (upc_threadof(&T[i]) == MYTHREAD) T[i] = t[i];
  }
}

int main(void) {
  enum { SUMS = 12 };
  int n = N;
  a = calloc((size_t)n, sizeof *a), b = calloc((size_t)n, sizeof *b), c = calloc((size_t)n, sizeof *c);
  d = calloc((size_t)n, sizeof *d), s = calloc((size_t)n, sizeof *s), t = calloc((size_t)n, sizeof *t);
  for (castable = 0; castable < 2; castable++)
    for (int writer = 0; writer < THREADS; writer += THREADS > 1 ? THREADS - 1 : 1) {
      value_t got[SUMS], want[SUMS];
      upc_barrier;
      fill(n);
      upc_barrier;
      if (MYTHREAD != writer) continue;
      for (int row = 0; row < ROWS; row += ROWS - 1) {
        int own = W * (writer + row * THREADS);
        sharedall(got, n, own);
        ownall(want, n, own);
        for (int k = 0; k < SUMS; k++) CHECK_EQ(got[k], want[k]);
      }
    }
  return done();
}
