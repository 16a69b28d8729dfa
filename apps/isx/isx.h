/* SPDX-License-Identifier: BSD-3-Clause
 * isx.h: ISx, the integer sort for exascale (Hanebutte and Hemstad, 2015). Each thread has random keys. The range of
 * the keys is cut into a bucket for each thread. Every thread sends its keys to the threads of their buckets, and each
 * counts the keys that it got. The counts give the rank of every key.
 *
 *   2 threads, keys 0..9     keys 7 1 3 9    6 0 2 8
 *   by bucket                1 3 | 7 9       0 2 | 6 8
 *   exchanged                1 3 0 2         7 9 6 8
 *   counts of keys 0..4      1 1 1 1 0       of keys 5..9   0 1 1 1 1
 *
 * strong          N keys on all threads together
 * weak            N keys on each thread; if --range fixes the range, the buckets are smaller with more threads
 * weak-isobucket  N keys on each thread; a bucket has ISOBUCKET different keys, whatever the number of threads */
#ifndef ISX_H
#define ISX_H

#include <stddef.h>
#include <stdint.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"

enum { STRONG, WEAK, ISOBUCKET_MODE }; /* the modes */
enum { ISOBUCKET = 8192 };
#define LARGEST_RANGE ((size_t)1 << 28)

typedef uint32_t isx_key_t;

typedef struct {
  size_t n, range;             /* N; --range, 0: the default */
  size_t repeat;
  int mode, plain, check, json, profile;
} options_t;

typedef struct {
  size_t total, mine;          /* keys: on all threads, on this one at the start */
  size_t range, width;         /* keys are below `range`; a bucket has `width` different ones */
  size_t capacity;             /* keys that a thread can receive */
  upc_stride_array_t sent;     /* a thread's keys by bucket */
  upc_stride_array_t received; /* the keys of a thread's bucket, as they come */
  upc_stride_array_t sizes, all_sizes; /* bytes of a thread's pieces, by bucket; those of all threads, on each thread */
  isx_key_t *keys;             /* this thread's keys at the start */
  isx_key_t *my_sent, *my_received;
  size_t *my_sizes, *my_all;   /* entry j * THREADS + i: from thread j to thread i */
  size_t *to, *from;           /* where these pieces start, in `received` and in `sent` */
  size_t got;                  /* keys that this thread received */
  uint32_t *counts;            /* of each key of this thread's bucket */
  double bytes;                /* of shared memory, on all threads */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* isx.upc: the sort; collective. The argument is a problem_t. */
void isx(void *problem);
/* The steps that the plain version shares: the keys by bucket, and the counts. */
void fill_buckets(problem_t *q);
void place_pieces(problem_t *q);
void count_keys(problem_t *q);

/* plain.upc: the sort with UPC's copies in place of the collectives. */
void isx_plain(void *problem);

/* check.upc: the number of faults that all threads find, on every thread. Collective. */
double faults(const problem_t *q);

#endif
