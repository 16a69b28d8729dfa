/* SPDX-License-Identifier: BSD-3-Clause
 * The hash map: explained in hash_map.h. */
#include "base/hash_map.h"
#include "base/allocate.h"

#include <stdlib.h>

enum { FIRST_BITS = 4 };

static size_t size_of(const upc_stride_hash_map_t *map) { return map->bits == 0 ? 0 : (size_t)1 << map->bits; }

/* The bucket where the search for a key starts. The product's upper bits depend on all bits of the key (Knuth). */
static size_t home(const upc_stride_hash_map_t *map, unsigned key) {
  return key * 2654435761u >> (32 - map->bits);
}

static size_t next(const upc_stride_hash_map_t *map, size_t i) { return (i + 1) & (size_of(map) - 1); }

/* The bucket with the key, or the empty one where it belongs. There are buckets. */
static size_t bucket_of(const upc_stride_hash_map_t *map, unsigned key) {
  size_t i = home(map, key);
  while (map->buckets[i].number != 0 && map->buckets[i].key != key) i = next(map, i);
  return i;
}

static void grow(upc_stride_hash_map_t *map) {
  upc_stride_bucket_t *old = map->buckets;
  size_t had = size_of(map), i;
  map->bits = map->bits == 0 ? FIRST_BITS : map->bits + 1;
  map->buckets = upc_stride_alloc(size_of(map), sizeof *map->buckets, "a table");
  for (i = 0; i < had; i++)
    if (old[i].number != 0) map->buckets[bucket_of(map, old[i].key)] = old[i];
  free(old);
}

int upc_stride_hash_map_find(const upc_stride_hash_map_t *map, unsigned key) {
  return map->bits == 0 ? -1 : map->buckets[bucket_of(map, key)].number - 1;
}

void upc_stride_hash_map_set(upc_stride_hash_map_t *map, unsigned key, int number) {
  size_t i;
  if (2 * (map->used + 1) > size_of(map)) grow(map);
  i = bucket_of(map, key);
  map->used += map->buckets[i].number == 0;
  map->buckets[i].key = key;
  map->buckets[i].number = number + 1;
}

/* 1 if bucket i lies on the way from `from` to `to`, round the table, `from` left out. */
static int between(size_t from, size_t i, size_t to) {
  return from < to ? from < i && i <= to : from < i || i <= to;
}

/* Keys behind the removed one move up, unless their search starts behind the gap: so no search ends too early. */
void upc_stride_hash_map_remove(upc_stride_hash_map_t *map, unsigned key) {
  size_t gap, i;
  if (upc_stride_hash_map_find(map, key) < 0) return;
  gap = bucket_of(map, key);
  for (i = next(map, gap); map->buckets[i].number != 0; i = next(map, i)) {
    if (between(gap, home(map, map->buckets[i].key), i)) continue;
    map->buckets[gap] = map->buckets[i];
    gap = i;
  }
  map->buckets[gap].number = 0;
  map->used--;
}

void upc_stride_hash_map_end(upc_stride_hash_map_t *map) {
  free(map->buckets);
  map->buckets = NULL;
  map->bits = 0;
  map->used = 0;
}
