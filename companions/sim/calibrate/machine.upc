/* SPDX-License-Identifier: BSD-3-Clause
 * Two threads measure their machine, and print words of a machine's file (machine_files.md): of the network if
 * they are far from each other, else of their node. Each figure of the network is the least of several, of a node the
 * median, or what a quarter is below. The simulator charges what simulation.md says, so each is measured in that
 * way.
 *   machine [REPETITIONS]
 *   machine REPETITIONS memory     any number of threads of a node: copies longer than its caches (memory.upc) */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include <upc_castable.h>
#include <bupc_extensions.h>
#include <upc_stride_coll.h>
#include "../../../bench/measure/clock.h"
#include "kinds.h"

enum { SHORT = 8, LONGEST = 1 << 20, TRAIN = 16, MESSAGE = 4096 };
/* Up to MESSAGE bytes go as messages, more as streams (conduits/sim/transfer.c). */
static const size_t size[] = {SHORT, 1024, MESSAGE, 8192, 16384, 32768, 65536, 131072, 262144, LONGEST};
enum { SIZES = sizeof size / sizeof *size, MESSAGES = 3 };
#define LONG_ENOUGH 0.1                 /* seconds: longer streams are not measured on a slow network */

static bupc_sem_t *shared come[THREADS];
static shared unsigned long counter[THREADS];
static strict shared int flag[THREADS];
static bupc_sem_t *come_there, *come_here;
static shared [] char *room_there;
static upc_stride_array_t blocks, copies; /* of LONGEST bytes, one on each thread */
static char *data;
static shared double longest_way;
static int repetitions, me, other, sizes = SIZES;

static void keep_least(double *least, double x) {
  if (x < *least) *least = x;
}

static void send(size_t bytes) { bupc_memput_signal(room_there, data, bytes, come_there, 1); }

/* ---- far ---- */

/* A message goes from thread 0 to thread 1, and one back: half of that. *takes: the time of a send of its thread. */
static double message_way(size_t bytes, double *takes) {
  double way = DBL_MAX;
  int r;
  *takes = DBL_MAX;
  for (r = -2; r < repetitions; r++) { /* the first two open connections */
    double start, sent;
    upc_barrier;
    start = now();
    if (me == 0) send(bytes);
    sent = now();
    bupc_sem_wait(come_here);
    if (me == 1) start = sent = now(), send(bytes), sent = now();
    if (r < 0) continue;
    if (me == 0) keep_least(&way, (now() - start) / 2);
    keep_least(takes, sent - start);
  }
  return way;
}

/* The time from one message of a train to the next: first one message and its answer, then a train of them. */
static double gap(size_t bytes) {
  double took[2] = {DBL_MAX, DBL_MAX};
  int r, i, which;
  for (r = -1; r < repetitions; r++)
    for (which = 0; which < 2; which++) {
      double start;
      int count = which ? TRAIN : 1;
      upc_barrier;
      start = now();
      if (me == 0) {
        for (i = 0; i < count; i++) send(bytes);
        bupc_sem_wait(come_here);
        if (r >= 0) keep_least(&took[which], now() - start);
      } else {
        bupc_sem_waitN(come_here, (uint64_t)count);
        send(SHORT);
      }
    }
  return (took[1] - took[0]) / (TRAIN - 1);
}

/* What the receiver's processor takes for a message that has come: it sleeps until all of a train have, and takes them.
 * Without messages it only sleeps. */
static double taking(double rest) {
  double took[2] = {DBL_MAX, DBL_MAX};
  int r, i, which;
  for (r = 0; r < repetitions; r++)
    for (which = 0; which < 2; which++) {
      double start;
      upc_barrier;
      start = now();
      for (i = 0; me == 1 && which && i < TRAIN; i++) send(SHORT);
      if (me == 0) usleep((useconds_t)(rest * 1e6) + 1);
      if (me == 0 && which) bupc_sem_waitN(come_here, TRAIN);
      keep_least(&took[which], now() - start);
    }
  return took[1] > took[0] ? (took[1] - took[0]) / TRAIN : 0;
}

