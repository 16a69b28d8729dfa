// SPDX-License-Identifier: BSD-3-Clause
// For line_tables.sh: each function's mark is on the line that a profile must name.
#include <stdio.h>
#include <upc.h>
#include <upc_stride_coll.h>

shared [4] double A[64 * THREADS];
shared [2][3] int B[8][8];
double *volatile hole;

void reads(int n) {
  double sum = 0;

  for (int i = 0; i < n; i++) {

    sum += A[i * 7 % n]; // line of reads
  }
  *hole = sum;
}

void writes(int n) {
  upc_forall (int i = 0; i < n; i++; &A[i]) {

    A[i] = *hole; // line of writes

  }
}

void waits(void) {
  int i = 2;
  upc_barrier; // line of waits
  *hole = i;
}

void broadcasts(void) {
  int i = 2;

  upc_stride_broadcast(B<:, :>, (shared const void *)&A[0], sizeof(int), 0); // line of broadcasts

  *hole = i;
}

void updates(int i, int j) {
  *hole = 0;
  B[i][j] += 5; // line of updates
}

int main(void) {
  double x;
  hole = &x;
  reads(4), writes(4), waits(), broadcasts(), updates(1, 2);
  return 0;
}
