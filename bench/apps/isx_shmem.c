/* SPDX-License-Identifier: BSD-3-Clause
 * isx_shmem.c: the integer sort of apps/isx in OpenSHMEM, by hand: keys by bucket; for each bucket its process gives
 * room by an atomic addition, and the keys are put there; counts. `isx_shmem N RANGE REPEAT`, N keys on each process,
 * prints the median seconds of the slowest process, after a warm-up. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../apps/isx/keys.h"
#include "measure/median.h"

static int me, processes;
static size_t n, width, capacity, *sizes, *starts;
static uint32_t *keys, *sent, *counts;
static uint32_t *received;                    /* symmetric, as all that follow */
static unsigned long *come;                   /* keys that others have room for, or have put */
static double *all_seconds;                   /* on process 0: of each process */

static void *symmetric(size_t bytes) {
  void *p = shmem_malloc(bytes);
  if (p != NULL) return memset(p, 0, bytes);
  fputs("isx_shmem: too little symmetric memory; SHMEM_SYMMETRIC_SIZE sets its size\n", stderr);
  shmem_global_exit(1);
  return NULL;
}

static void sort(void) {
  const isx_divisor_t divisor = isx_divisor(width);
  memset(sizes, 0, (size_t)processes * sizeof *sizes);
  for (size_t i = 0; i < n; i++) sizes[isx_bucket(divisor, keys[i])]++;
  for (size_t p = 0, at = 0; p < (size_t)processes; at += sizes[p++]) starts[p] = at;
  for (size_t i = 0; i < n; i++) sent[starts[isx_bucket(divisor, keys[i])]++] = keys[i];
  for (int i = 0; i < processes; i++) { /* the next process first, so that not all put to the same one */
    const int p = (me + 1 + i) % processes;
    const size_t at = shmem_ulong_atomic_fetch_add(come, sizes[p], p);
    if (at + sizes[p] > capacity) fputs("isx_shmem: a bucket has too many keys\n", stderr), shmem_global_exit(1);
    shmem_putmem(received + at, sent + starts[p] - sizes[p], sizes[p] * sizeof *sent, p);
  }
  shmem_barrier_all();
  memset(counts, 0, width * sizeof *counts);
  for (size_t i = 0; i < *come; i++) counts[received[i] - (size_t)me * width]++;
}

static double slowest_since(double start) {
  double slowest = 0;
  shmem_barrier_all();
  shmem_double_p(&all_seconds[me], now() - start, 0);
  shmem_barrier_all();
  for (int p = 0; p < processes; p++)
    if (all_seconds[p] > slowest) slowest = all_seconds[p];
  return slowest;
}

int main(int argc, char **argv) {
  shmem_init();
  if (argc != 4 || strtoul(argv[2], NULL, 10) > (size_t)1 << ISX_KEY_BITS)
    return fputs("usage: isx_shmem N RANGE REPEAT, with a range of 2^31 at most\n", stderr), 2;
  me = shmem_my_pe(), processes = shmem_n_pes();
  const size_t range = strtoul(argv[2], NULL, 10);
  const int repeat = atoi(argv[3]);
  n = strtoul(argv[1], NULL, 10), width = (range + (size_t)processes - 1) / (size_t)processes, capacity = 2 * n + 1000;
  keys = allocate(n, sizeof *keys, "keys"), sent = allocate(n, sizeof *sent, "keys");
  counts = allocate(width, sizeof *counts, "counts");
  sizes = allocate((size_t)processes, sizeof *sizes, "sizes");
  starts = allocate((size_t)processes, sizeof *starts, "sizes");
  received = symmetric(capacity * sizeof *received), come = symmetric(sizeof *come);
  all_seconds = symmetric((size_t)processes * sizeof *all_seconds);
  double *times = allocate((size_t)repeat, sizeof *times, "times");
  for (size_t i = 0; i < n; i++) keys[i] = isx_key_of((size_t)me, i, range);

  for (int r = -1; r < repeat; r++) {
    *come = 0;
    shmem_barrier_all();
    const double start = now();
    sort();
    const double seconds = slowest_since(start);
    if (r >= 0) times[r] = seconds;
  }
  size_t counted = 0;
  for (size_t k = 0; k < width; k++) counted += counts[k];
  if (counted != *come) fputs("isx_shmem: keys are missing\n", stderr), shmem_global_exit(1);
  shmem_barrier_all();
  if (me == 0) {
    printf("%.6f\n", median(times, repeat));
    fflush(stdout);
    shmem_global_exit(0); /* shmem_finalize of Open MPI 4.1.4 crashes, also in a program that does nothing else */
  }
  pause();
  return 0;
}
