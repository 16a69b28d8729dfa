/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Signals: a row of words in each thread's memory, one word for every other thread, written by that thread alone
 * with the number of signals it has sent so far. Rows are allocated at a thread's first signal or wait and
 * published in a directory; whoever needs one that is not there yet waits for its owner to come. */
#include "signal.h"
#include "wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

typedef unsigned long long word_t;
typedef strict shared [] word_t *row_t;

static shared row_t directory[THREADS];       /* row of each thread, valid once published */
static strict shared int published[THREADS];

static row_t mine, *row;                      /* my row; the others' rows, as far as known */
static word_t *sent, *got;                    /* to and from each thread, so far           */
static size_t apart;                          /* words from one signal to the next         */

/* Words on cache lines of their own, so that two senders do not slow each other; past 512 threads memory counts. */
static size_t distance(void) { return THREADS <= 512 ? 64 / sizeof(word_t) : 1; }

static void *room(size_t size) {
  void *p = calloc((size_t)THREADS, size);
  if (p == NULL) {
    fprintf(stderr, "upc_stride: no memory for %zu bytes of counters\n", THREADS * size);
    upc_global_exit(1);
  }
  return p;
}

static void publish(void) {
  size_t bytes;
  apart = distance();
  bytes = (size_t)THREADS * apart * sizeof(word_t);
  row = room(sizeof *row);
  sent = room(sizeof *sent);
  got = room(sizeof *got);
  mine = (row_t)upc_alloc(bytes);
  if (mine == NULL) {
    fprintf(stderr, "upc_stride: no shared memory for %zu bytes of signals\n", bytes);
    upc_global_exit(1);
  }
  memset((void *)mine, 0, bytes);
  directory[MYTHREAD] = mine;
  published[MYTHREAD] = 1;
}

static row_t row_of(int thread) {
  if (row[thread] == NULL) {
    unsigned turn = 0;
    while (!published[thread]) upc_stride_relax(turn++);
    row[thread] = directory[thread];
  }
  return row[thread];
}

void upc_stride_signal(int thread) {
  if (mine == NULL) publish();
  row_of(thread)[(size_t)MYTHREAD * apart] = ++sent[thread];
}

void upc_stride_await(int thread) {
  word_t number;
  unsigned turn = 0;
  if (mine == NULL) publish();
  number = ++got[thread];
  while (mine[(size_t)thread * apart] < number) upc_stride_relax(turn++);
}
