/* SPDX-License-Identifier: BSD-3-Clause
 * conduits.h: between bench/conduits.upc, which times our calls, and conduits_<layer>.c, which times what the layer
 * below the conduit gives: the same operation in the same loop, alternating in one run. */
#ifndef BENCH_CONDUITS_H
#define BENCH_CONDUITS_H

#include <stddef.h>

/* SIGNAL: thread 0 puts and signals, thread 1 waits for it and does the same; half of the time there and back.
 * BROADCAST and EXCHANGE: all threads, back to back; the bytes are those of a piece. */
enum { PUT, GET, SIGNAL, BROADCAST, EXCHANGE, OPERATIONS };
enum { LARGEST = 4 << 20 };

void raw_begin(int me, int threads, char *theirs); /* theirs: thread 1 - me's buffer, where there is an address; or null */
double raw(int operation, size_t bytes, int count); /* seconds an operation; all threads call; negative: there is none */
void raw_end(void);

#endif
