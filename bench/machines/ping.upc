/* SPDX-License-Identifier: BSD-3-Clause
 * Two threads measure the network between them, and print it as the file of a simulated machine (docs/machines.md). A
 * message goes from thread 0 to thread 1, and one back: half of that is the way of a message. The fastest of several.
 *   ping [REPETITIONS] */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <bupc_extensions.h>
#include "measure/median.h"

enum { SHORT = 8, LONG = 64 << 10, LONGER = 512 << 10 };

static bupc_sem_t *shared come[THREADS];
static shared [] char *shared room[THREADS];
static bupc_sem_t *come_there, *come_here;
static shared [] char *room_there;
static char *data;
static double sending;                  /* seconds that the last send has taken */

static void send(size_t bytes) {
  double start = now();
  bupc_memput_signal(room_there, data, bytes, come_there, 1);
  sending = now() - start;
}

static void keep_least(double *least, double x) {
  if (x < *least) *least = x;
}

/* The least of one way, and of what a send takes its thread. */
static double one_way(size_t bytes, int n, double *send_takes) {
  double way = DBL_MAX, takes = DBL_MAX;
  int r;
  for (r = -2; r < n; r++) { /* the first two open connections */
    double start;
    upc_barrier;
    start = now();
    if (MYTHREAD == 0) send(bytes);
    bupc_sem_wait(come_here);
    if (MYTHREAD == 1) send(bytes);
    if (r < 0) continue;
    keep_least(&way, (now() - start) / 2);
    keep_least(&takes, sending);
  }
  if (send_takes != NULL) *send_takes = takes;
  return way;
}

/* On average: threads leave a barrier at different times. */
static double barrier_takes(int n) {
  double start = now();
  int r;
  for (r = 0; r < n; r++) upc_barrier;
  return (now() - start) / n;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 31, other = 1 - MYTHREAD;
  double takes, way, byte, barrier;
  if (THREADS != 2 || n < 1) {
    if (MYTHREAD == 0)
      fprintf(stderr, "ping: %d threads, %d repetitions, must be 2 threads and 1 or more\n", THREADS, n);
    return 2;
  }
  come[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER);
  room[MYTHREAD] = (shared [] char *)upc_alloc(LONGER);
  data = allocate(LONGER, 1, "messages");
  upc_barrier;
  come_here = come[MYTHREAD], come_there = come[other], room_there = room[other];
  way = one_way(SHORT, n, &takes);
  byte = -one_way(LONG, n, NULL);
  byte = (byte + one_way(LONGER, n, NULL)) / (LONGER - LONG);
  barrier = barrier_takes(n);
  if (MYTHREAD == 0)
    printf("flat\nlink-latency %.2f us\nlink-bandwidth %.4f MB/s\nsend-time %.2f us\nreceive-time %.2f us\n"
           "barrier-round-time %.2f us\nhost-factor 0\n",
           (way - 2 * takes - SHORT * byte) * 1e6, 1e-6 / byte, takes * 1e6, takes * 1e6, barrier * 1e6);
  upc_barrier;
  return 0;
}