static void broadcast(int root, size_t bytes) {
  size_t place = (size_t)root * LONGEST;
  upc_stride_broadcast(UPC_SECTION(blocks, UPC_STRIDE_ALL), upc_stride_at(blocks, &place), bytes,
                       UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

/* A stream, and a short message back, which takes `back`. The receiver has said where the stream goes before that. */
static double stream_way(size_t bytes, double back) {
  double least = DBL_MAX;
  int r;
  for (r = -2; r < repetitions; r++) {
    double start;
    upc_barrier;
    if (me == 0) usleep((useconds_t)(2e6 * back) + 1);
    start = now();
    broadcast(0, bytes);
    if (me == 1) send(SHORT);
    else bupc_sem_wait(come_here);
    if (r >= 0) keep_least(&least, now() - start);
  }
  return least - back;
}

/* A fetch-add there and back. */
static double atomic_takes(void) {
  double least = DBL_MAX;
  int r;
  for (r = 0; r < repetitions; r++) {
    double start;
    upc_barrier;
    start = now();
    if (me == 0) bupc_atomicU64_fetchadd_strict((shared uint64_t *)&counter[other], 1);
    if (me == 0) keep_least(&least, now() - start);
    upc_barrier; /* whoever is in a barrier serves requests */
  }
  return least;
}

/* What a fence takes when a message has arrived long ago: nothing, unless the thread then asks whether it has. */
static double fence_takes(double answered) {
  double least = DBL_MAX;
  int r;
  for (r = 0; r < repetitions; r++) {
    double start;
    upc_barrier;
    send(SHORT);
    bupc_sem_wait(come_here);
    if (me == 0) usleep((useconds_t)(1e6 * answered) + 1);
    start = now();
    if (me == 0) upc_fence;
    if (me == 0) keep_least(&least, now() - start);
    upc_barrier; /* whoever is in a barrier serves requests */
  }
  return least;
}

static double look_takes(void) {
  double least = DBL_MAX;
  int r, i;
  for (r = 0; r < repetitions; r++) {
    double start;
    upc_barrier;
    start = now();
    for (i = 0; i < TRAIN; i++) bupc_sem_try(come_here);
    keep_least(&least, (now() - start) / TRAIN);
  }
  return least;
}

/* On average: threads leave a barrier at different times. */
static double barrier_takes(void) {
  double start;
  int r;
  upc_barrier;
  start = now();
  for (r = 0; r < repetitions; r++) upc_barrier;
  return (now() - start) / repetitions;
}

/* The times of streams, and what one byte more takes of the longest. */
static double streams(double *way) {
  int i;
  for (i = MESSAGES; i < sizes; i++) {
    way[i] = stream_way(size[i], way[0]);
    if (me == 0) longest_way = way[i];
    upc_barrier;
    if (longest_way > LONG_ENOUGH && i > MESSAGES) sizes = i + 1;
    upc_barrier;
  }
  return (way[sizes - 1] - way[sizes - 2]) / (double)(size[sizes - 1] - size[sizes - 2]);
}

/* 1: a stream is there when the receiver comes, at least half of its way later than the sender. */
static int is_eager(size_t bytes, double way) {
  double least = DBL_MAX;
  int r;
  for (r = 0; r < repetitions; r++) {
    double start;
    upc_barrier;
    if (me == 0) usleep((useconds_t)(2e6 * way) + 1);
    start = now();
    broadcast(1, bytes);
    keep_least(&least, now() - start);
  }
  return least < way / 2;
}

/* The number of the first size from which on a stream takes more than a latency longer than its bytes explain: the
 * sender asks first. */
static int first_asked(const double *way, double latency, double byte) {
  int i = MESSAGES;
  while (i < sizes && way[i] - way[i - 1] - byte * (double)(size[i] - size[i - 1]) <= latency) i++;
  return i;
}

/* The simulator's time of a message is send-time, the bytes on the links, link-latency, receive-time. In a train the
 * longest of the first, the second and the last is the gap between two messages. */
static void measure_network(void) {
  double send_takes, any, take, look, latency, asked, fence, barrier, byte, forward, wire, most = 0;
  double way[SIZES], gaps[MESSAGES];
  size_t eager = 0;
  int i, asks;
  way[0] = message_way(SHORT, &send_takes);
  for (i = 1; i < MESSAGES; i++) way[i] = message_way(size[i], &any);
  for (i = 0; i < MESSAGES; i++) gaps[i] = gap(size[i]);
  byte = streams(way);
  for (i = MESSAGES; i < sizes; i++) /* both threads measure all */
    if (is_eager(size[i], way[i]) && (i == MESSAGES || eager == size[i - 1])) eager = size[i];
  take = taking(2 * (way[0] + TRAIN * gaps[0]));
  look = look_takes();
  asked = atomic_takes();
  fence = fence_takes(2 * way[0]);
  barrier = barrier_takes();
  if (me != 0) return;
  for (i = 0; i < MESSAGES; i++)       /* else an end is slower, not the links */
    if (gaps[i] < 1.1 * (send_takes > take ? send_takes : take)) gaps[i] = byte * (double)size[i];
  latency = way[0] - send_takes - take - gaps[0];
  if (latency < 0) latency = 0;
  /* A switch between the two links sends packets on as a whole: then a long message takes the time of a packet more. */
  forward = way[MESSAGES - 1] - send_takes - take - latency - gaps[MESSAGES - 1];
  if (forward < 0.02 * way[MESSAGES - 1]) forward = 0;
  asks = first_asked(way, latency, byte);
  asked -= send_takes + 2 * latency;
  printf("flat\nlink-latency %.3f us\nlink-bandwidth %.4f MB/s\nbytes-time", latency * 1e6, 1e-6 / byte);
  for (i = 0; i < sizes; i++) { /* no longer message takes less */
    wire = i < MESSAGES ? gaps[i] : way[i] - send_takes - take - forward - latency * (i < asks ? 1 : 3);
    if (wire > most) most = wire;
    printf(" %zu:%.3fus", size[i], most * 1e6);
  }
  printf("\npacket %.0f\nsend-time %.3f us\nreceive-time %.3f us\n", forward / byte, send_takes * 1e6, take * 1e6);
  printf("look-time %.3f us\nserve-time %.3f us\n", look * 1e6, asked > 0 ? asked * 1e6 : 0);
  printf("barrier-round-time %.3f us\n", barrier * 1e6);
  printf("arrival %s\n", fence > way[0] ? "asked" : "told");
  printf("eager %zu\nrendezvous %s\n", eager, asks < sizes ? "sender" : "receiver");
}

/* ---- near ---- */

enum { OFTEN = 400 };                   /* repetitions there, which are short */

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* The time that so many of n are below. */
static double ranked(double *times, int n, int below) {
  qsort(times, (size_t)n, sizeof *times, ascending);
  return times[below];
}

/* A message of the library: a ring of slots full there and one back, and one each way at once. For each ring, the
 * sender finds a report of free slots, which costs as much as a message. Calls that begin at the same time are a little
 * faster than those in a row: a quarter of the rounds are as fast. */
static double signal_takes(void) {
  enum { SLOTS = 8 };                   /* among threads that share memory (src/transport/channel.upc) */
  double ways[OFTEN], crosses[OFTEN];
  int r, i, swapped[] = {1, 0};
  for (r = -2; r < OFTEN; r++) {
    double start;
    upc_barrier;
    start = now();
    for (i = 0; i < SLOTS; i++) broadcast(0, SHORT), broadcast(1, SHORT);
    ways[r < 0 ? 0 : r] = (now() - start) / 2;
    upc_barrier;
    start = now();
    for (i = 0; i < SLOTS; i++)
      upc_stride_permute(UPC_SECTION(copies, UPC_STRIDE_ALL), UPC_SECTION(blocks, UPC_STRIDE_ALL), swapped, SHORT,
                         UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    crosses[r < 0 ? 0 : r] = now() - start;
  }
  return (ranked(ways, OFTEN, OFTEN / 4) + ranked(crosses, OFTEN, OFTEN / 4)) / (2 * (SLOTS + 1));
}

/* Each thread in turn finds the other one's flag and sets its own: a read and a write that order threads. */
static double access_takes(void) {
  double least = DBL_MAX;
  int r, i;
  enum { TURNS = 20 };
  for (r = 0; r < repetitions; r++) {
    double start;
    flag[me] = 0;
    upc_barrier;
    start = now();
    for (i = 1; i <= TURNS; i++) {
      if (me == 0) flag[1] = i;
      while (flag[me] != i) {}
      if (me == 1) flag[0] = i;
    }
    keep_least(&least, (now() - start) / (4.0 * TURNS));
  }
  return least;
}

/* The time in which thread 0 copies what the owner, thread 0 or 1, has written before it wrote others. */
static double copy_of(int owner, size_t bytes, size_t others) {
  double times[OFTEN];
  size_t mine = (size_t)me * LONGEST, its = (size_t)owner * LONGEST, i;
  char *block = (char *)upc_stride_at(blocks, &mine), *to = (char *)upc_stride_at(copies, &mine);
  shared [] char *from = (shared [] char *)upc_stride_at(blocks, &its);
  int r, often = bytes > MESSAGE ? OFTEN / 8 : OFTEN / 2;
  for (r = -1; r < often; r++) {
    double start;
    for (i = 0; i < bytes; i++) block[i] = (char)(i + (size_t)r);
    for (i = 0; i < others; i++) data[i] = (char)(i + (size_t)r);
    upc_barrier;
    start = now();
    if (me == 0) upc_memget(to, from, bytes);
    if (r >= 0) times[r] = now() - start;
    upc_barrier;
  }
  return ranked(times, often, often / 2);
}

/* What is in the innermost cache of another core takes longer to get than what is in its next one: the mean. */
static double copy_takes(int owner, size_t bytes) {
  enum { INNERMOST = 65536 };
  return (copy_of(owner, bytes, 0) + copy_of(owner, bytes, INNERMOST)) / 2;
}

/* The bytes a second that a thread combines with others, which another thread has just written: each gets sums of its
 * half. */
static double combined_a_second(void) {
  enum { VALUES = 16384 };
  size_t shape = 4 * VALUES, halves = 2 * VALUES, half = VALUES, results = 2 * VALUES, mine = (size_t)me * halves, i;
  upc_stride_array_t parts = upc_stride_all_alloc(1, &shape, &halves, sizeof(double), 0, NULL),
                     sums = upc_stride_all_alloc(1, &results, &half, sizeof(double), 0, NULL);
  double *part = (double *)upc_stride_at(parts, &mine), times[2][OFTEN / 8];
  const size_t count[] = {1, VALUES};
  const int often = OFTEN / 8;
  int r, which;
  for (r = -1; r < often; r++)
    for (which = 0; which < 2; which++) {
      double start;
      for (i = 0; i < halves; i++) part[i] = (double)i + r;
      upc_barrier;
      start = now();
      upc_stride_reduce_scatter(UPC_SECTION(sums, UPC_STRIDE_ALL), UPC_SECTION(parts, UPC_STRIDE_ALL), count[which],
                                UPC_ADD, UPC_DOUBLE, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
      if (r >= 0) times[which][r] = now() - start;
      upc_barrier;
    }
  upc_stride_all_free(parts), upc_stride_all_free(sums);
  return (VALUES - 1) * sizeof(double) / (ranked(times[1], often, often / 2) - ranked(times[0], often, often / 2));
}

/* Computes for 50 ms, so that the system gives each thread its own core. */
static void spread_out(void) {
  double start = now();
  while (now() - start < 0.05) {}
  upc_barrier;
}

static void print_copies(const char *word, double *takes) {
  double first = takes[0];             /* what a short copy takes is not of its bytes */
  int i;
  printf("%s-bytes-time", word);
  for (i = 1; i < SIZES; i++) {        /* no longer copy takes less */
    if (takes[i] < takes[i - 1]) takes[i] = takes[i - 1];
    printf(" %zu:%.1fns", size[i], (takes[i] - first) * 1e9);
  }
  printf("\n");
}

static void measure_node(void) {
  double signal, access, combined, near[SIZES], own[SIZES];
  int i;
  spread_out();
  signal = signal_takes(), access = access_takes();
  for (i = 0; i < SIZES; i++) near[i] = copy_takes(1, size[i]), own[i] = copy_takes(0, size[i]);
  combined = combined_a_second();
  if (me != 0) return;
  printf("threads-per-node %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
  printf("near-latency %.1f ns\nnear-time %.1f ns\n", signal * 1e9, access * 1e9);
  print_copies("near", near);
  print_copies("own", own);
  if (combined > 0 && combined < 1e18) printf("combine-bandwidth %.3f GB/s\n", combined * 1e-9);
  print_kinds();
}

int main(int argc, char **argv) {
  size_t shape = 2 * (size_t)LONGEST, block = LONGEST, there;
  repetitions = argc > 1 ? atoi(argv[1]) : 31, me = MYTHREAD, other = 1 - me;
  if (argc > 2 && repetitions > 0) {
    spread_out();
    measure_memory(repetitions, LONGEST);
    return 0;
  }
  if (THREADS != 2 || repetitions < 1) {
    if (me == 0)
      fprintf(stderr, "machine: %d threads, %d repetitions, must be 2 threads and 1 or more\n", THREADS, repetitions);
    return 2;
  }
  come[me] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER);
  blocks = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  copies = upc_stride_all_alloc(1, &shape, &block, 1, 0, NULL);
  data = malloc(LONGEST);
  if (data == NULL) {
    fprintf(stderr, "machine: no memory for messages\n");
    upc_global_exit(1);
  }
  memset(data, 1, LONGEST);
  upc_barrier;
  there = (size_t)other * LONGEST;
  come_here = come[me], come_there = come[other], room_there = (shared [] char *)upc_stride_at(blocks, &there);
  if (upc_cast((shared char *)&counter[other]) != NULL) measure_node();
  else measure_network();
  upc_barrier;
  return 0;
}
