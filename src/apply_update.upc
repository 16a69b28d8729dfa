/* SPDX-License-Identifier: BSD-3-Clause
 * What an update does: explained in apply_update.h. */
#include "apply_update.h"
#include "base/port.h"
#include "operations.h"

#include <stdint.h>
#include <string.h>

/* Numbers of types and operations; not those of upc_types.h, which another compiler may have chosen too large. */
static const upc_type_t types[] = {
  UPC_CHAR, UPC_UCHAR, UPC_SHORT, UPC_USHORT, UPC_INT, UPC_UINT, UPC_LONG, UPC_ULONG, UPC_LLONG, UPC_ULLONG,
  UPC_INT8, UPC_UINT8, UPC_INT16, UPC_UINT16, UPC_INT32, UPC_UINT32, UPC_INT64, UPC_UINT64, UPC_FLOAT, UPC_DOUBLE};
static const upc_op_t ops[] = {
  UPC_STRIDE_PUT, UPC_ADD, UPC_MULT, UPC_AND, UPC_OR, UPC_XOR, UPC_LOGAND, UPC_LOGOR, UPC_MIN, UPC_MAX};
enum { TYPES = sizeof types / sizeof types[0], OPS = sizeof ops / sizeof ops[0] };

static int way_of(upc_op_t op, upc_type_t type, size_t size) {
  if (op == UPC_STRIDE_PUT) return UPC_STRIDE_PUT_BYTES;
  if (size != 8 || type == UPC_DOUBLE) return UPC_STRIDE_BY_FUNCTION;
  return op == UPC_XOR ? UPC_STRIDE_XOR_WORD : op == UPC_ADD ? UPC_STRIDE_ADD_WORD : UPC_STRIDE_BY_FUNCTION;
}

void upc_stride_update_op_numbered(upc_stride_update_op_t *a, unsigned number) {
  a->number = number;
  a->values.op = ops[number / TYPES];
  a->values.type = types[number % TYPES];
  a->values.func = NULL, a->values.with = NULL;
  a->values.size = upc_stride_type_bytes(a->values.type);
  a->how = way_of(a->values.op, a->values.type, a->values.size);
}

int upc_stride_update_op_of(upc_stride_update_op_t *a, upc_op_t op, upc_type_t type, int *known_type) {
  unsigned i = 0, j = 0;
  while (i < OPS && ops[i] != op) i++;
  while (j < TYPES && types[j] != type) j++;
  *known_type = j < TYPES;
  if (i == OPS || j == TYPES || (op != UPC_STRIDE_PUT && !upc_stride_op_fits(op, type))) return 0;
  upc_stride_update_op_numbered(a, i * TYPES + j);
  return 1;
}

/* Works the result out again as long as the element has changed meanwhile. */
static void apply_by_exchange(const upc_stride_update_op_t *a, char *element, const void *value) {
  uint64_t before, after;
  memcpy(&before, element, a->values.size);
  do {
    memcpy(&after, &before, a->values.size);
    upc_stride_combine(&a->values, value, &after, 1);
  } while (!upc_stride_atomic_replace(element, a->values.size, &before, &after));
}

void upc_stride_apply_update(const upc_stride_update_op_t *a, char *element, const void *value,
                             int shared_by_address) {
  unsigned long word;
  if (a->how == UPC_STRIDE_PUT_BYTES) {
    memcpy(element, value, a->values.size); /* threads that put at the same time put the same */
  } else if (a->how != UPC_STRIDE_BY_FUNCTION) {
    memcpy(&word, value, sizeof word);
    upc_stride_apply_word(a->how, element, word, shared_by_address);
  } else if (shared_by_address) {
    apply_by_exchange(a, element, value);
  } else {
    upc_stride_combine(&a->values, value, element, 1);
  }
}

/* ---- checked mode: elements with updates before their fence ---- */

/* The latest of each owner's, by their places: the place and the number of the fence. Those of one entry replace each
 * other, so one may be missed. */
enum { NOTED = 64, PLACE_SHIFT = 24 };
static shared [NOTED] uint64_t noted[NOTED * THREADS];
static uint64_t fences = 1;             /* modulo 2^24: the next one */

void upc_stride_note_update(shared void *element) {
  const uint64_t place = upc_addrfield(element);
  noted[upc_threadof(element) * NOTED + place / 4 % NOTED] = place << PLACE_SHIFT | fences;
  upc_fence;
}

void upc_stride_updates_are_complete(void) { fences = (fences + 1) % ((uint64_t)1 << PLACE_SHIFT); }

/* Where threads meet, all have passed equally many fences. So an update with the caller's number is not complete. */
void upc_stride_check_updated(const upc_stride_site_t *call, int owner, size_t place, size_t bytes) {
  uint64_t mine[NOTED];
  int i;
  upc_memget(mine, (shared const void *)&noted[owner * NOTED], sizeof mine);
  for (i = 0; i < NOTED; i++)
    if (mine[i] % ((uint64_t)1 << PLACE_SHIFT) == fences && (mine[i] >> PLACE_SHIFT) - place < bytes)
      upc_stride_fail(call, "order", "called for an element of thread %d that upc_stride_update changes, must come "
                      "after upc_stride_update_fence", owner);
}
