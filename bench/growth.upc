/* SPDX-License-Identifier: BSD-3-Clause
 * What a thing costs if there are more of them: the processor's time of all threads for each of them. It is the time
 * that threads compute or look for messages, so other programs on the machine hardly change it.
 *   start        nothing: the job starts and ends
 *   teams N      the first broadcast in each of N teams, and the bytes that a thread keeps for it
 *   flight N     a broadcast of 8 bytes, with N of them in flight
 *   barrier N    a barrier, N times
 *   all N        the first reduce_all of all threads with a size, for N sizes, up to 8
 *   graph N      the first run of a graph with N parts a thread, which read a cell of each neighbour
 * usage: growth WHAT [N] */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_stride_graph.h>

enum { LONGS = 8 }; /* in a block */
static shared double seconds[THREADS];
static shared [] long *source;

static double cpu_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The row `i` is a team: all threads have a block of it. */
static upc_stride_section_t row(upc_stride_array_t A, size_t i) {
  return UPC_SECTION(A, UPC_STRIDE_AT((long long)i), UPC_STRIDE_ALL);
}

static void teams(upc_stride_array_t A, size_t n) {
  for (size_t i = 0; i < n; i++) upc_stride_broadcast(row(A, i), source, sizeof(long), 0);
}

static void flight(upc_stride_array_t A, size_t n) {
  upc_stride_handle_t *h = malloc(n * sizeof *h);
  for (size_t i = 0; i < n; i++)
    h[i] = upc_stride_broadcast_nb(row(A, i), source, sizeof(long), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_stride_wait_all(h, n);
  free(h);
}

static void barrier(upc_stride_array_t A, size_t n) {
  (void)A;
  for (size_t i = 0; i < n; i++) upc_barrier;
}

static void all(upc_stride_array_t A, size_t n) {
  for (size_t i = 1; i <= n; i++)
    upc_stride_reduce_all(row(A, 0), row(A, 0), i, UPC_ADD, UPC_LONG, NULL, 0);
}

static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

/* The parts are dealt out to the threads one by one, so each neighbour is on another thread. */
static void graph(upc_stride_array_t A, size_t n) {
  const int parts = (int)n * THREADS;
  const long long cells = (long long)parts * LONGS, one = 1;
  upc_stride_box_t *box = calloc((size_t)parts, sizeof *box);
  int *thread = calloc((size_t)parts, sizeof *thread), i, step;
  upc_stride_graph_t *g = upc_stride_graph_new();
  const int first = upc_stride_graph_value(g, "first", sizeof(double), 1, &cells);
  const int next = upc_stride_graph_value(g, "next", sizeof(double), 1, &cells);
  upc_stride_distribution_t *own, *halo;
  (void)A;
  for (i = 0; i < parts; i++) {
    box[i].lo[0] = (long long)i * LONGS, box[i].hi[0] = box[i].lo[0] + LONGS;
    thread[i] = i % THREADS;
  }
  own = upc_stride_distribution_boxes(1, parts, box, thread);
  halo = upc_stride_distribution_grown(own, &one, 0);
  step = upc_stride_graph_step(g, "start", nothing, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(g, step, first, own);
  step = upc_stride_graph_step(g, "nothing", nothing, NULL, UPC_STRIDE_EACH);
  upc_stride_graph_reads(g, step, first, halo);
  upc_stride_graph_writes(g, step, next, own);
  upc_stride_graph_carry(g, next, first);
  upc_stride_graph_run(g, 1);
}

static const struct { const char *name; void (*what)(upc_stride_array_t, size_t); int before; } things[] = {
  {"teams", teams, 0}, {"flight", flight, 1}, {"barrier", barrier, 1}, {"all", all, 0},
  {"graph", graph, 0}};

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "start") == 0) return 0;
  const size_t n = argc > 2 ? (size_t)atol(argv[2]) : 0;
  const size_t shape[2] = {n, (size_t)THREADS * LONGS}, block[2] = {1, LONGS};
  const int grid[2] = {1, THREADS};
  for (size_t k = 0; n > 0 && k < sizeof things / sizeof *things; k++) {
    if (strcmp(argv[1], things[k].name) != 0) continue;
    upc_stride_array_t A = upc_stride_all_alloc(2, shape, block, sizeof(long), 2, grid);
    source = upc_all_alloc(1, sizeof(long));
    if (things[k].before) things[k].what(A, n);
    upc_barrier;
    const size_t memory = mallinfo2().uordblks;
    const double before = cpu_time();
    things[k].what(A, n);
    seconds[MYTHREAD] = cpu_time() - before;
    const size_t grown = mallinfo2().uordblks - memory;
    upc_barrier;
    if (MYTHREAD > 0) return 0;
    double sum = 0;
    for (int t = 0; t < THREADS; t++) sum += seconds[t];
    printf("%s, %zu of them, %d threads: %.3f us, %zu bytes\n", argv[1], n, THREADS, 1e6 * sum / (double)n / THREADS,
           grown / n);
    return 0;
  }
  if (MYTHREAD == 0) fprintf(stderr, "usage: growth {start | teams N | flight N | barrier N | all N | graph N}\n");
  return 2;
}
