/* SPDX-License-Identifier: BSD-3-Clause
 * The hash map against a plain list: random keys are set, found and removed. Keys are a few, so that they are set
 * again and removed often; multiples of a power of two, as threads of one column are; or any.
 *   unit_hash_map [SEED] */
#include "base/hash_map.h"

#include <stdio.h>
#include <stdlib.h>

enum { MODEL = 3000, ROUNDS = 40000 };

static unsigned keys[MODEL];
static int numbers[MODEL];              /* -1: the key is not in the map */
static unsigned state;

static unsigned any(void) {
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

static int check(const upc_stride_hash_map_t *map, int i) {
  int got = upc_stride_hash_map_find(map, keys[i]);
  if (got == numbers[i]) return 0;
  printf("key %u: expected %d, got %d\n", keys[i], numbers[i], got);
  return 1;
}

/* `count` different keys: i * step, so that no two are equal. */
static int with_keys(int count, unsigned step) {
  upc_stride_hash_map_t map = {0};
  size_t inside = 0;
  int i, round, wrong = 0;
  for (i = 0; i < count; i++) keys[i] = (unsigned)i * step, numbers[i] = -1;
  for (round = 0; round < ROUNDS; round++) {
    i = (int)(any() % (unsigned)count);
    if (any() % 3 == 0) {
      upc_stride_hash_map_remove(&map, keys[i]);
      numbers[i] = -1;
    } else {
      numbers[i] = (int)(any() % 1000000);
      upc_stride_hash_map_set(&map, keys[i], numbers[i]);
    }
    wrong += check(&map, i) + check(&map, (int)(any() % (unsigned)count));
  }
  for (i = 0; i < count; i++) wrong += check(&map, i), inside += numbers[i] >= 0;
  if (map.used != inside)
    wrong++, printf("%d keys by %u: expected %zu in the map, got %zu\n", count, step, inside, map.used);
  if (2 * map.used > (size_t)1 << map.bits) wrong++, printf("%zu keys in 2^%d buckets\n", map.used, map.bits);
  upc_stride_hash_map_end(&map);
  if (upc_stride_hash_map_find(&map, keys[0]) != -1) wrong++, puts("a key is left at the end");
  upc_stride_hash_map_set(&map, 5, 7);
  if (upc_stride_hash_map_find(&map, 5) != 7) wrong++, puts("cannot be used again");
  upc_stride_hash_map_end(&map);
  return wrong;
}

int main(int argc, char **argv) {
  static const unsigned steps[] = {1, 1024, 65536, 2654435761u, 0xFFFFFFFFu};
  unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  size_t s;
  int wrong = 0;
  state = seed;
  printf("seed %u\n", seed);
  for (s = 0; s < sizeof steps / sizeof *steps; s++)
    wrong += with_keys(5, steps[s]) + with_keys(14, steps[s]) + with_keys(MODEL, steps[s]);
  puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
