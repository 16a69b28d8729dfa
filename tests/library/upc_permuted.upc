/* SPDX-License-Identifier: BSD-3-Clause
 * upc_all_permute with random permutations and all flags; at last with a list in which a number stands twice. This call
 * must be refused, and no other one.
 * usage: upc_permuted [BYTES [SEED]] */
#include <stdio.h>
#include <stdlib.h>
#include <upc_collective.h>
#include "random.h"

enum { CALLS = 60 };

static shared int perm[THREADS];
static int *list;

/* All threads draw alike. */
static void draw(int twice) {
  int i, j, t;
  for (i = 0; i < THREADS; i++) list[i] = i;
  for (i = THREADS - 1; i > 0; i--) j = random_below(i + 1), t = list[i], list[i] = list[j], list[j] = t;
  i = random_below(THREADS), j = (i + 1 + random_below(THREADS - 1)) % THREADS;
  if (twice) list[i] = list[j];
  perm[MYTHREAD] = list[MYTHREAD];
}

int main(int argc, char **argv) {
  static const upc_flag_t in[] = {UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC};
  static const upc_flag_t out[] = {UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC};
  size_t bytes = argc > 1 ? (size_t)atol(argv[1]) : 16;
  shared void *dst = upc_all_alloc(THREADS, bytes), *src = upc_all_alloc(THREADS, bytes);
  int seed = argc > 2 ? atoi(argv[2]) : 1, i, flags;
  random_state = (unsigned long long)seed;
  list = malloc(THREADS * sizeof *list);
  if (MYTHREAD == 0) printf("seed %d\n", seed);
  for (i = 0; i < CALLS; i++) {
    draw(0);
    flags = random_below(9);
    upc_all_permute(dst, src, perm, bytes, in[flags % 3] | out[flags / 3]);
  }
  upc_barrier;
  if (MYTHREAD == 0) printf("the list is none now\n");
  draw(1);
  upc_all_permute(dst, src, perm, bytes, in[random_below(2)] | out[random_below(2)]);
  return 0;
}
