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

/* Each thread notes its updates in a table in its shared memory, where all can read: one table before fences with an
 * even number, another one before the others. A table is emptied when its fence is over: all threads use the other one
 * until the next fence. It has open addressing, and is at most half full. */
typedef struct noted {
  size_t entries, used;                 /* entries: a power of two */
  uint64_t entry[];                     /* 0: empty */
} noted_t;

/* An entry is 1 more than an owner's number, of 16 bits since a job has at most 65,536 threads, before a place, of 48
 * bits as the addresses of a process: upc_addrfield gives an offset, or with other compilers an address. */
enum { LEAST_ENTRIES = 64, PLACE_BITS = 48, UNIT = 8 };
static const uint64_t place_mask = ((uint64_t)1 << PLACE_BITS) - 1;

typedef shared [] char *noted_place_t;
static shared [2] noted_place_t tables[2 * THREADS]; /* null: none yet */
static unsigned fences;

static uint64_t entry_of(int owner, size_t place) { return ((uint64_t)owner << PLACE_BITS | place) + 1; }

/* Elements that begin in the same unit are found from the same entry on. */
static size_t first_entry(int owner, size_t unit, size_t entries) {
  return (((uint64_t)owner << PLACE_BITS | unit) * 0x9E3779B97F4A7C15u >> 20) & (entries - 1);
}

static void add_entry(noted_t *T, uint64_t entry) {
  const int owner = (int)((entry - 1) >> PLACE_BITS);
  size_t i = first_entry(owner, ((entry - 1) & place_mask) / UNIT, T->entries);
  while (T->entry[i] != 0 && T->entry[i] != entry) i = (i + 1) & (T->entries - 1);
  T->used += T->entry[i] == 0;
  T->entry[i] = entry;
}

/* Another thread may be reading the old table, so it is not freed. Each table is twice as large as the one before, so
 * the old ones together take less memory than the newest. */
static noted_t *grow(const noted_t *old) {
  const size_t entries = old == NULL ? LEAST_ENTRIES : 2 * old->entries;
  const size_t bytes = sizeof *old + entries * sizeof old->entry[0];
  noted_place_t place = upc_stride_shared_alloc(bytes, "the updates to be checked");
  noted_t *T = (noted_t *)place;
  size_t i;
  memset(T, 0, bytes);
  T->entries = entries;
  for (i = 0; old != NULL && i < old->entries; i++)
    if (old->entry[i] != 0) add_entry(T, old->entry[i]);
  upc_fence;
  tables[2 * MYTHREAD + fences % 2] = place;
  return T;
}

static noted_t *own_table(unsigned fence) { return (noted_t *)tables[2 * MYTHREAD + fence % 2]; }

void upc_stride_note_update(shared void *element) {
  noted_t *T = own_table(fences);
  if (T == NULL || 2 * T->used >= T->entries) T = grow(T);
  add_entry(T, entry_of((int)upc_threadof(element), upc_addrfield(element)));
  upc_fence;
}

void upc_stride_updates_are_complete(void) {
  noted_t *T = own_table(fences++);
  if (T == NULL) return;
  memset(T->entry, 0, T->entries * sizeof T->entry[0]);
  T->used = 0;
}

/* 1: a thread has noted an element that begins in the unit, and in these bytes. */
static int has_noted(noted_place_t table, size_t entries, int owner, size_t unit, size_t place, size_t bytes) {
  shared [] uint64_t *entry = (shared [] uint64_t *)(table + sizeof(noted_t));
  size_t i = first_entry(owner, unit, entries);
  uint64_t found;
  for (; (found = entry[i]) != 0; i = (i + 1) & (entries - 1))
    if ((found - 1) >> PLACE_BITS == (uint64_t)owner && ((found - 1) & place_mask) - place < bytes) return 1;
  return 0;
}

void upc_stride_check_updated(const upc_stride_site_t *call, int owner, size_t place, size_t bytes) {
  size_t unit;
  int t;
  for (t = 0; t < THREADS; t++) {
    const noted_place_t table = tables[2 * t + fences % 2];
    noted_t head;
    if (table == NULL) continue;
    upc_memget(&head, (shared const void *)table, sizeof head);
    for (unit = place / UNIT; head.used > 0 && unit <= (place + bytes - 1) / UNIT; unit++)
      if (has_noted(table, head.entries, owner, unit, place, bytes))
        upc_stride_fail(call, "order", "called for an element of thread %d that upc_stride_update changes, must come "
                        "after upc_stride_update_fence", owner);
  }
}
