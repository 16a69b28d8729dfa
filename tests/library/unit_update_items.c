/* SPDX-License-Identifier: BSD-3-Clause
 * Updates as items: what is read is what was written, and a base is written only where it must be. */
#include "random.h"
#include "transport/update_items.h"

#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 20000, FAR_APART = 40 };
static int failures;

static uint64_t bits(int count) { /* at most 62 */
  return ((uint64_t)random_bits() << 31 | random_bits()) >> (62 - count);
}

static void expect(const char *what, int i, long long got, long long wanted) {
  if (got == wanted) return;
  if (failures++ < 20) printf("%s, update %d: expected %lld, got %lld\n", what, i, wanted, got);
}

/* The bytes of a value for each number of operation and type. */
static unsigned size_of(unsigned number) { return 1u << number % 4; }

/* One update from the writer to the reader. Returns the number of items. */
static int pass(int i, unsigned number, int64_t distance, uint64_t value) {
  static upc_stride_update_base_t to, from;
  char item[UPC_STRIDE_UPDATE_ITEM];
  int64_t got_distance;
  uint64_t got;
  int items = 1;
  while (!upc_stride_write_update(item, &to, number, size_of(number), distance, value)) {
    expect("a base is read", i, upc_stride_read_update(item, &from, &got_distance, &got), 0);
    upc_stride_take_base(&from, got);
    from.size = size_of(from.number);
    expect("items", i, ++items, 2);
    if (items > 2) return items;
  }
  expect("a value is read", i, upc_stride_read_update(item, &from, &got_distance, &got), 1);
  expect("operation and type", i, from.number, number);
  expect("distance", i, got_distance, distance);
  expect("value", i, (long long)got, (long long)value);
  return items;
}

int main(int argc, char **argv) {
  int i, items = 0;
  random_state = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  for (i = 0; i < ITEMS; i++) { /* any distance of up to 2^40 either way, aligned or not */
    const int64_t distance = (int64_t)bits(FAR_APART + 1) - ((int64_t)1 << FAR_APART);
    pass(i, (unsigned)random_below(200), distance >> random_below(FAR_APART), bits(62));
  }
  for (i = 0; i < ITEMS; i++) /* words of a table of 16 GB, from a random one on */
    items += pass(i, 3, (int64_t)(i == 0 ? (uint64_t)1 << 33 : bits(34)) / 8 * 8, bits(62));
  expect("items for one table", ITEMS, items, ITEMS + 1);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures > 0;
}
