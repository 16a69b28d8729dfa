// SPDX-License-Identifier: BSD-3-Clause
// Messages of a thread that computes for long before it waits, or waits in a loop without a call. On a simulated
// machine the others go on meanwhile, and send messages as well. 20 messages of 8,000 bytes are more than the simulator
// takes at a time.
#include <upc.h>
#include <upc_nb.h>
#include "../../../../tests/upc/check.h"

enum { PUTS = 20, MOST = 8000 };

shared [PUTS * MOST] unsigned char got[PUTS * MOST * THREADS];
shared int go_on[THREADS];

static unsigned char byte(int thread, int put, int i) { return (unsigned char)(thread * 101 + put * 7 + i); }

int main(int argc, char **argv) {
  static unsigned char data[PUTS][MOST];
  const int bytes = argc > 1 ? atoi(argv[1]) : MOST, waits = argc > 2 && strcmp(argv[2], "waits") == 0;
  const int next = (MYTHREAD + THREADS / 2) % THREADS, last = (MYTHREAD + (THREADS + 1) / 2) % THREADS;
  int *wait = (int *)&go_on[MYTHREAD];
  upc_handle_t handle[PUTS];
  volatile double sum = 0;
  for (int put = 0; put < PUTS; put++) {
    for (int i = 0; i < bytes; i++) data[put][i] = byte(MYTHREAD, put, i);
    handle[put] = upc_memput_nb(&got[((size_t)next * PUTS + (size_t)put) * MOST], data[put], bytes);
  }
  if (!waits)
    for (long i = 0; i < 150000000; i++) sum += 1; // some hundredths of a second, without a call
  else if (MYTHREAD == 0)
    while (*wait == 0) __asm__ volatile("" ::: "memory");
  else
    go_on[0] = 1;
  for (int put = 0; put < PUTS; put++) upc_sync(handle[put]);
  upc_barrier;
  const unsigned char *mine = (const unsigned char *)&got[(size_t)MYTHREAD * PUTS * MOST];
  for (int put = 0; put < PUTS; put++)
    for (int i = 0; i < bytes; i++) CHECK_EQ(mine[put * MOST + i], byte(last, put, i));
  return done();
}
