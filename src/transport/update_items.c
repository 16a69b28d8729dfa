/* SPDX-License-Identifier: BSD-3-Clause
 * Updates of far elements as items of messages: explained in update_items.h. */
#include "transport/update_items.h"

static const uint64_t LOW_48 = ((uint64_t)1 << 48) - 1;
static const uint64_t BEFORE = (uint64_t)1 << 31; /* elements between a base and the first element */

static void write_base(char *item, const upc_stride_update_base_t *base) {
  const uint32_t number = UPC_STRIDE_NEW_BASE;
  const uint64_t word = ((uint64_t)base->distance & LOW_48) | (uint64_t)base->number << 48;
  memcpy(item, &number, sizeof number);
  memcpy(item + sizeof number, &word, sizeof word);
}

int upc_stride_write_update(char *item, upc_stride_update_base_t *base, unsigned number, unsigned size,
                            int64_t distance, uint64_t value) {
  if (upc_stride_base_fits(base, number, size, distance)) {
    upc_stride_write_item(item, base, size, distance, value);
    return 1;
  }
  base->distance = distance - (int64_t)(BEFORE * size);
  base->number = number;
  base->size = size;
  write_base(item, base);
  return 0;
}

void upc_stride_take_base(upc_stride_update_base_t *base, uint64_t word) {
  base->distance = (int64_t)(word << 16) >> 16;
  base->number = (unsigned)(word >> 48);
}
