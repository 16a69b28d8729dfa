/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an update (update.upc) does to its element. */
#ifndef UPC_STRIDE_APPLY_UPDATE_H
#define UPC_STRIDE_APPLY_UPDATE_H

#include "base/fail.h"
#include "base/port.h"
#include "plan/values.h"

#include <string.h>

/* How an update is made: by a function of its type, or by what is faster. The last two: integers of 8 bytes. */
enum { UPC_STRIDE_BY_FUNCTION, UPC_STRIDE_PUT_BYTES, UPC_STRIDE_XOR_WORD, UPC_STRIDE_ADD_WORD };

/* An operation on values of a type. `number` is the same on all threads. */
typedef struct upc_stride_update_op {
  upc_stride_values_t values;
  unsigned number;
  int how;
} upc_stride_update_op_t;

/* 1, and *a; 0 if op or type is none of an update's, which *known_type tells apart. */
int upc_stride_update_op_of(upc_stride_update_op_t *a, upc_op_t op, upc_type_t type, int *known_type);
/* update.upc: ends the program for that. */
void upc_stride_fail_action(const upc_stride_site_t *call, upc_op_t op, upc_type_t type, int known_type);
void upc_stride_update_op_numbered(upc_stride_update_op_t *a, unsigned number);

/* Changes the element. `shared_by_address`: other threads may change it by its address at the same time, so this is
 * one atomic instruction, or a compare-and-swap that is repeated until it succeeds. The element must be aligned to its
 * size. */
void upc_stride_apply_update(const upc_stride_update_op_t *a, char *element, const void *value,
                             int shared_by_address);

/* Checked mode: a thread notes its updates, and each thread that a fence has ended. The last one ends the program if an
 * element in these bytes of the owner's memory, at a place by upc_addrfield, has an update before its fence. */
void upc_stride_note_update(shared void *element);
void upc_stride_updates_are_complete(void);
void upc_stride_check_updated(const upc_stride_site_t *call, int owner, size_t place, size_t bytes);

/* The same for integers of 8 bytes: how is UPC_STRIDE_XOR_WORD or UPC_STRIDE_ADD_WORD. */
static inline void upc_stride_apply_word(int how, char *element, unsigned long value, int shared_by_address) {
  unsigned long x;
  if (shared_by_address) {
    if (how == UPC_STRIDE_XOR_WORD) upc_stride_atomic_xor(element, value);
    else upc_stride_atomic_add(element, value);
  } else {
    memcpy(&x, element, sizeof x);
    x = how == UPC_STRIDE_XOR_WORD ? x ^ value : x + value;
    memcpy(element, &x, sizeof x);
  }
}

#endif
