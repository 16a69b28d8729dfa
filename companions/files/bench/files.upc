/* SPDX-License-Identifier: BSD-3-Clause
 * The rate of one upc_stride_write, upc_stride_read, upc_stride_checkpoint or upc_stride_restart: N x N random doubles
 * in blocks of B x B on a grid of THREADS x 1. Prints MB/s: bytes over the processor time of all threads together.
 * usage: files write|read|checkpoint|restart FILE N B [CODEC] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <upc_relaxed.h>
#include "upc_stride_file.h"

static shared double seconds[THREADS];

static double processor_time(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

int main(int argc, char **argv) {
  size_t n = strtoull(argv[3], NULL, 10), b = strtoull(argv[4], NULL, 10), shape[2], block[2], at[2];
  int grid[2], t;
  upc_stride_section_t all_of_it;
  upc_stride_saved_t saved;
  const char *codec = argc > 5 ? argv[5] : NULL;
  upc_stride_array_t A;
  double start, all = 0;
  shape[0] = shape[1] = n, block[0] = block[1] = b, grid[0] = THREADS, grid[1] = 1;
  A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  for (at[0] = 0; at[0] < (n + b - 1) / b; at[0]++)
    for (at[1] = 0; at[1] < (n + b - 1) / b; at[1]++)
      if (upc_stride_owner(A, at) == (size_t)MYTHREAD) {
        double *block_here = upc_stride_near_block(A, at);
        for (size_t i = 0; i < b * b; i++) block_here[i] = (double)(rand() % 1000) * 0.125;
      }
  all_of_it = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  saved.name = "u", saved.section = all_of_it, saved.type = "f8";
  upc_barrier;
  start = processor_time();
  if (strcmp(argv[1], "write") == 0) upc_stride_write(argv[2], all_of_it, "f8", codec);
  else if (strcmp(argv[1], "read") == 0) upc_stride_read(all_of_it, argv[2], "f8", NULL);
  else if (strcmp(argv[1], "checkpoint") == 0) upc_stride_checkpoint(argv[2], 1, 1, 1, &saved);
  else upc_stride_restart(argv[2], 1, 1, &saved);
  seconds[MYTHREAD] = processor_time() - start;
  upc_barrier;
  for (t = 0; t < THREADS; t++) all += seconds[t];
  if (MYTHREAD == 0) printf("%.0f\n", (double)(n * n * sizeof(double)) / all * 1e-6);
  return 0;
}
