// SPDX-License-Identifier: BSD-3-Clause
// UPC's own collectives, upc_all_*, for bench/collectives: collectives_all OPERATION BYTES.. with ALLSYNC. UPC 1.3 for
// any compiler. upc_all_reduce and upc_all_prefix_reduce combine elements, not blocks, so they have no row here.
#include <upc_collective.h>
#include "measure_upc.h"

static int operation;
static size_t bytes;
static shared char *source, *target; /* as arrays of one block of `bytes` bytes a thread */
static shared int *shift;

static void run(void) {
  const upc_flag_t all = UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC;
  shared void *to = target, *from = source;
  size_t piece = piece_bytes(bytes, THREADS);
  switch (operation) {
  case BROADCAST: upc_all_broadcast(to, from, bytes, all); break;
  case SCATTER: upc_all_scatter(to, from, piece, all); break;
  case GATHER: upc_all_gather(to, from, piece, all); break;
  case GATHER_ALL: upc_all_gather_all(to, from, piece, all); break;
  case EXCHANGE: upc_all_exchange(to, from, piece, all); break;
  case PERMUTE: upc_all_permute(to, from, (shared const int *)shift, bytes, all); break;
  }
}

static void measure(void) {
  size_t i;
  size_t length = bytes < THREADS * sizeof(double) ? THREADS * sizeof(double) : bytes;
  source = (shared char *)upc_all_alloc(THREADS, length), target = (shared char *)upc_all_alloc(THREADS, length);
  double *from = (double *)(source + MYTHREAD), *to = (double *)(target + MYTHREAD);
  for (i = 0; i < length / sizeof(double); i++) from[i] = word(MYTHREAD, i), to[i] = -1e9;
  upc_barrier;
  double seconds = typical(NULL, run);
  report(operation_names[operation], bytes, seconds, wrong_bytes(operation, MYTHREAD, THREADS, to, bytes, 1));
  if (MYTHREAD == 0) upc_free(source), upc_free(target);
}

int main(int argc, char **argv) {
  int a;
  operation = argc > 2 ? operation_number(argv[1]) : -1;
  if (operation < 0 || operation >= REDUCE) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: collectives_all OPERATION BYTES..\n");
    return 2;
  }
  shift = (shared int *)upc_all_alloc(THREADS, sizeof *shift);
  shift[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_barrier;
  for (a = 2; a < argc; a++) bytes = strtoul(argv[a], NULL, 10), measure();
  return 0;
}
