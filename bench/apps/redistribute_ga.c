/* SPDX-License-Identifier: BSD-3-Clause
 * redistribute_ga.c: Global Arrays on MPI. `mpiexec -n P redistribute_ga N DIMS SECTION FROM TO REPEAT [check]`
 * prints, from process 0, the median seconds of A[D] = B[D], after a warm-up, between barriers. A has N elements in
 * each dimension, B has 2N. FROM and TO are the blocks of B and of A (0: one for each process). The section is `all`,
 * D1 or D2, as of apps/redistribute. All of A is copied by NGA_Copy_patch. Sections with steps have no such call, and
 * NGA_Strided_get returns wrong elements of D1 (GA 5.8.2). So each process gets patches by NGA_Get, one for each index
 * in the dimensions with steps, and puts them by NGA_Put: what its own part of A wants, or, where A is in blocks, an
 * equal share of D's first dimension. `check` compares all that was copied, if FROM is 0. */
#include <ga.h>
#include <macdecls.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "measure/median.h"
#include "measure/slowest_mpi.h"

enum { MOST_DIMS = 4 };
static int dims, n, step[MOST_DIMS];

static int array(const char *name, int extent, int block) {
  int sides[MOST_DIMS], blocks[MOST_DIMS];
  const int a = GA_Create_handle();
  for (int k = 0; k < dims; k++) sides[k] = extent, blocks[k] = block;
  GA_Set_data(a, dims, sides, C_DBL);
  GA_Set_array_name(a, (char *)name);
  if (block > 0) GA_Set_block_cyclic(a, blocks);
  if (!GA_Allocate(a)) GA_Error("no memory for an array", extent);
  return a;
}

typedef struct {
  int lo[MOST_DIMS], hi[MOST_DIMS]; /* what this process copies: lo, lo + step, .. hi; nothing if hi < lo somewhere */
} share_t;

static share_t share(int a, int block) {
  share_t s;
  if (block == 0) {
    NGA_Distribution(a, GA_Nodeid(), s.lo, s.hi);
  } else {
    const int rows = (n - 1) / step[0] + 1, each = (rows + GA_Nnodes() - 1) / GA_Nnodes();
    for (int k = 0; k < dims; k++) s.lo[k] = 0, s.hi[k] = n - 1;
    s.lo[0] = GA_Nodeid() * each * step[0];
    s.hi[0] = s.lo[0] + (each - 1) * step[0];
    if (s.hi[0] > n - 1) s.hi[0] = n - 1;
  }
  for (int k = 0; k < dims; k++) s.lo[k] = (s.lo[k] + step[k] - 1) / step[k] * step[k];
  return s;
}

/* Copies one patch after the other: one index in each dimension with a step, and all in the others. */
static void copy(int a, int b, const share_t *s, double *buffer) {
  int lo[MOST_DIMS], hi[MOST_DIMS], packed[MOST_DIMS];
  for (int k = 0; k < dims; k++) {
    if (s->hi[k] < s->lo[k]) return;
    lo[k] = s->lo[k], hi[k] = step[k] > 1 ? lo[k] : s->hi[k];
    if (k > 0) packed[k - 1] = hi[k] - lo[k] + 1;
  }
  for (int k = 0; k >= 0;) {
    NGA_Get(b, lo, hi, buffer, packed);
    NGA_Put(a, lo, hi, buffer, packed);
    for (k = dims - 1; k >= 0; k--) {
      if (step[k] == 1) continue;
      lo[k] += step[k], hi[k] = lo[k];
      if (lo[k] <= s->hi[k]) break;
      lo[k] = hi[k] = s->lo[k];
    }
  }
}

static double value(const int *at) {
  double v = 0;
  for (int k = 0; k < dims; k++) v = v * 2 * n + at[k];
  return v;
}

/* Sets this process's elements of B, which is in one block for each process, to their numbers. */
static void number(int b) {
  int lo[MOST_DIMS], hi[MOST_DIMS], ld[MOST_DIMS], at[MOST_DIMS];
  double *p;
  NGA_Distribution(b, GA_Nodeid(), lo, hi);
  NGA_Access(b, lo, hi, &p, ld);
  memcpy(at, lo, sizeof at);
  for (int k = 0; k >= 0;) {
    *p++ = value(at);
    for (k = dims - 1; k >= 0 && ++at[k] > hi[k]; k--) at[k] = lo[k];
  }
  NGA_Release_update(b, lo, hi);
}

/* Elements of A[D] that are wrong, of those that this process copied. */
static long faults(int a, const share_t *s) {
  long wrong = 0;
  int at[MOST_DIMS], one[MOST_DIMS];
  double found;
  memcpy(at, s->lo, sizeof at);
  for (int k = 0; k < dims; k++) one[k] = 1;
  for (int k = 0; k >= 0;) {
    NGA_Get(a, at, at, &found, one);
    wrong += found != value(at);
    for (k = dims - 1; k >= 0 && (at[k] += step[k]) > s->hi[k]; k--) at[k] = s->lo[k];
  }
  return wrong;
}

int main(int argc, char **argv) {
  static const int steps[3][MOST_DIMS] = {{1, 1, 1, 1}, {4, 3, 1, 1}, {1, 4, 1, 1}};
  MPI_Init(&argc, &argv);
  const char *const section = argc < 7 ? "" : argv[3];
  const int which = !strcmp(section, "all") ? 0 : !strcmp(section, "D1") ? 1 : !strcmp(section, "D2") ? 2 : -1;
  if (which < 0 || atoi(argv[2]) < 1 || atoi(argv[2]) > MOST_DIMS)
    return fputs("usage: redistribute_ga N DIMS all|D1|D2 FROM TO REPEAT [check]\n", stderr), 2;
  n = atoi(argv[1]), dims = atoi(argv[2]);
  memcpy(step, steps[which], sizeof step);
  const int from = atoi(argv[4]), to = atoi(argv[5]), repeat = atoi(argv[6]), check = argc > 7;
  double *times = allocate((size_t)repeat, sizeof *times, "the times of the runs");
  GA_Initialize();
  MA_init(C_DBL, 1 << 20, 1 << 20);
  int first[MOST_DIMS] = {0}, last[MOST_DIMS];
  size_t patch = 1; /* of the largest patch of copy() */
  for (int k = 0; k < dims; k++) last[k] = n - 1, patch *= step[k] > 1 ? 1 : (size_t)n;
  const int a = array("A", n, to), b = array("B", 2 * n, from);
  const share_t mine = share(a, to);
  double *buffer = allocate(patch, sizeof *buffer, "a buffer"), one = 1;
  if (from == 0) number(b);
  else GA_Fill(b, &one);
  for (int i = -1; i < repeat; i++) {
    GA_Sync();
    const double start = MPI_Wtime();
    if (which == 0) NGA_Copy_patch('n', b, first, last, a, first, last);
    else copy(a, b, &mine, buffer);
    GA_Sync();
    const double seconds = slowest_since(start);
    if (i >= 0) times[i] = seconds;
  }
  long wrong = check && from == 0 ? faults(a, &mine) : 0;
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (GA_Nodeid() == 0 && wrong > 0) fprintf(stderr, "redistribute_ga: %ld elements are wrong\n", wrong);
  if (GA_Nodeid() == 0 && wrong == 0) printf("%.6f\n", median(times, repeat));
  GA_Terminate();
  MPI_Finalize();
  return wrong > 0;
}
