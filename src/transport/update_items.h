/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Updates of far elements as items of messages (transport/aggregate.h). An item has 12 bytes: a number of 4 bytes and a
 * word of 8. The items from one thread to another arrive in order, so what they have in common is said once:
 *
 *   number             word
 *   2^32 - 1           the base: bits 0..47 are a distance in bytes from the owner's element of `origin`, bits 48..63
 *                      what is to be done, the operation and the type
 *   n, any other one   the value. The element is n times the size of a value behind the last base
 *
 * A base is 2^31 elements before the first element that needs it. So most programs send one base for each change of the
 * operation or the type. */
#ifndef UPC_STRIDE_UPDATE_ITEMS_H
#define UPC_STRIDE_UPDATE_ITEMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The last base that went to a thread or came from it. Zeroed: none yet. */
typedef struct upc_stride_update_base {
  int64_t distance;
  unsigned number;                      /* of operation and type */
  unsigned size;                        /* of a value; 0: there is no base yet */
} upc_stride_update_base_t;

enum { UPC_STRIDE_UPDATE_ITEM = 12 };   /* bytes */
#define UPC_STRIDE_NEW_BASE 0xFFFFFFFFu /* too large for an enum */

/* 1: an update needs no new base. `size` is a power of two. */
static inline int upc_stride_base_fits(const upc_stride_update_base_t *base, unsigned number, unsigned size,
                                       int64_t distance) {
  const uint64_t bytes = (uint64_t)distance - (uint64_t)base->distance;
  return base->size == size && base->number == number && (bytes & (size - 1)) == 0 &&
         bytes / size < UPC_STRIDE_NEW_BASE;
}

/* Writes an item for an element that needs no new base. */
static inline void upc_stride_write_item(char *item, const upc_stride_update_base_t *base, unsigned size,
                                         int64_t distance, uint64_t value) {
  const uint32_t number = (uint32_t)(((uint64_t)distance - (uint64_t)base->distance) / size);
  memcpy(item, &number, sizeof number);
  memcpy(item + sizeof number, &value, sizeof value);
}

/* Writes an item for the element at a distance. Returns 0 if it is a new base: the next call with the same arguments
 * then writes the value. */
int upc_stride_write_update(char *item, upc_stride_update_base_t *base, unsigned number, unsigned size,
                            int64_t distance, uint64_t value);

/* Reads an item: 1, *distance and *value; 0 if it is a new base, which is *value. */
static inline int upc_stride_read_update(const char *item, const upc_stride_update_base_t *base, int64_t *distance,
                                         uint64_t *value) {
  uint32_t number;
  memcpy(&number, item, sizeof number);
  memcpy(value, item + sizeof number, sizeof *value);
  *distance = base->distance + (int64_t)((uint64_t)number * base->size);
  return number != UPC_STRIDE_NEW_BASE;
}

/* Takes a new base that was read. The caller knows the size of a value from base->number, and sets it. */
void upc_stride_take_base(upc_stride_update_base_t *base, uint64_t word);

#endif
