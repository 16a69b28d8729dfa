// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's semaphores and memput with signal: counting, boolean, several producers and consumers, and that the
// data is there once the signal is.
#define BUPC_USE_UPC_NAMESPACE
#include "../../../../tests/upc/check.h"

enum { ROUNDS = 300, WORDS = 64 };
static bupc_sem_t *shared full[THREADS], *shared empty[THREADS];
static shared [WORDS] int box[WORDS * THREADS];
static shared int taken[THREADS];

static void alone(int flags, int integer) {
  bupc_sem_t *s = bupc_sem_alloc(flags);
  CHECK_EQ(upc_threadof(s), MYTHREAD);
  CHECK(!bupc_sem_try(s));
  bupc_sem_post(s);
  CHECK(bupc_sem_try(s));
  CHECK(!bupc_sem_try(s));
  bupc_sem_post(s);
  bupc_sem_wait(s);
  if (integer) {
    bupc_sem_postN(s, 5);
    CHECK(!bupc_sem_tryN(s, 6));
    CHECK(bupc_sem_tryN(s, 3));
    bupc_sem_waitN(s, 2);
    bupc_sem_postN(s, 1000);
    bupc_sem_postN(s, BUPC_SEM_MAXVALUE - 1000);
    bupc_sem_waitN(s, BUPC_SEM_MAXVALUE);
  } else {
    bupc_sem_post(s);
    bupc_sem_post(s);
    CHECK(bupc_sem_try(s));
  }
  CHECK(!bupc_sem_try(s));
  bupc_sem_free(s);
}

// Round the ring: my right neighbour's box is filled when it has said it is empty.
static void ring(int async) {
  int right = (MYTHREAD + 1) % THREADS;
  int out[WORDS];
  for (int r = 0; r < ROUNDS; r++) {
    for (int i = 0; i < WORDS; i++) out[i] = r * 1000 + i + MYTHREAD;
    bupc_sem_wait(empty[MYTHREAD]);
    if (async) bupc_memput_signal_async(&box[WORDS * right], out, sizeof out, full[right], 1);
    else bupc_memput_signal(&box[WORDS * right], out, sizeof out, full[right], 1);
    bupc_sem_wait(full[MYTHREAD]);
    int left = (MYTHREAD + THREADS - 1) % THREADS;
    for (int i = 0; i < WORDS; i++) CHECK_EQ(box[WORDS * MYTHREAD + i], r * 1000 + i + left);
    bupc_sem_post(empty[left]);
  }
}

int main(void) {
  alone(0, 1);
  alone(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER, 1);
  alone(BUPC_SEM_BOOLEAN | BUPC_SEM_MPRODUCER | BUPC_SEM_MCONSUMER, 0);

  full[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  empty[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_BOOLEAN | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
  bupc_sem_post(empty[MYTHREAD]);
  upc_barrier;
  ring(0);
  ring(1);
  upc_barrier;
  CHECK(!bupc_sem_try(full[MYTHREAD]));
  upc_barrier;

  // Everybody posts to thread 0 and everybody takes from it; then thread 0 alone takes all at once.
  for (int r = 0; r < ROUNDS; r++) {
    if (r % 3 == 0) upc_sem_postN(full[0], 3);
    upc_sem_wait(full[0]);
    taken[MYTHREAD]++;
  }
  upc_barrier;
  CHECK(!upc_sem_try(full[0]));
  upc_barrier;
  upc_memput_signal(&box[MYTHREAD], (int[]){(int)MYTHREAD}, sizeof(int), full[0], 2);
  if (MYTHREAD == 0) bupc_sem_waitN(full[0], 2 * THREADS);
  upc_barrier;
  CHECK(!bupc_sem_try(full[0]));
  CHECK_EQ(taken[MYTHREAD], ROUNDS);
  upc_barrier;
  upc_sem_t *mine = full[MYTHREAD];
  upc_sem_free(mine);
  bupc_sem_free(NULL);
  return done();
}
