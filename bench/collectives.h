/* SPDX-License-Identifier: BSD-3-Clause
 * collectives.h: what the drivers of bench/collectives measure, the same for UPC and MPI: each operation on BYTES a
 * thread (the whole block of an exchange, a scatter or a gather; the message of a broadcast; the vector of a
 * reduction), in a loop of barrier, operation, time; a line `operation bytes seconds` gives the mean over the loop of
 * the slowest thread. The result of the last repetition is checked. */
#ifndef BENCH_COLLECTIVES_H
#define BENCH_COLLECTIVES_H

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE_ALL, PREFIX, OPERATIONS };
static const char *const operation_names[OPERATIONS] = {"broadcast", "scatter",    "gather", "gather_all",
                                                        "exchange",  "permute", "reduce_all", "prefix_reduce"};

static inline int operation_number(const char *name) {
  for (int o = 0; o < OPERATIONS; o++) {
    const char *a = name, *b = operation_names[o];
    while (*a && *a == *b) a++, b++;
    if (*a == *b) return o;
  }
  return -1;
}

/* Enough repetitions for about a fifth of a second at 10 GB/s and 2 us. */
static inline int repetitions(unsigned long bytes) {
  double each = 4e-6 + bytes / 5e9;
  double n = 0.2 / each;
  return n > 20000 ? 20000 : n < 10 ? 10 : (int)n;
}

/* The words of a block: its thread and place, so that a wrong piece shows. Small integers, so that sums are exact. */
static inline double word(int thread, unsigned long i) { return (double)((thread * 131 + i * 7) % 1009); }

#endif
