/* SPDX-License-Identifier: BSD-3-Clause
 * collectives.h: what the drivers of bench/collectives measure. It is the same for UPC and MPI.
 *
 * Each operation is done on BYTES bytes a thread: the whole block of an exchange, a scatter or a gather; the message of
 * a broadcast; the vector of a reduction. With more threads than bytes the pieces of a block have one byte each, and
 * the block is longer. A loop repeats: barrier, a start that all agree on (start.h), operation, time. With more threads
 * than cores there is no such start. A line `operation bytes seconds` gives the median over the loop of the time until
 * the last thread ends. Every byte of the last result is checked.
 *
 * If the source is rewritten, its owner changes the sign of every word before each repetition's barrier. Then the data
 * is fresh in the owner's cache, and a result from old data is found. */
#ifndef BENCH_COLLECTIVES_H
#define BENCH_COLLECTIVES_H

#include <string.h>

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, REDUCE_ALL, PREFIX, OPERATIONS };
static const char *const operation_names[OPERATIONS] = {
    "broadcast", "scatter", "gather", "gather_all", "exchange", "permute", "reduce", "reduce_all", "prefix_reduce"};

static inline int operation_number(const char *name) {
  int o;
  for (o = 0; o < OPERATIONS; o++)
    if (strcmp(name, operation_names[o]) == 0) return o;
  return -1;
}

/* The bytes of each of the pieces, one for each thread, that a block is divided into. */
static inline unsigned long piece_bytes(unsigned long bytes, int threads) {
  return bytes < (unsigned long)threads ? 1 : bytes / (unsigned long)threads;
}

/* A word of a block. It depends on thread and position, so that a wrong piece is found. Sums of small integers are
 * exact. */
static inline double word(int thread, unsigned long i) { return (double)(1 + (thread * 131 + i * 7) % 1009); }

static inline unsigned char byte_of(double value, unsigned long at) {
  unsigned char bytes[sizeof value];
  memcpy(bytes, &value, sizeof value);
  return bytes[at % sizeof value];
}

/* Byte `at` of a thread's block whose words have this sign. */
static inline int source_byte(int thread, unsigned long at, double sign) {
  return byte_of(sign * word(thread, at / sizeof(double)), at);
}

/* The sum of threads 0 .. last's words i. */
static inline double sum_to(int last, unsigned long i, double sign) {
  int t;
  double sum = 0;
  for (t = 0; t <= last; t++) sum += sign * word(t, i);
  return sum;
}

/* The right value of byte `at` of the target of thread `me`; -1 if the operation does not write it. */
static inline int expected_byte(int operation, int me, int threads, unsigned long bytes, unsigned long at,
                                double sign) {
  unsigned long piece = piece_bytes(bytes, threads), i = at / sizeof(double), from = at / piece, within = at % piece;
  switch (operation) {
  case BROADCAST: return source_byte(0, at, sign);
  case SCATTER: return at < piece ? source_byte(0, me * piece + at, sign) : -1;
  case GATHER: return me == 0 && at < piece * threads ? source_byte((int)from, within, sign) : -1;
  case GATHER_ALL: return at < piece * threads ? source_byte((int)from, within, sign) : -1;
  case EXCHANGE: return at < piece * threads ? source_byte((int)from, me * piece + within, sign) : -1;
  case PERMUTE: return source_byte((me + threads - 1) % threads, at, sign);
  case REDUCE: return me == 0 ? byte_of(sum_to(threads - 1, i, sign), at) : -1;
  case REDUCE_ALL: return byte_of(sum_to(threads - 1, i, sign), at);
  default: return byte_of(sum_to(me, i, sign), at);
  }
}

/* The number of wrong bytes in the target of a call with `bytes` bytes a thread. */
static inline unsigned long wrong_bytes(int operation, int me, int threads, const void *target, unsigned long bytes,
                                        double sign) {
  const unsigned char *to = target;
  unsigned long in_pieces = operation < SCATTER || operation > EXCHANGE ? 0 : piece_bytes(bytes, threads) * threads;
  unsigned long wrong = 0, at, end = bytes > in_pieces ? bytes : in_pieces;
  for (at = 0; at < end; at++) {
    int want = expected_byte(operation, me, threads, bytes, at, sign);
    wrong += want >= 0 && to[at] != want;
  }
  return wrong;
}

/* The number of repetitions that take `budget` seconds, estimated from `tried` repetitions in `seconds`. 0: that time
 * was too short for an estimate; try four times as many. */
enum { MOST_TRIED = 16384, LEAST_MEASURED = 7 };
static inline int repetitions(int tried, double seconds, double budget) {
  double n = tried * budget / (seconds + 1e-9);
  if (seconds < budget / 8 && tried < MOST_TRIED) return 0;
  return n > MOST_TRIED ? MOST_TRIED : n < LEAST_MEASURED ? LEAST_MEASURED : (int)n;
}

#define BUDGET 0.03 /* seconds a row */

#endif
