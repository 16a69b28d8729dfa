// SPDX-License-Identifier: BSD-3-Clause
// smp's test mode that delays transfers (UPC_SMP_LATENCY=30000 UPC_SMP_BANDWIDTH=10): copies between threads take
// their time, non-blocking ones are pending until then, and what is the thread's own is not delayed.
#include <time.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include "../check.h"

enum { N = 200000 };           /* bytes: 20 ms on the link */
#define LATENCY 0.030
#define PASSAGE 0.020

shared [N] char A[N * THREADS];
shared [8] char word[8 * THREADS];
static char mine[N];

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static char value(int thread, int i) { return (char)(thread * 31 + i * 7 + i / 256); }

static int differ(int thread) {
  int wrong = 0;
  for (int i = 0; i < N; i++) wrong += mine[i] != value(thread, i);
  return wrong;
}

int main(void) {
  int next = (MYTHREAD + 1) % THREADS, before = (MYTHREAD + THREADS - 1) % THREADS;
  double start, least = THREADS > 1 ? LATENCY : 0;
  for (int i = 0; i < N; i++) A[(size_t)MYTHREAD * N + i] = value(MYTHREAD, i);
  upc_barrier;

  CHECK_EQ(upc_thread_info(MYTHREAD).guaranteedCastable & UPC_CASTABLE_ALL, UPC_CASTABLE_ALL);
  if (next != MYTHREAD) {
    CHECK(upc_cast(&A[(size_t)next * N]) == NULL);
    CHECK_EQ(upc_thread_info(next).guaranteedCastable, 0);
  }

  start = now();                                       /* blocking: not before its time */
  upc_memget(mine, &A[(size_t)next * N], N);
  CHECK(now() - start >= (THREADS > 1 ? LATENCY + PASSAGE : 0));
  CHECK_EQ(differ(next), 0);

  start = now();
  upc_memput(&word[8 * next], "abcdefg", 8);
  CHECK(now() - start >= least);
  upc_barrier;
  CHECK_EQ(memcmp((char *)&word[8 * MYTHREAD], "abcdefg", 8), 0);

  memset(mine, 0, N);                                  /* non-blocking: pending, and nothing there yet */
  start = now();
  upc_handle_t h = upc_memget_nb(mine, &A[(size_t)before * N], N);
  if (THREADS > 1) {
    CHECK(h != UPC_COMPLETE_HANDLE);
    CHECK(mine[1] == 0 && mine[N - 1] == 0);
  } else {
    CHECK(h == UPC_COMPLETE_HANDLE);
  }
  while (h != UPC_COMPLETE_HANDLE && !upc_sync_attempt(h)) {}
  CHECK(now() - start >= (THREADS > 1 ? LATENCY + PASSAGE : 0));
  CHECK_EQ(differ(before), 0);

  upc_barrier;                                         /* what was read is written now */
  start = now();                                       /* latencies overlap, passages do not */
  for (int i = 0; i < 3; i++) upc_memput_nbi(&A[(size_t)next * N], mine, N);
  upc_synci();
  CHECK(now() - start >= (THREADS > 1 ? LATENCY + 3 * PASSAGE : 0));
  return done();
}
