/* SPDX-License-Identifier: BSD-3-Clause
 *
 * urt_gathers.h: elements of a shared array whose subscripts a loop reads from memory (x[col[k]]); a part of urt.h.
 *
 * A *granule* is as many elements as the largest power of two that divides a block. They lie side by side. A table has
 * an entry for each granule: the distance in bytes from where the granule would lie if the array were one of C's, on
 * thread 0 alone. So the address of an element takes a shift, a load and an addition, for any THREADS and any size of
 * blocks. Segments are all at the same distance from each other, so that arrays with blocks of equal size share one
 * table. */
#ifndef URT_GATHERS_H
#define URT_GATHERS_H
#ifdef URT_ALL_NEAR

enum { URT_GATHER_TABLES_LOG = 10, URT_GATHER_TABLES = 1 << URT_GATHER_TABLES_LOG };
typedef struct urt_gather_table {
  urt_size_t elem, block; /* sizes, of an element and of a block, that it is for */
  urt_size_t granules;    /* that it has; 0: none yet */
  const long *distance;
} urt_gather_table_t;
extern urt_gather_table_t urt_gather_tables[]; /* by a hash of elem and block; a second pair with it has no table */
extern const urt_size_t urt_gather_most;       /* granules of a table that the cache has room for */
const long *urt_make_gather_table(urt_size_t granules, urt_size_t elem, urt_size_t block);

static inline __attribute__((always_inline)) urt_size_t urt_gather_hash(urt_size_t elem, urt_size_t block) {
  return (elem + (block << 20)) * 0x9e3779b97f4a7c15u >> (64 - URT_GATHER_TABLES_LOG);
}
static inline __attribute__((always_inline)) int urt_granule_log(urt_size_t block) { return __builtin_ctzl(block); }

/* The distances for an array of `elements`; null if the cache has no room for them. */
static inline __attribute__((always_inline))
const long *urt_gather_table(urt_size_t elements, urt_size_t elem, urt_size_t block) {
  urt_size_t granules = (elements >> urt_granule_log(block)) + 1; /* one more: a loop may read it ahead */
  const urt_gather_table_t *known = &urt_gather_tables[urt_gather_hash(elem, block)];
  if (granules > urt_gather_most) return (const long *)0;
  if (__builtin_expect(__atomic_load_n(&known->granules, __ATOMIC_ACQUIRE) >= granules && known->elem == elem &&
                       known->block == block, 1))
    return known->distance;
  return urt_make_gather_table(granules, elem, block);
}

/* The address of element n, counted from `start`, where element 0 lies on thread 0. */
static inline __attribute__((always_inline))
void *urt_gathered(char *start, long n, urt_size_t elem, urt_size_t block, const long *distance) {
  urt_size_t m = (urt_size_t)n;
  return start + m * elem + distance[m >> urt_granule_log(block)];
}

#endif
#endif
