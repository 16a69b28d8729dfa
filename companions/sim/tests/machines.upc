// SPDX-License-Identifier: BSD-3-Clause
// Messages on a simulated machine whose figures are known, for machines.sh: their times are compared with closed forms.
// machines PATTERN BYTES SEND_TIME RECEIVE_TIME LATENCY BANDWIDTH, in seconds and bytes a second.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_tick.h>
#include <bupc_extensions.h>

bupc_sem_t *shared come[THREADS];
shared [] char *shared room[THREADS];
static char *data;
static size_t bytes;
static bupc_sem_t **to_come;               // what the arrays above have, read before the time is taken
static shared [] char **to_room;

static void make(void) {
  come[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER);
  room[MYTHREAD] = (shared [] char *)upc_alloc(bytes * 64);
  data = (char *)(room[MYTHREAD]);
  to_come = malloc(THREADS * sizeof *to_come);
  to_room = malloc(THREADS * sizeof *to_room);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) to_come[t] = come[t], to_room[t] = room[t];
  upc_barrier;
}

static void send_to(int to) { bupc_memput_signal(to_room[to], data, bytes, to_come[to], 1); }
static void receive(void) { bupc_sem_wait(to_come[MYTHREAD]); }
static double now(void) { return 1e-9 * (double)upc_ticks_to_ns(upc_ticks_now()); }

// There and back.
static void ping(void) {
  if (MYTHREAD == 0) send_to(1), receive();
  if (MYTHREAD == 1) receive(), send_to(0);
}

// Once round all threads.
static void ring(void) {
  if (MYTHREAD > 0) receive();
  send_to((MYTHREAD + 1) % THREADS);
  if (MYTHREAD == 0) receive();
}

// A binomial tree from thread 0: the largest subtree first. A thread's messages share its link: short ones follow each
// other; k long ones arrive together, after k times the flow of one.
static void binomial(void) {
  int low = 1;
  if (MYTHREAD > 0) receive();
  while (low < THREADS && !(MYTHREAD & low)) low *= 2;
  for (low /= 2; low > 0; low /= 2)
    if (MYTHREAD + low < THREADS) send_to(MYTHREAD + low);
}

enum { SEGMENTS = 64 };

static void chain(void) {
  for (int i = 0; i < SEGMENTS; i++) {
    if (MYTHREAD > 0) receive();
    if (MYTHREAD + 1 < THREADS) send_to(MYTHREAD + 1);
  }
}

// All to all, pairwise: in round r to thread + r.
static void exchange(void) {
  for (int r = 1; r < THREADS; r++) send_to((MYTHREAD + r) % THREADS);
  for (int r = 1; r < THREADS; r++) receive();
}

static shared double ends[THREADS];

int main(int argc, char **argv) {
  const char *pattern = argv[1];
  double o_send, o_receive, latency, flow, expected, start, end = 0, hop, n = THREADS;
  if (argc < 7) return 2;
  bytes = (size_t)atol(argv[2]);
  o_send = atof(argv[3]), o_receive = atof(argv[4]), latency = atof(argv[5]);
  flow = (double)(bytes + 8) / atof(argv[6]);
  hop = o_send + flow + latency + o_receive;
  make();
  start = now();
  if (strcmp(pattern, "ping") == 0) ping(), expected = 2 * hop;
  else if (strcmp(pattern, "ring") == 0) ring(), expected = n * hop;
  else if (strcmp(pattern, "binomial") == 0)
    binomial(), expected = log2(n) * (hop + (flow > o_send ? flow * (log2(n) - 1) / 2 : 0));
  else if (strcmp(pattern, "chain") == 0) chain(), expected = (n - 1) * hop + (SEGMENTS - 1) * flow;
  else exchange(), expected = o_send + (n - 1) * flow + latency + o_receive;
  ends[MYTHREAD] = now();
  upc_barrier;
  for (int t = 0; t < THREADS; t++)
    if (ends[t] > end) end = ends[t];
  if (MYTHREAD == 0) {
    double took = end - start, off = took / expected - 1;
    printf("%s, %d threads, %zu bytes: %.9f s, expected %.9f s\n", pattern, THREADS, bytes, took, expected);
    if (fabs(off) > 0.02) printf("FAIL: %.1f%% off\n", 100 * off);
    else printf("PASS\n");
  }
  upc_barrier;
  return 0;
}
