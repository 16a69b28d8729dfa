// SPDX-License-Identifier: BSD-3-Clause
// race: 22 28
// race: 23 30
// race: 24 31
// race: 25 32
// race: 26 33
// says: by fread
// says: by qsort
// Functions of C's library read and write shared memory by private pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

shared [16] char A[16 * THREADS], B[16 * THREADS], C[16 * THREADS], D[16 * THREADS], E[16 * THREADS];
static int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static char *own(shared void *p) { return (char *)p; }

int main(void) {
  FILE *zeros = fopen("/dev/zero", "r"), *null = fopen("/dev/null", "w");
  size_t n = 0;
  n += fread(own(&A[16 * MYTHREAD]), 4, 4, zeros);
  strcpy(own(&B[16 * MYTHREAD]), MYTHREAD ? "some" : "other");
  qsort(own(&C[16 * MYTHREAD]), 16, 1, compare);
  n += fwrite(own(&D[16 * MYTHREAD]), 1, 16, null);
  n += strlen(own(&E[16 * MYTHREAD]));
  ORDER(upc_barrier);
  n += A[16 * ((MYTHREAD + 1) % THREADS) + 15];
  n += fwrite("private", 1, 8, null); // no matter
  n += B[16 * ((MYTHREAD + 1) % THREADS) + 2];
  n += C[16 * ((MYTHREAD + 1) % THREADS) + 8];
  D[16 * ((MYTHREAD + 1) % THREADS) + 8] = 1;
  E[16 * ((MYTHREAD + 1) % THREADS)] = 1;
  return n > 1000;
}
