// SPDX-License-Identifier: BSD-3-Clause
// Loops that write far elements which they have asked for, by an index that the compiler does not know.
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 300 };
shared [N] long A[N * THREADS];
shared [N] int from[N * THREADS], to[N * THREADS];

int main(void) {
  int first = (MYTHREAD + 1) % THREADS * N; // of the next thread
  unsigned long s = 0, model = 0;
  long own[N];
  upc_forall (int i = 0; i < N * THREADS; i++; &A[i]) A[i] = i % N, from[i] = i * 7 % N, to[i] = i * 11 % N;
  upc_barrier;
  for (int i = 0; i < N; i++) own[i] = i;
  for (int i = 0; i < N; i++) {
    s = s * 31 + (unsigned long)A[first + from[first + i]];
    A[first + to[first + i]] = i + 1000;
  }
  for (int i = 0; i < N; i++) {
    int at = (first + i) % (N * THREADS);
    model = model * 31 + (unsigned long)own[at * 7 % N];
    own[at * 11 % N] = i + 1000;
  }
  upc_barrier;
  if (MYTHREAD == 0) puts(s == model ? "right" : "wrong");
  return s != model;
}
