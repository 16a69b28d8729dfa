/* SPDX-License-Identifier: BSD-3-Clause
 * The library's collectives and those of the layer below (far.h), one call of each in turn. A repetition is two
 * barriers, a start at an agreed time, and one call. Its time is from this start to the end of the last thread; the
 * medians over the repetitions are printed. Without an agreed start threads begin as the barrier lets them go, in an
 * order that depends on the call before: the same call then takes 12 or 18 us. The threads agree by a clock that they
 * share, as the hosts of tests/tools/hosts do (S. Hunold, A. Carpen-Amarie, "Reproducible MPI Benchmarking is Still
 * Not as Easy as You Think", IEEE TPDS 27(12), 2016, has the method for clocks that are not shared).
 * If each thread has a core, a repetition counts only if all began at the same time and none lost its core to another
 * program. There are more repetitions until enough count.
 * All bytes of the results of both are checked. A line for each operation and size:
 *   far CONDUIT [OPERATION|all [REPETITIONS [BYTES..]]]   run by bench/conduits/run */
#include <upc_stride_coll.h>
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "far.h"
#include "measure/blocks.h"
#include "measure/median.h"
#include "measure/start.h"

enum { MOST = 2000, LARGEST = 2 << 20 };
enum { OURS, LAYER, BOTH };

typedef struct run {
  double start, seconds;               /* when it began */
  int kept;                            /* the thread kept its core */
} run_t;

static shared [MOST * BOTH] run_t runs[THREADS][MOST * BOTH];
static shared int enough;              /* repetitions count */
static int together;                   /* a core for each thread, so all can begin at the same time */
static shared unsigned long wrong[THREADS];
static upc_stride_array_t source, target;
static double *from, *to;              /* this thread's block of each */
static int *shift;                     /* to the next thread */

static void call(int operation, size_t bytes) {
  upc_stride_section_t D = UPC_SECTION(target, UPC_STRIDE_ALL), S = UPC_SECTION(source, UPC_STRIDE_ALL);
  size_t piece = piece_bytes(bytes, THREADS), n = bytes / sizeof(double);
  upc_flag_t f = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  switch (operation) {
  case BROADCAST: upc_stride_broadcast(D, block_of(target, 0), bytes, f); break; /* in place, as MPI_Bcast is */
  case SCATTER: upc_stride_scatter(D, block_of(source, 0), piece, f); break;
  case GATHER: upc_stride_gather(block_of(target, 0), S, piece, f); break;
  case GATHER_ALL: upc_stride_gather_all(D, S, piece, f); break;
  case EXCHANGE: upc_stride_exchange(D, S, piece, f); break;
  case PERMUTE: upc_stride_permute(D, S, shift, bytes, f); break;
  case REDUCE: upc_stride_reduce(block_of(target, 0), S, n, UPC_ADD, UPC_DOUBLE, NULL, f); break;
  case REDUCE_ALL: upc_stride_reduce_all(D, S, n, UPC_ADD, UPC_DOUBLE, NULL, f); break;
  case PREFIX: upc_stride_prefix_reduce(D, S, n, UPC_ADD, UPC_DOUBLE, NULL, f); break;
  }
}

/* Waits for an agreed time in the next millisecond, which is the same on all threads if they leave a barrier in much
 * less. It is far from the whole millisecond, when kernels interrupt all cores. */
static double agreed_start(void) {
  const double window = 1e-3;
  return wait_until(window * ((double)(long)(now() / window) + 1.37));
}

/* How often another program took the core. */
static long switches(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return used.ru_nivcsw;
}

/* One call. The first barrier completes what the call before has left to do: it was the other one's. */
static run_t once(int who, int operation, size_t bytes) {
  run_t run;
  long before;
  upc_barrier;
  upc_barrier;
  before = switches();
  run.start = agreed_start();
  if (who == OURS) call(operation, bytes);
  else layer_call(operation, from, to, bytes);
  run.seconds = now() - run.start;
  run.kept = switches() == before;
  return run;
}

/* Ends the program if the target holds a wrong byte on any thread. */
static void check(int who, int operation, size_t bytes) {
  size_t i;
  int t;
  for (i = 0; i < LARGEST / sizeof(double); i++) to[i] = operation == BROADCAST && MYTHREAD == 0 ? word(0, i) : -1e9;
  once(who, operation, bytes);
  wrong[MYTHREAD] = wrong_bytes(operation, MYTHREAD, THREADS, to, bytes, 1);
  upc_barrier;
  for (t = 0; t < THREADS && MYTHREAD == 0; t++) {
    if (wrong[t] == 0) continue;
    fprintf(stderr, "%s of %zu bytes by %s: %lu wrong bytes on thread %d\n", operation_names[operation], bytes,
            who == OURS ? "the library" : "the layer", wrong[t], t);
    upc_global_exit(1);
  }
  upc_barrier;
}

