/* SPDX-License-Identifier: BSD-3-Clause
 * The tables of urt_gathers.h. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/constant.h"
#include "core/core.h"

#ifdef URT_ALL_NEAR

urt_gather_table_t urt_gather_tables[URT_GATHER_TABLES];

urt_size_t urtk_gather_most_now = 0;
URTK_CONSTANT(urt_gather_most, 8, urtk_gather_most_now);

/* A table and the elements that are found by it share the second-level cache with what else the loop reads. A larger
 * table costs more than the multiplications that it saves: with blocks of one, a table of half the cache did. */
void urtk_size_gather_tables(void) {
  enum { USUAL = 256 << 10 };
  long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
  urtk_gather_most_now = (urt_size_t)(cache > 0 ? cache : USUAL) / 4 / sizeof(long);
}

static long *distances(urt_size_t granules, urt_size_t elem, urt_size_t block) {
  long *distance = malloc(granules * sizeof *distance);
  urt_size_t granule = 1UL << urt_granule_log(block), threads = (urt_size_t)urt_threads;
  for (urt_size_t i = 0; distance && i < granules; i++) {
    urt_size_t m = i * granule, number = m / block, row = number / threads, thread = number % threads;
    distance[i] = (long)(thread * urt_stride + (row * block + m % block - m) * elem);
  }
  return distance;
}

/* Threads of OpenMP may come at the same time. They read `granules` first, and it is written last. The table before is
 * not freed, since a loop may be using it: each has at least twice as many granules as the one before. */
const long *urt_make_gather_table(urt_size_t granules, urt_size_t elem, urt_size_t block) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  urt_gather_table_t *known = &urt_gather_tables[urt_gather_hash(elem, block)];
  const long *distance = NULL;
  if (known->granules && (known->elem != elem || known->block != block)) return NULL;
  pthread_mutex_lock(&mutex);
  if (known->granules == 0) known->elem = elem, known->block = block;
  if (known->elem == elem && known->block == block) {
    urt_size_t size = known->granules ? 2 * known->granules : 64;
    while (size < granules) size *= 2;
    if (known->granules >= granules) distance = known->distance;
    else if ((distance = distances(size, elem, block))) {
      __atomic_store_n(&known->distance, distance, __ATOMIC_RELEASE);
      __atomic_store_n(&known->granules, size, __ATOMIC_RELEASE);
    }
  }
  pthread_mutex_unlock(&mutex);
  return distance;
}

#else
void urtk_size_gather_tables(void) {}
#endif
