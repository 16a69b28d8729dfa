/* SPDX-License-Identifier: BSD-3-Clause
 * randomaccess.h: the HPC Challenge benchmark RandomAccess. A table of 2^n words is updated at random places:
 *
 *   for each number r of a sequence of 4 * 2^n random numbers: T[r mod 2^n] ^= r
 *
 * The sequence is that of the shift register x^64 + x^2 + x + 1 in arithmetic modulo 2. Each thread has a part of it,
 * and starts in its middle. The table goes round the threads: word i is on thread i mod THREADS. */
#ifndef RANDOMACCESS_H
#define RANDOMACCESS_H

#include <stddef.h>
#include <stdint.h>
#include <upc.h>
#include "../common/arguments.h"

enum { UNORDERED, ORDERED, PLAIN }; /* the ways to update the table */

typedef struct {
  size_t log2;                 /* of the table's words */
  size_t repeat;
  int way;                     /* one of these */
  int check, json, profile;
} options_t;

typedef struct {
  shared uint64_t *table;      /* 2^n words; word i is i before a run */
  uint64_t words, mask;
  uint64_t first, updates;     /* of the sequence: where this thread's part starts, and how many numbers it has */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set. Collective. */
int parse_options(char **argv, options_t *o);

/* sequence.upc: number n of the sequence, from 0. */
uint64_t sequence_start(uint64_t n);
static inline uint64_t sequence_next(uint64_t r) { return r << 1 ^ ((int64_t)r < 0 ? 7 : 0); }

/* unordered.upc, ordered.upc, plain.upc: all updates. The first two are complete when all threads have returned and a
 * barrier has followed; with the third some get lost. Collective; the argument is a problem_t. */
void update_unordered(void *problem);
void update_ordered(void *problem);
void update_plain(void *problem);
int has_ordered(void);         /* 1: the compiler has upc_atomic.h */

/* check.upc: the part of all words that are wrong after a run, on every thread. Collective. */
double wrong_words(const problem_t *q);

#endif