/* A repetition's time: that of the thread that ends last. Negative if the repetition does not count. */
static double last(int who, int repetition) {
  double most = 0;
  int t, at = repetition * BOTH + who;
  for (t = 0; t < THREADS; t++) {
    if (together && (!runs[t][at].kept || runs[t][at].start != runs[0][at].start)) return -1;
    if (runs[t][at].seconds > most) most = runs[t][at].seconds;
  }
  return most;
}

/* The times of those of repetitions 0 .. n-1 that count, and their number. Thread 0 calls. */
static int counted(int who, int n, double *of) {
  int r, count = 0;
  for (r = 0; r < n; r++) {
    of[count] = last(who, r);
    if (of[count] >= 0) count++;
  }
  return count;
}

/* The median of these times; negative if none counts. */
static double typical(int who, int n) {
  static double of[MOST];
  int count = counted(who, n, of);
  return count > 0 ? median(of, count) : -1;
}

/* Whether `least` of n repetitions count. All call. */
static int are_enough(int both, int n, int least) {
  static double of[MOST];
  int who;
  upc_barrier;
  if (MYTHREAD == 0) {
    enough = 1;
    for (who = 0; who < both; who++)
      if (counted(who, n, of) < least) enough = 0;
  }
  upc_barrier;
  return enough;
}

static void measure(const char *conduit, int operation, size_t bytes, int least) {
  int n = 0, who, both = layer_has(operation) ? BOTH : LAYER;
  double ours, theirs = 0;
  for (who = 0; who < both; who++) check(who, operation, bytes);
  do {
    for (who = 0; who < both; who++) runs[MYTHREAD][n * BOTH + who] = once(who, operation, bytes);
    n++;
  } while (n < MOST && (n % least != 0 || !are_enough(both, n, least)));
  for (who = 0; who < both; who++) check(who, operation, bytes);
  if (MYTHREAD != 0) return;
  ours = typical(OURS, n);
  if (both == BOTH) theirs = typical(LAYER, n);
  if (ours < 0 || theirs < 0) {
    fprintf(stderr, "%s of %zu bytes: no call of %d counts, since other programs take the threads' cores\n",
            operation_names[operation], bytes, n);
  } else if (both < BOTH) {
    printf("%-18s %2d %-20s %8zu %10.2f us\n", conduit, THREADS, operation_names[operation], bytes, ours * 1e6);
  } else {
    printf("%-18s %2d %-20s %8zu %10.2f us %10.2f us   x %.2f\n", conduit, THREADS, operation_names[operation],
           bytes, ours * 1e6, theirs * 1e6, ours / theirs);
  }
  fflush(stdout);
}

static void measure_sizes(const char *conduit, int operation, int n, int sizes, char **size) {
  static const size_t usual[] = {8, 512, 4096, 8192, 32768, 262144, 2097152};
  int i, count = sizes > 0 ? sizes : (int)(sizeof usual / sizeof *usual);
  for (i = 0; i < count; i++) {
    size_t bytes = sizes > 0 ? strtoul(size[i], NULL, 10) : usual[i];
    if (bytes > LARGEST) bytes = LARGEST;
    measure(conduit, operation, bytes, bytes > 65536 && n > 20 ? n / 4 : n);
  }
}

int main(int argc, char **argv) {
  int n = argc > 3 ? atoi(argv[3]) : 200, operation, t;
  size_t i;
  if (argc < 2 || n < 1 || n > MOST) return 2;
  together = own_cores(THREADS);
  source = blocks(LARGEST), target = blocks(LARGEST);
  from = (double *)block_of(source, MYTHREAD), to = (double *)block_of(target, MYTHREAD);
  for (i = 0; i < LARGEST / sizeof(double); i++) from[i] = word(MYTHREAD, i);
  shift = allocate(THREADS, sizeof *shift, "the permutation");
  for (t = 0; t < THREADS; t++) shift[t] = (t + 1) % THREADS;
  upc_barrier;
  layer_begin(MYTHREAD, THREADS);
  for (operation = 0; operation < OPERATIONS; operation++)
    if (argc < 3 || strcmp(argv[2], "all") == 0 || strcmp(argv[2], operation_names[operation]) == 0)
      measure_sizes(argv[1], operation, n, argc - 4, argv + 4);
  layer_end();
  free(shift);
  return 0;
}
