/* SPDX-License-Identifier: BSD-3-Clause
 * words.h: memory for the peers' doubles, at the beginning of a cache line, where they copy and compute fastest. */
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H

#include "allocate.h"

static inline double *new_words(size_t count, const char *purpose) {
  return allocated(aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64), count, sizeof(double), purpose);
}

#endif
