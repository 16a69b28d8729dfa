/* SPDX-License-Identifier: BSD-3-Clause
 * What of a write or read goes on while the program computes. N x N random doubles in blocks of B x B on a grid of
 * THREADS x 1; computing takes about as long as the call. A file that is read (.npy, .h5) comes from the disk: the
 * system's copies of it are dropped before. Prints medians, in ms: the call; computing; one after the other; the
 * split-phase call, computing, and the wait.
 * usage: overlap write|read FILE N B ROUNDS [CODEC] */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#include "upc_stride_file.h"

enum { MOST = 99 };

static double sum;
static int writes;
static const char *path, *codec;
static upc_stride_section_t all;
static shared long turns;

static void compute(long count) {
  double x = 2;
  for (long i = 0; i < count; i++) x = x * 0.999999 + 1e-6;
  sum += x;
}

/* The whole call. */
static void call(void) {
  if (writes) upc_stride_write(path, all, "f8", codec);
  else upc_stride_read(all, path, "f8", NULL);
}

static upc_tick_t begin(void) {
  const int fd = writes || MYTHREAD != 0 ? -1 : open(path, O_RDONLY);
  if (fd >= 0) {
    fsync(fd);
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    close(fd);
  }
  upc_barrier;
  return upc_ticks_now();
}

static double ms_since(upc_tick_t start) {
  upc_barrier;
  return 1e-6 * (double)upc_ticks_to_ns(upc_ticks_now() - start);
}

static int less(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, less);
  return values[count / 2];
}

int main(int argc, char **argv) {
  size_t n = strtoull(argv[3], NULL, 10), b = strtoull(argv[4], NULL, 10), shape[] = {n, n}, block[] = {b, b}, at[2];
  int grid[] = {THREADS, 1}, rounds = atoi(argv[5]) < MOST ? atoi(argv[5]) : MOST;
  upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
  static double moving[MOST], computing[MOST], both[MOST], together[MOST];
  writes = strcmp(argv[1], "write") == 0, path = argv[2], codec = argc > 6 ? argv[6] : NULL;
  all = UPC_SECTION(A, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
  for (at[0] = 0; at[0] < (n + b - 1) / b; at[0]++)
    for (at[1] = 0; at[1] < (n + b - 1) / b; at[1]++)
      if (upc_stride_owner(A, at) == (size_t)MYTHREAD) {
        double *here = upc_stride_near_block(A, at);
        for (size_t i = 0; i < b * b; i++) here[i] = (double)(rand() % 1000) * 0.125;
      }
  upc_stride_write(path, all, "f8", codec);
  for (int r = -1; r < rounds; r++) { /* round -1 warms up, and finds how long to compute */
    const int k = r < 0 ? 0 : r;
    upc_tick_t start = begin();
    call();
    moving[k] = ms_since(start);
    start = begin();
    compute(r < 0 ? 10000000 : turns);
    computing[k] = ms_since(start);
    if (r < 0 && MYTHREAD == 0) turns = (long)(1e7 * moving[0] / computing[0]);
    start = begin();
    call();
    compute(turns);
    both[k] = ms_since(start);
    start = begin();
    upc_stride_handle_t h = writes ? upc_stride_write_nb(path, all, "f8", codec)
                                   : upc_stride_read_nb(all, path, "f8", NULL);
    compute(turns);
    upc_stride_wait(&h);
    together[k] = ms_since(start);
  }
  if (MYTHREAD == 0)
    printf("%.0f %.0f %.0f %.0f\n", median(moving, rounds), median(computing, rounds), median(both, rounds),
           median(together, rounds));
  return sum == 0;
}
