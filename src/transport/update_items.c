/* SPDX-License-Identifier: BSD-3-Clause
 * Updates of far elements as items of messages: explained in update_items.h. */
#include "transport/update_items.h"

static const uint64_t LOW_48 = ((uint64_t)1 << 48) - 1;
static const uint64_t BEFORE = (uint64_t)1 << 31; /* elements between a base and the first element */

static void write_item(char *item, uint32_t number, uint64_t word) {
  memcpy(item, &number, sizeof number);
  memcpy(item + sizeof number, &word, sizeof word);
}

static int fits(const upc_stride_update_base_t *base, unsigned number, unsigned size, int64_t distance) {
  const uint64_t bytes = (uint64_t)distance - (uint64_t)base->distance;
  return base->size == size && base->number == number && (bytes & (size - 1)) == 0 &&
         bytes >> base->shift < UPC_STRIDE_NEW_BASE;
}

int upc_stride_write_update(char *item, upc_stride_update_base_t *base, unsigned number, unsigned size,
                            int64_t distance, uint64_t value) {
  if (fits(base, number, size, distance)) {
    write_item(item, (uint32_t)((uint64_t)(distance - base->distance) >> base->shift), value);
    return 1;
  }
  base->distance = distance - (int64_t)(BEFORE * size);
  base->number = number;
  base->size = size;
  for (base->shift = 0; 1u << base->shift < size;) base->shift++;
  write_item(item, UPC_STRIDE_NEW_BASE, ((uint64_t)base->distance & LOW_48) | (uint64_t)number << 48);
  return 0;
}

void upc_stride_take_base(upc_stride_update_base_t *base, uint64_t word) {
  base->distance = (int64_t)(word << 16) >> 16;
  base->number = (unsigned)(word >> 48);
}
