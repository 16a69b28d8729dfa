/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Signals: a row of words in each thread's memory, one word for every other thread, written by that thread alone
 * with the number of signals it has sent so far. Rows are allocated at a thread's first signal or wait and
 * published in a directory; whoever needs one that is not there yet waits for its owner to come. */
#include "signal.h"
#include "near.h"
#include "wait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#ifdef __URT__
#include <upc_castable.h>
#endif

typedef unsigned long long word_t;
typedef strict shared [] word_t *row_t;

static shared row_t directory[THREADS];       /* row of each thread, valid once published */
static strict shared int published[THREADS];

static row_t mine, *row;                      /* my row; the others' rows, as far as known */
static word_t **near_word;                    /* my word in the row of each near thread    */
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
  near_word = room(sizeof *near_word);
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

/* Makes thread's row known. */
static void find(int thread) {
  unsigned turn = 0;
  while (!published[thread]) upc_stride_relax(turn++);
  row[thread] = directory[thread];
#ifdef __URT__ /* our own runtime: near words are reached by address */
  if (upc_stride_near(thread)) near_word[thread] = (word_t *)upc_cast((shared void *)row[thread]) + MYTHREAD * apart;
#endif
}

static void write_word(int thread, word_t value) {
#ifdef __URT__ /* our own compiler has C's atomics, and a release store is all the order a signal needs */
  if (near_word[thread] != NULL) {
    __atomic_store_n(near_word[thread], value, __ATOMIC_RELEASE);
    return;
  }
#endif
  row[thread][(size_t)MYTHREAD * apart] = value;
}

static word_t read_word(int thread) {
#ifdef __URT__ /* as above: an acquire load */
  return __atomic_load_n((word_t *)mine + (size_t)thread * apart, __ATOMIC_ACQUIRE);
#else
  return mine[(size_t)thread * apart];
#endif
}

void upc_stride_signal(int thread) {
  if (mine == NULL) publish();
  if (row[thread] == NULL) find(thread);
  write_word(thread, ++sent[thread]);
}

void upc_stride_await(int thread) {
  word_t number;
  unsigned turn = 0;
  if (mine == NULL) publish();
  number = ++got[thread];
  while (read_word(thread) < number) upc_stride_relax(turn++);
}
