// SPDX-License-Identifier: BSD-3-Clause
// Loops over near shared memory, whose instructions bench/run counts with and without -fsanitize=shared-address.
//   loops KIND, 0: none
#include <upc_relaxed.h>
#include <stdlib.h>

enum { N = 20000, TURNS = 20 };
shared [N] double A[N * THREADS], B[N * THREADS];
shared double C[N * THREADS];
static int col[N];
volatile double sink;

int main(int argc, char **argv) {
  int kind = argc > 1 ? atoi(argv[1]) : 0;
  shared [] double *p = (shared [] double *)&A[N * MYTHREAD];
  double *q = (double *)&B[N * MYTHREAD];
  for (int i = 0; i < N; i++) col[i] = i * 7919L % N;
  for (int turn = 0; turn < TURNS && kind; turn++) {
    double s = 0;
    if (kind == 1) for (int i = 0; i < N; i++) s += A[i];
    if (kind == 2) for (int i = 1; i < N - 1; i++) q[i] = p[i - 1] + p[i] + p[i + 1];
    if (kind == 3) for (int i = 0; i < N; i++) s += C[i];
    if (kind == 4) for (int i = 0; i < N; i++) s += p[col[i]];
    if (kind == 5) for (int i = 0; i < N; i++) q[col[i]] += 1;
    sink = s;
  }
  return 0;
}
