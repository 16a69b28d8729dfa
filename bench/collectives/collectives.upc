// SPDX-License-Identifier: BSD-3-Clause
// The library's side of bench/collectives: collectives OPERATION MODE BYTES.. with MODE
//   my         UPC_IN_MYSYNC | UPC_OUT_MYSYNC, the guarantee of MPI; a broadcast's source is the root's own block
//   all        ALLSYNC, the default of upc_all_*; a broadcast has a separate source, as there
//   started    the same as my, but prepared: a repetition starts the call and waits. broadcast and reduce_all
//   rewritten  the same as my, but the owner rewrites the source before each repetition
//   memcpy     memcpy instead of the library copies the same bytes between the same shared buffers, and the owner
//              rewrites the source; on as many threads as there are cores, each bound to its own core
#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>
#include <upc_stride_coll.h>
#ifdef __UPC_CASTABLE__
#include <upc_castable.h>
#endif
#include "measure/blocks.h"
#include "measure_upc.h"

static upc_stride_array_t source, target;
static double *from, *to;     /* this thread's blocks of source and target */
static shared void *root;     /* the source of a broadcast or scatter: thread 0's block */
static int *shift;            /* the permutation that moves each block to the next thread */
static upc_flag_t sync_flags;
static int operation, in_place;
static size_t bytes;
static double sign;

#define ALL(array) UPC_SECTION(array, UPC_STRIDE_ALL)

