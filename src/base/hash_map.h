/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A hash map from 32-bit keys, for instance threads, to numbers from 0 on, usually indices of a list. Plain C.
 *
 * Open addressing: a key is in the first free bucket from its hash on. The map is at most half full. Example, 16
 * buckets: the keys 3, 19 and 7 with hashes 5, 5 and 11 are in the buckets 5, 6 and 11.
 */
#ifndef UPC_STRIDE_HASH_MAP_H
#define UPC_STRIDE_HASH_MAP_H

#include <stddef.h>

typedef struct upc_stride_bucket {
  unsigned key;
  int number;                         /* and 1; 0: the bucket is empty */
} upc_stride_bucket_t;

/* All members zero: an empty map, which has no memory yet. */
typedef struct upc_stride_hash_map {
  upc_stride_bucket_t *buckets;
  int bits;                           /* there are 2^bits buckets, 0 if there is no memory yet */
  size_t used;
} upc_stride_hash_map_t;

int upc_stride_hash_map_find(const upc_stride_hash_map_t *map, unsigned key); /* its number; -1: none */
void upc_stride_hash_map_set(upc_stride_hash_map_t *map, unsigned key, int number);
void upc_stride_hash_map_remove(upc_stride_hash_map_t *map, unsigned key); /* if it is there */

/* Frees the map's memory. The map is empty then, and can be used again. */
void upc_stride_hash_map_end(upc_stride_hash_map_t *map);

#endif
