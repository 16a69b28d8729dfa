/* SPDX-License-Identifier: BSD-3-Clause
 * The loops of loops.upc in C, for AddressSanitizer: arrays of malloc, whose addresses the compiler does not know.
 *   loops KIND: run counts between the two signals */
#include <signal.h>
#include <stdlib.h>

enum { N = 20000 };
static int col[N];
double *volatile memory;
volatile double sink;

int main(int argc, char **argv) {
  const int kind = argc > 1 ? atoi(argv[1]) : 0;
  memory = calloc(N, sizeof(double));
  double *A = memory, *p = memory;
  memory = calloc(N, sizeof(double));
  double *q = memory;
  for (int i = 0; i < N; i++) col[i] = (int)(i * 7919L % N);
  double s = 0;
  raise(SIGUSR1);
  if (kind == 1) for (int i = 0; i < N; i++) s += A[i];
  if (kind == 2) for (int i = 1; i < N - 1; i++) q[i] = p[i - 1] + p[i] + p[i + 1];
  if (kind == 4) for (int i = 0; i < N; i++) s += p[col[i]];
  if (kind == 5) for (int i = 0; i < N; i++) q[col[i]] += 1;
  raise(SIGUSR1);
  sink = s;
  return 0;
}