static void run(void) {
  size_t piece = piece_bytes(bytes, THREADS), words = bytes / sizeof(double);
  switch (operation) {
  case BROADCAST: upc_stride_broadcast(ALL(target), root, bytes, sync_flags); break;
  case SCATTER: upc_stride_scatter(ALL(target), root, piece, sync_flags); break;
  case GATHER: upc_stride_gather(block_of(target, 0), ALL(source), piece, sync_flags); break;
  case GATHER_ALL: upc_stride_gather_all(ALL(target), ALL(source), piece, sync_flags); break;
  case EXCHANGE: upc_stride_exchange(ALL(target), ALL(source), piece, sync_flags); break;
  case PERMUTE: upc_stride_permute(ALL(target), ALL(source), shift, bytes, sync_flags); break;
  case REDUCE: upc_stride_reduce(block_of(target, 0), ALL(source), words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  case REDUCE_ALL: upc_stride_reduce_all(ALL(target), ALL(source), words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  case PREFIX: upc_stride_prefix_reduce(ALL(target), ALL(source), words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags); break;
  }
}

static upc_stride_handle_t prepared;

static void start_and_wait(void) {
  upc_stride_start_call(prepared);
  upc_stride_wait(&prepared);
}

static void prepare(void) {
  size_t words = bytes / sizeof(double);
  if (operation == BROADCAST) prepared = upc_stride_broadcast_init(ALL(target), root, bytes, sync_flags);
  else prepared = upc_stride_reduce_all_init(ALL(target), ALL(source), words, UPC_ADD, UPC_DOUBLE, NULL, sync_flags);
}

static void rewrite(void) {
  size_t i;
  double *mine = in_place && MYTHREAD == 0 ? to : from;
  for (i = 0; i < bytes / sizeof(double); i++) mine[i] = -mine[i];
  sign = -sign;
}

/* ---- memcpy ---- */

typedef struct piece {
  char *to, *from;
  size_t bytes;
} piece_t;

static piece_t *pieces; /* what this thread copies */
static int npieces;

static void copy_pieces(void) {
  int i;
  for (i = 0; i < npieces; i++) memcpy(pieces[i].to, pieces[i].from, pieces[i].bytes);
}

static char *address(upc_stride_array_t a, int thread) {
#ifdef __UPC_CASTABLE__
  return upc_cast(block_of(a, thread));
#else
  return thread == MYTHREAD ? (char *)block_of(a, thread) : NULL;
#endif
}

/* Gives each of `copiers` threads an equal share of the bytes. Pieces are in the order of their targets. */
static void share_out(int copiers) {
  int d, i;
  int senders = operation == BROADCAST || operation == SCATTER || operation == PERMUTE ? 1 : THREADS;
  int first = operation == BROADCAST, receivers = operation == GATHER ? 1 : THREADS;
  size_t part = operation == BROADCAST || operation == PERMUTE ? bytes : piece_bytes(bytes, THREADS), at = 0;
  size_t all = part * senders * (receivers - first), low = all / copiers * MYTHREAD, high = low + all / copiers;
  npieces = 0;
  if (MYTHREAD >= copiers) return;
  if (MYTHREAD == copiers - 1) high = all;
  for (d = first; d < receivers; d++)
    for (i = 0; i < senders; i++, at += part) {
      int s = operation == PERMUTE ? (d + THREADS - 1) % THREADS : i;
      size_t a = at > low ? at : low, b = at + part < high ? at + part : high;
      piece_t *p = &pieces[npieces];
      if (a >= b) continue;
      p->to = address(target, d) + (senders == THREADS ? s * part : 0) + (a - at);
      p->from = address(operation == BROADCAST ? target : source, s) + (a - at) +
                (operation == SCATTER || operation == EXCHANGE ? d * part : 0);
      p->bytes = b - a;
      npieces++;
    }
}

/* Binds each copying thread to a core. Returns their number. */
static int bind_copiers(void) {
#ifdef CPU_SET
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (MYTHREAD < cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(MYTHREAD, &set);
    sched_setaffinity(0, sizeof set, &set);
  }
  return cores < THREADS ? (int)cores : THREADS;
#else
  return 1;
#endif
}

/* ---- rows ---- */

static void measure(int copiers, int rewritten, int started) {
  size_t i;
  size_t length = bytes < THREADS * sizeof(double) ? THREADS * sizeof(double) : bytes;
  double seconds;
  source = blocks(length), target = blocks(length);
  from = (double *)block_of(source, MYTHREAD), to = (double *)block_of(target, MYTHREAD);
  root = block_of(in_place ? target : source, 0);
  for (i = 0; i < length / sizeof(double); i++)
    from[i] = word(MYTHREAD, i), to[i] = in_place && MYTHREAD == 0 ? word(0, i) : -1e9;
  sign = 1;
  if (copiers > 0) share_out(copiers);
  if (started) prepare();
  upc_barrier;
  seconds = typical(rewritten ? rewrite : NULL, copiers > 0 ? copy_pieces : started ? start_and_wait : run);
  if (started) upc_stride_free_call(&prepared);
  report(operation_names[operation], bytes, seconds, wrong_bytes(operation, MYTHREAD, THREADS, to, bytes, sign));
  upc_stride_all_free(source), upc_stride_all_free(target);
}

int main(int argc, char **argv) {
  int t, a;
  const char *mode = argc > 3 ? argv[2] : "";
  int all = strcmp(mode, "all") == 0, copies = strcmp(mode, "memcpy") == 0, rewritten = strcmp(mode, "rewritten") == 0;
  int started = strcmp(mode, "started") == 0;
  operation = argc > 3 ? operation_number(argv[1]) : -1;
  if (operation < 0 || !(all || copies || rewritten || started || strcmp(mode, "my") == 0) ||
      (copies && operation >= REDUCE) || (started && operation != BROADCAST && operation != REDUCE_ALL)) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: collectives OPERATION my|all|started|rewritten|memcpy BYTES..\n");
    return 2;
  }
#ifndef __UPC_CASTABLE__
  if (copies) {
    if (MYTHREAD == 0) fprintf(stderr, "collectives: memcpy needs upc_castable.h, which this compiler lacks\n");
    return 3;
  }
#endif
  sync_flags = all ? UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC : UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  in_place = operation == BROADCAST && !all;
  shift = allocate(THREADS, sizeof *shift, "the permutation");
  pieces = allocate((size_t)THREADS * THREADS, sizeof *pieces, "the pieces");
  for (t = 0; t < THREADS; t++) shift[t] = (t + 1) % THREADS;
  int copiers = copies ? bind_copiers() : 0;
  for (a = 3; a < argc; a++) bytes = strtoul(argv[a], NULL, 10), measure(copiers, copies || rewritten, started);
  free(shift), free(pieces);
  return 0;
}
