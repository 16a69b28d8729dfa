/* SPDX-License-Identifier: BSD-3-Clause
 * The same with Global Arrays: NGA_Get, NGA_Put, NGA_Acc, NGA_Gather, NGA_Scatter, NGA_Scatter_acc. Puts and
 * accumulations have a fence: with it they are in their place when the call returns, as ours are. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include "patches/patches.h"

static int A;

static void box(what_t what, int i, int j, int h, int w, double *buffer) {
  int lo[] = {i, j}, hi[] = {i + h - 1, j + w - 1};
  double one = 1;
  if (what == GET) return NGA_Get(A, lo, hi, buffer, &w);
  GA_Init_fence();
  if (what == PUT) NGA_Put(A, lo, hi, buffer, &w);
  if (what == ACC) NGA_Acc(A, lo, hi, buffer, &w, &one);
  GA_Fence();
}

static void list(what_t what, int count, const int *rows, const int *columns, double *buffer) {
  static int at[LIST][2], *places[LIST];
  double one = 1;
  for (int k = 0; k < count; k++) at[k][0] = rows[k], at[k][1] = columns[k], places[k] = at[k];
  if (what == GET) return NGA_Gather(A, buffer, places, count);
  GA_Init_fence();
  if (what == PUT) NGA_Scatter(A, buffer, places, count);
  if (what == ACC) NGA_Scatter_acc(A, buffer, places, count, &one);
  GA_Fence();
}

int main(int argc, char **argv) {
  int shape[] = {N, N}, chunk[] = {N / 2, N}, last[] = {N / 2, 0};
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 1 << 20, 1 << 20);
  A = NGA_Create(C_DBL, 2, shape, (char *)"A", chunk);
  GA_Zero(A);
  if (NGA_Locate(A, last) != 1) GA_Error((char *)"the rows are not in halves", 1);
  GA_Sync();
  if (GA_Nodeid() == 0) measure();
  GA_Sync();
  GA_Terminate();
  MPI_Finalize();
  return 0;
}
