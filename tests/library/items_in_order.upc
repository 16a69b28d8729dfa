/* SPDX-License-Identifier: BSD-3-Clause
 * Aggregated items from one thread to another arrive in order, each once (src/transport/aggregate.h): also where the
 * ring is full, messages are kept, and a slot becomes free between two looks at it. All threads send short messages as
 * fast as they can, to one slower receiver or to all. */
#include "operations.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <upc_relaxed.h>

enum { MESSAGES = 40000, MOST_ITEMS = 3, MOST_THREADS = 64 };

static uint64_t made[MOST_THREADS], got[MOST_THREADS]; /* items, by the other thread */
static int wrong;

static void deliver(int thread, const char *items, size_t bytes) {
  size_t at;
  for (at = 0; at < bytes; at += sizeof(uint64_t)) {
    uint64_t item;
    memcpy(&item, items + at, sizeof item);
    if (item != got[thread] && wrong++ < 5)
      printf("thread %d: item %llu of thread %d instead of %llu\n", (int)MYTHREAD, (unsigned long long)item, thread,
             (unsigned long long)got[thread]);
    got[thread]++;
  }
}

/* A message of a few items. */
static void send(int thread, int items) {
  for (; items > 0; items--) {
    char *item = upc_stride_aggregate_item(thread, sizeof(uint64_t));
    memcpy(item, &made[thread], sizeof(uint64_t));
    made[thread]++;
  }
  upc_stride_aggregate_send(thread);
}

static uint64_t items_of(int i) { return (uint64_t)(1 + i % MOST_ITEMS); }

int main(void) {
  uint64_t expected = 0;
  int i, t;
  upc_stride_start();
  upc_stride_aggregate_open(deliver);
  upc_barrier;
  for (i = 0; i < MESSAGES; i++) {
    const int to = i % 4 == 0 ? (MYTHREAD + 1 + i / 4) % THREADS : 0;
    if (to != MYTHREAD) send(to, (int)items_of(i));
    if (MYTHREAD == 0) upc_stride_aggregate_poll(0);
  }
  upc_stride_aggregate_send_all();
  upc_stride_wait_for_all("items");
  for (t = 0; t < THREADS; t++) {
    for (expected = 0, i = 0; i < MESSAGES; i++)
      if (t != MYTHREAD && (i % 4 == 0 ? (t + 1 + i / 4) % THREADS : 0) == MYTHREAD) expected += items_of(i);
    if (got[t] == expected) continue;
    printf("thread %d: %llu items of thread %d, expected %llu\n", (int)MYTHREAD, (unsigned long long)got[t], t,
           (unsigned long long)expected);
    wrong++;
  }
  if (wrong > 0) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
