// SPDX-License-Identifier: BSD-3-Clause
// race: 24 45
// race: 25 45
// race: 30 46
// race: 31 47
// race: 39 49
// says: ][40] (8 bytes)
// The detector is told of the accesses of a loop before it, where nothing in it orders threads: runs upwards and
// downwards, elements with a stride, and one that stays. Nothing is told of what such a run leaves out.
#include <upc_relaxed.h>

enum { N = 100 };
shared [N] double A[THREADS][N], B[THREADS][N], C[THREADS][N], E[THREADS][N];
struct pair { int a, b; };
shared [N] struct pair P[THREADS][N];
shared int D[THREADS];

static double sum;
static int pairs;

static void reads(int me, int next, int n) {
  double *own = (double *)&A[me][0];
  int i;
  for (i = 0; i < n; i++) sum += A[next][i] - own[i];
  for (i = n - 1; i >= 0; i--) sum += E[next][i];
}

static void writes(int me, int n) {
  int i;
  for (i = 0; i < n; i += 4) B[me][i] = i;
  for (i = 0; i < n; i++) *(double *)&C[me][1] += i;
  for (i = 0; i < n; i++) P[me][i].a = i;
}

/* The optimiser moves the load out of the loop. */
static void stays(const int *one, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *one + (i & 3);
  sum += s;
}

static void others(int next) {
  int i;
  for (i = N - 1; i >= 1; i--) A[next][i] = E[next][i] = i;
  sum += B[next][40] + B[next][41];
  sum += C[next][0] + C[next][1];
  for (i = 0; i < N; i++) pairs += P[next][i].b;
  D[next] = 1;
}

int main(int argc, char **argv) {
  int next = (MYTHREAD + 1) % THREADS, n = argc * N;
  (void)argv;
  reads(MYTHREAD, next, n);
  writes(MYTHREAD, n);
  stays((const int *)&D[MYTHREAD], n);
  ORDER(upc_barrier);
  others((next + 1) % THREADS);
  return sum + pairs < 0;
}
