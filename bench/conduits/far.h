/* SPDX-License-Identifier: BSD-3-Clause
 * far.h: the interface between far.upc, which times the library's collectives between hosts, and far_<layer>.c,
 * which does the same with the collectives of the layer below: on the same memory, in the same loop. */
#ifndef BENCH_FAR_H
#define BENCH_FAR_H

#include "measure/collectives.h"

void layer_begin(int me, int threads);
int layer_has(int operation);         /* 1: the layer has this operation */
void layer_call(int operation, void *from, void *to, size_t bytes);
void layer_end(void);

#endif
