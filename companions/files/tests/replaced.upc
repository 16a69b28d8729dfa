/* SPDX-License-Identifier: BSD-3-Clause
 * Jobs that write one name at once, and one that reads it: each read is of one writer, whole. Every element that a job
 * writes is its number; with a codec, Zarr's chunks have checksums.
 * usage: replaced write PATH NUMBER ROUNDS [CODEC] | replaced read PATH ROUNDS */
#include "upc_stride_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_strict.h>

enum { SIDE = 40, BLOCK = 7 };

static shared int wrong;

static void fill(upc_stride_array_t A, double value) {
  size_t at[2];
  for (at[0] = 0; at[0] < SIDE; at[0]++)
    for (at[1] = 0; at[1] < SIDE; at[1]++) {
      shared double *place = (shared double *)upc_stride_at(A, at);
      if (upc_threadof((shared void *)place) == (size_t)MYTHREAD) *place = value;
    }
}

/* All elements are those of one job. */
static void look(upc_stride_array_t A) {
  size_t at[2] = {0, 0};
  const double first = *(shared double *)upc_stride_at(A, at);
  if (first < 1) wrong = 1;
  for (at[0] = 0; at[0] < SIDE; at[0]++)
    for (at[1] = 0; at[1] < SIDE; at[1]++)
      if (*(shared double *)upc_stride_at(A, at) != first) wrong = 1;
}

int main(int argc, char **argv) {
  const int writes = strcmp(argv[1], "write") == 0, rounds = atoi(argv[writes ? 4 : 3]);
  size_t shape[2] = {SIDE, SIDE}, block[2] = {BLOCK, BLOCK};
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  const upc_stride_section_t all = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  int i;
  fill(A, writes ? atof(argv[3]) : 0);
  upc_barrier;
  for (i = 0; i < rounds; i++)
    if (writes) upc_stride_write(argv[2], all, "f8", argc > 5 ? argv[5] : NULL);
    else {
      upc_stride_read(all, argv[2], "f8", NULL);
      upc_barrier;
      if (MYTHREAD == 0) look(A);
      upc_barrier;
    }
  if (MYTHREAD == 0) puts(wrong ? "a read of two jobs" : "PASS");
  return wrong;
}
