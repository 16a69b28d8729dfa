/* SPDX-License-Identifier: BSD-3-Clause
 * One file, for the script of wrong files: an array of N x M doubles in blocks of B x B. It is filled and written, or
 * read and compared with what is written; by split-phase calls if SPLIT is set. Element (i, j) is M i + j.
 * usage: file write|read PATH N M B [TYPE [CODEC or SLICE]] */
#include "upc_stride_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

static strict shared int wrong;

static void write_file(upc_stride_section_t S, const char *path, const char *type, const char *codec) {
  upc_stride_handle_t h;
  if (getenv("SPLIT") == NULL) upc_stride_write(path, S, type, codec);
  else {
    h = upc_stride_write_nb(path, S, type, codec);
    upc_stride_wait(&h);
  }
}

static void read_file(upc_stride_section_t S, const char *path, const char *type, const char *slice) {
  upc_stride_handle_t h;
  if (getenv("SPLIT") == NULL) upc_stride_read(S, path, type, slice);
  else {
    h = upc_stride_read_nb(S, path, type, slice);
    upc_stride_wait(&h);
  }
}

int main(int argc, char **argv) {
  const int writes = strcmp(argv[1], "write") == 0;
  size_t shape[2], block[2], at[2];
  const char *type = argc > 6 ? argv[6] : "f8", *last = argc > 7 ? argv[7] : NULL;
  upc_stride_array_t A;
  shape[0] = strtoull(argv[3], NULL, 10), shape[1] = strtoull(argv[4], NULL, 10);
  block[0] = block[1] = strtoull(argv[5], NULL, 10);
  A = upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL);
  if (!writes) read_file(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL), argv[2], type, last);
  for (at[0] = 0; at[0] < shape[0]; at[0]++)
    for (at[1] = 0; at[1] < shape[1]; at[1]++) {
      shared void *place = upc_stride_at(A, at);
      const double value = (double)(at[0] * shape[1] + at[1]);
      if (upc_threadof(place) != (size_t)MYTHREAD) continue;
      if (writes) *(double *)place = value;
      else if (*(double *)place != value) wrong = 1;
    }
  if (writes) write_file(UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL), argv[2], type, last);
  upc_barrier;
  if (MYTHREAD == 0) puts(wrong ? "other elements" : "PASS");
  return wrong;
}
