/* SPDX-License-Identifier: BSD-3-Clause
 * conduits.h: the interface between conduits.upc, which times the conduit, and conduits_<layer>.c, which times
 * the layer below it: the same operation in the same loop, alternating in one run. */
#ifndef BENCH_CONDUITS_H
#define BENCH_CONDUITS_H

#include <stddef.h>

/* SIGNAL: thread 0 puts and signals; thread 1 waits for it and does the same. The time is half of the round trip.
 * BROADCAST and EXCHANGE: all threads, back to back; the bytes are those of a piece. */
enum { PUT, GET, SIGNAL, BROADCAST, EXCHANGE, OPERATIONS };
enum { LARGEST = 4 << 20 };

void raw_begin(int me, int threads, char *theirs); /* theirs: the buffer of thread 1 - me, or null if it is far */
double raw(int operation, size_t bytes, int count); /* seconds an operation; negative: the layer has none; collective */
void raw_end(void);

#endif
