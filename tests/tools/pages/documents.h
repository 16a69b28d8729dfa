// SPDX-License-Identifier: BSD-3-Clause
// What the fragments of C in the pages use: arrays with one, two and three dimensions, variables, a function.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_coll.h>
#include <upc_stride_file.h>

#ifndef OWN_ARRAYS // a fragment with a grid declares its own arrays
#pragma processors grid(2, 2)
shared [64][64] (grid) double A[1024][1024], B[1024][1024], rowblock[128][128];
shared [4096] double V[4096 * THREADS], W[4096 * THREADS], sums[4096 * THREADS], all[4096 * THREADS];
shared [] double source[4096], result[4096], sum[4096];
#endif
shared unsigned long histogram[100 * THREADS];
static upc_stride_array_t x;
static size_t columns[3];
static double values[3];
static int key, myrow, mycol, i, j, k;
static void compute(void) { }
static void better(const void *in, void *inout, size_t count, void *context) { }
