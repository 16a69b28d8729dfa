// SPDX-License-Identifier: BSD-3-Clause
// A loop may wait for another thread by Berkeley's atomics, by a semaphore, or by bupc_poll beside a plain read: it
// comes to its end also where the thread that it waits for is far.
#include "../../../../tests/upc/check.h"
#include <stdint.h>

static shared [] uint64_t word[1];
static shared [] int flag[1];
static bupc_sem_t *shared semaphore;

// Thread `waits` waits in the statement for the other one, which comes later.
#define WAY(waits, statement)                      \
  do {                                             \
    if (MYTHREAD == 0) word[0] = flag[0] = 0;      \
    upc_barrier;                                   \
    if (MYTHREAD == (waits)) { statement; }        \
    if (MYTHREAD == 1 - (waits)) {                 \
      for (int i = 0; i < 1000; i++) upc_fence;    \
      word[0] = 1, flag[0] = 1;                    \
      bupc_sem_post(semaphore);                    \
    }                                              \
    upc_barrier;                                   \
    if (MYTHREAD == 0) bupc_sem_try(semaphore);    \
    upc_barrier;                                   \
  } while (0)

int main(void) {
  CHECK_EQ(THREADS, 2);
  if (MYTHREAD == 0) semaphore = bupc_sem_alloc(BUPC_SEM_BOOLEAN);
  upc_barrier;
  for (int waits = 0; waits < 2; waits++) {
    WAY(waits, while (bupc_atomicU64_read_relaxed(word) == 0) {});
    WAY(waits, while (!bupc_sem_try(semaphore)) {});
    WAY(waits, while (flag[0] == 0) bupc_poll());
  }
  return done();
}
