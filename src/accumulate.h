/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Items of patches and of lists of elements, moved by one thread: what patch.upc and elements.upc use. An item is an
 * element of a list, or some runs of a patch that lie equally far apart.
 *
 * Memory that the caller reaches by address is read and written there. From and to other threads go the runtime's
 * transfers (long runs of a patch that is got or put) or requests, which the owner serves (everything else):
 *
 *   a request      the header, then for each item its place, and, unless it is to be read, its bytes, padded to 8
 *   its reply      the bytes of items that are read, one after the other; received in place if there are no gaps
 *
 * All items of a request have the same form. Several requests are made together, and take the time of one reply.
 * Accumulating is atomic, since a thread that combines holds the owner's lock. The owner holds it while it serves a
 * request, and a near thread while it combines items of this owner that follow each other. A thread that holds a lock
 * waits for no other thread. While the program has domains of upc_atomic.h, each value is combined by an atomic
 * instruction besides. In checked mode no item is an element with an update before its fence: patch.upc and
 * elements.upc look at all items before the first one is moved. */
#ifndef UPC_STRIDE_ACCUMULATE_H
#define UPC_STRIDE_ACCUMULATE_H

#include "apply_update.h"
#include "arrays/check.h"
#include "base/near.h"
#include "base/port.h"

#include <string.h>

enum { UPC_STRIDE_ITEM_GET, UPC_STRIDE_ITEM_PUT, UPC_STRIDE_ITEM_ACC };

/* Runs of `bytes` bytes each, `there` bytes apart in the owner's memory and `here` bytes apart in the caller's. */
typedef struct upc_stride_item_form {
  size_t bytes, runs;
  long long there, here;
} upc_stride_item_form_t;

typedef struct upc_stride_items {
  const upc_stride_site_t *call;
  int what;                              /* of the above                                             */
  upc_stride_update_op_t op;             /* ACC                                                      */
  size_t unit;                           /* bytes that are not divided: of an element, or of a value */
  int locked;                            /* ACC: the near thread whose lock the caller holds, or -1  */
  size_t combined;                       /* bytes, since then                                        */
  int full;                              /* requests that wait, before the one that is being filled  */
  size_t waiting;                        /* bytes of those that wait, and of their replies           */
  size_t front;                          /* bytes in front of a request, the runtime's               */
  size_t most, most_of_reply;            /* bytes of a request, and of its reply                     */
  size_t most_of_item;                   /* bytes, of which a longer item is several                 */
} upc_stride_items_t;

/* 1: the caller moves items of this thread by address. For accumulating it must write there. */
static inline int upc_stride_items_by_address(const upc_stride_items_t *I, int thread) {
  return I->what == UPC_STRIDE_ITEM_ACC ? upc_stride_castable(thread) : upc_stride_near(thread);
}

/* For who watches accesses: before items are moved by address, `pitch` bytes apart, and before one is moved by a
 * transfer. */
void upc_stride_look_at_items(upc_stride_items_t *I, int owner, const char *address, long long pitch, size_t bytes,
                              size_t count);
static inline void upc_stride_near_items(upc_stride_items_t *I, int owner, const char *address, long long pitch,
                                         size_t bytes, size_t count) {
  if (upc_stride_is_watched()) upc_stride_look_at_items(I, owner, address, pitch, bytes, count);
}
void upc_stride_look_at_item(upc_stride_items_t *I, int owner, size_t place, size_t bytes);

/* Most items are one number of 8 bytes, which takes no call. */
static inline void upc_stride_copy_item(char *to, const char *from, size_t bytes) {
  if (!upc_stride_copies(to, from, bytes)) return;
  if (bytes == 8) memcpy(to, from, 8);
  else memcpy(to, from, bytes);
}

void upc_stride_items_begin(upc_stride_items_t *I, const upc_stride_site_t *call, int what, size_t elemsize);

/* Moves runs: the place of the first one in the owner's memory, by upc_addrfield, and in the caller's. */
void upc_stride_items_add(upc_stride_items_t *I, int owner, size_t place, char *here,
                          const upc_stride_item_form_t *form);

/* Sends what is collected, and gives back the lock. */
void upc_stride_items_end(upc_stride_items_t *I);

/* Checks op and type, and sets *a: those of numbers of at most 8 bytes. The same for an accumulation into elements of
 * dst. */
void upc_stride_check_number_op(const upc_stride_site_t *call, upc_stride_update_op_t *a, upc_op_t op,
                                upc_type_t type);
void upc_stride_check_acc(const upc_stride_site_t *call, upc_stride_update_op_t *a, upc_op_t op, upc_type_t type,
                          upc_stride_array_t dst);

/* Combines `count` runs of `bytes` bytes with memory of a castable thread, which lie `there` and `here` bytes apart. */
void upc_stride_acc_near(upc_stride_items_t *I, int owner, char *to, long long there, const char *from, long long here,
                         size_t bytes, size_t count);

#endif
