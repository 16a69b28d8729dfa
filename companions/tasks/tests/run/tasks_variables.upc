// SPDX-License-Identifier: BSD-3-Clause
// Synchronisation variables: tasks wait for each other without a deadlock on one thread, and threads for threads.
#include <upc.h>
#include <upc_task.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

enum { MANY = 1000 };
shared upc_syncvar_t box[THREADS];
shared upc_singlevar_t once[THREADS];
shared [MANY] upc_syncvar_t chain[THREADS][MANY + 1];
shared long received[THREADS];

// Consumers begin first, so all of them wait.
struct link { int of, number; };
void pass_on(void *args) {
  struct link *l = args;
  int value;
  upc_syncvar_readFE(&chain[l->of][l->number], &value, sizeof value);
  value++;
  upc_syncvar_writeEF(&chain[l->of][l->number + 1], &value, sizeof value);
}

void produce(void *args) {
  int of = *(int *)args;
  for (long i = 0; i < MANY; i++) upc_syncvar_writeEF(&box[of], &i, sizeof i);
}
void consume(void *args) {
  int of = *(int *)args;
  long value, sum = 0;
  for (int i = 0; i < MANY; i++) {
    upc_syncvar_readFE(&box[of], &value, sizeof value);
    CHECK(value == i);
    sum += value;
  }
  received[of] = sum;
}

void read_once(void *args) {
  double value;
  upc_singlevar_read(&once[*(int *)args], &value, sizeof value);
  CHECK(value == 2.5);
}

int main(void) {
  int me = MYTHREAD, value = 0, there;
  double half = 2.5;
  upc_task_group_t group;
  upc_task_open(&group);
  for (int i = 0; i < MANY; i++) {
    struct link l = {me, i};
    upc_task_begin(pass_on, &l, sizeof l);
  }
  upc_syncvar_writeEF(&chain[me][0], &value, sizeof value);
  upc_syncvar_readFE(&chain[me][MANY], &value, sizeof value);
  CHECK(value == MANY);
  upc_task_wait(&group);

  upc_task_open(&group);
  upc_task_begin(consume, &me, sizeof me);
  upc_task_begin(produce, &me, sizeof me);
  for (int i = 0; i < 50; i++) upc_task_begin(read_once, &me, sizeof me);
  CHECK(!upc_singlevar_isFull(&once[me]));
  upc_singlevar_write(&once[me], &half, sizeof half);
  CHECK(upc_singlevar_isFull(&once[me]));
  upc_task_wait(&group);
  CHECK(received[me] == (long)MANY * (MANY - 1) / 2);

  value = 7;
  upc_syncvar_writeXF(&chain[me][0], &value, sizeof value);
  value = 8;
  upc_syncvar_writeFF(&chain[me][0], &value, sizeof value);
  upc_syncvar_readFF(&chain[me][0], &there, sizeof there);
  CHECK(there == 8 && upc_syncvar_isFull(&chain[me][0]));
  upc_syncvar_reset(&chain[me][0]);
  CHECK(!upc_syncvar_isFull(&chain[me][0]));
  upc_barrier;

  // A token goes round all threads; each waits for it in main.
  int next = (me + 1) % THREADS;
  for (int round = 0; round < 20; round++) {
    int token = round;
    if (me == 0) upc_syncvar_writeEF(&box[next], &token, sizeof token);
    upc_syncvar_readFE(&box[me], &token, sizeof token);
    CHECK(token == round);
    if (me != 0) upc_syncvar_writeEF(&box[next], &token, sizeof token);
  }
  upc_barrier;
  return done();
}
