// SPDX-License-Identifier: BSD-3-Clause
// Messages of a thread that computes for long before it waits. On a simulated machine the others go on meanwhile, and
// send messages as well.
#include <upc.h>
#include <upc_nb.h>
#include "../../../../tests/upc/check.h"

enum { PUTS = 20, BYTES = 1000 };

shared [PUTS * BYTES] unsigned char got[PUTS * BYTES * THREADS];

static unsigned char byte(int thread, int put, int i) { return (unsigned char)(thread * 101 + put * 7 + i); }

int main(void) {
  static unsigned char data[PUTS][BYTES];
  const int next = (MYTHREAD + 1) % THREADS, last = (MYTHREAD + THREADS - 1) % THREADS;
  upc_handle_t handle[PUTS];
  volatile double sum = 0;
  for (int put = 0; put < PUTS; put++) {
    for (int i = 0; i < BYTES; i++) data[put][i] = byte(MYTHREAD, put, i);
    handle[put] = upc_memput_nb(&got[((size_t)next * PUTS + (size_t)put) * BYTES], data[put], BYTES);
  }
  for (long i = 0; i < 150000000; i++) sum += 1; // some tenths of a second, without a call
  for (int put = 0; put < PUTS; put++) upc_sync(handle[put]);
  upc_barrier;
  const unsigned char *mine = (const unsigned char *)&got[(size_t)MYTHREAD * PUTS * BYTES];
  for (int put = 0; put < PUTS; put++)
    for (int i = 0; i < BYTES; i++) CHECK_EQ(mine[put * BYTES + i], byte(last, put, i));
  return done();
}
